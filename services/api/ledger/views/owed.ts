import { addDays } from '@fynbos/domain/calendar.ts';
import { describe, expect, test } from 'vitest';
import { until } from '../../testing/until.ts';
import { cents, correct, csv, sum, TODAY, world } from './world.ts';

const BOUNDS = [
  ['days30', 0, 30],
  ['days60', 31, 60],
  ['days90', 61, 90],
  ['days180', 91, 180],
  ['days365', 181, 365],
  ['older', 366, 100_000],
] as const;

describe('what is owed', () => {
  test('by age is what the rewards report says, added up by invoice date', async () => {
    const { body } = await world.books.get('/admin/liability').expect(200);
    const { rows } = await world.books.running.pool.query(
      'select "reservationNo", "invoiceDate" from rm_incentives.incentives',
    );
    const invoiced = new Map(rows.map((row) => [row.reservationNo, row.invoiceDate]));
    const earned = (await csv('/admin/reports/rewards.csv')).filter(({ status }) => status === 'Earned');
    for (const [bucket, from, to] of BOUNDS) {
      const own = earned.filter(({ reservationNo = '' }) => {
        const on = invoiced.get(reservationNo);
        return on <= addDays(TODAY, -from) && on >= addDays(TODAY, -to);
      });
      expect(body.totals[bucket], bucket).toBe(sum(own, ({ nett }) => cents(nett)));
    }
    const balances = await csv('/admin/reports/balances.csv');
    expect(body.totals.balanceCents).toBe(sum(balances, ({ balance }) => cents(balance)));
    expect(body.totals.agents).toBe(balances.filter(({ balance }) => cents(balance) !== 0).length);
    for (const row of [...body.rows, body.totals])
      expect(row.balanceCents).toBe(sum(BOUNDS, ([bucket]) => row[bucket]) + row.undated + row.overdrawn);
  });

  test('stands in the way as a payout run says it, agent by agent', async () => {
    const [largest, next, third, fourth, fifth] = (await world.books.get('/admin/agents-owed?range=[0,9]').expect(200))
      .body;
    await correct(third.agentId, 60_00 - third.balanceCents);
    await correct(fourth.agentId, -10_00 - fourth.balanceCents);
    await correct(fifth.agentId, 60_00 - fifth.balanceCents);
    [world.held, world.suspended, world.leaver] = [largest.agentId, next.agentId, fifth.agentId];
    world.leaverNo = fifth.loyaltyTrackingNo;
    await world.books
      .post('/admin/holds/waive-minimum', { agentId: world.leaver, reason: 'Left the agency' })
      .expect(200);
    await world.books.post('/admin/holds', { agentId: largest.agentId, reason: 'To be looked at' }).expect(201);
    await world.books.post(`/admin/travel-agents/${next.agentId}/suspend`, { reason: 'Left the agency' }).expect(200);
    await world.books.settled();
    const { body: proposed } = await world.books.post('/admin/payouts', { cutOff: TODAY, payDate: TODAY }).expect(201);
    await until(async () => (await world.books.get(`/admin/payouts/${proposed.id}`)).body.status === 'frozen' || null);
    await world.books.settled();
    const lines = await csv(`/admin/payouts/${proposed.id}/statement.csv`);
    const said = new Map(
      lines.map((line) => [line.loyaltyTrackingNo, line.state === 'frozen' ? 'InRun' : line.reason]),
    );
    const owed = await csv('/admin/agents-owed.csv');
    expect(owed.length).toBeGreaterThan(40);
    for (const { loyaltyTrackingNo, standing } of owed)
      if (standing !== 'Overdrawn') expect(said.get(loyaltyTrackingNo), loyaltyTrackingNo).toBe(standing);
    expect(owed.map(({ standing }) => standing)).toEqual(
      expect.arrayContaining(['InRun', 'OnHold', 'NotActive', 'BelowMinimum']),
    );
    await world.books.post(`/admin/payouts/${proposed.id}/cancel`, { reason: 'Only looked at' }).expect(200);
    const standingOf = async (agentId: number) => {
      await world.books.settled();
      const filter = encodeURIComponent(JSON.stringify({ agentId }));
      return (await world.books.get(`/admin/agents-owed?filter=${filter}`).expect(200)).body[0]?.standing;
    };
    expect(await standingOf(third.agentId)).toBe('BelowMinimum');
    // What a cancelled run held is given back in the background.
    const after = await until(async () => {
      const standing = await standingOf(world.leaver);
      return standing === 'InRun' ? null : standing;
    });
    expect(after, 'finance released it below the minimum').toBe('Payable');
  });

  test('is found by what stands in its way and by age, and the list adds up to the figure', async () => {
    const { body } = await world.books.get('/admin/liability').expect(200);
    const payable = body.rows.find((row: { standing: string }) => row.standing === 'BelowMinimum');
    const filter = encodeURIComponent(JSON.stringify({ standing: 'BelowMinimum' }));
    const { body: list } = await world.books.get(`/admin/agents-owed?filter=${filter}`).expect(200);
    expect(list).toHaveLength(payable.agents);
    expect(sum(list as { balanceCents: number }[], (row) => row.balanceCents)).toBe(payable.balanceCents);
    await world.books.get(`/admin/agents-owed?filter=${encodeURIComponent('{"surname":"x"}')}`).expect(400);
  });
});
