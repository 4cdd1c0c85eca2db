import { addDays } from '@fynbos/domain/calendar.ts';
import { describe, expect, test } from 'vitest';
import { until } from '../../testing/until.ts';
import { cents, correct, csv, fixture, sum, TODAY } from './fixture.ts';

const BOUNDS = [
  ['days30', 0, 30],
  ['days60', 31, 60],
  ['days90', 61, 90],
  ['days180', 91, 180],
  ['days365', 181, 365],
  ['older', 366, 100_000],
] as const;

describe('liability ageing', () => {
  test('equals the rewards report by invoice date', async () => {
    const { body } = await fixture.programme.get('/admin/liability').expect(200);
    const { rows } = await fixture.programme.running.pool.query(
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

  test('gives each agent the reason that a payout run gives', async () => {
    const [largest, next, third, fourth, fifth] = (
      await fixture.programme.get('/admin/agents-owed?range=[0,9]').expect(200)
    ).body;
    await correct(third.agentId, 60_00 - third.balanceCents);
    await correct(fourth.agentId, -10_00 - fourth.balanceCents);
    await correct(fifth.agentId, 60_00 - fifth.balanceCents);
    [fixture.held, fixture.suspended, fixture.leaver] = [largest.agentId, next.agentId, fifth.agentId];
    fixture.leaverNo = fifth.loyaltyTrackingNo;
    await fixture.programme
      .post('/admin/holds/waive-minimum', { agentId: fixture.leaver, reason: 'Left the agency' })
      .expect(200);
    await fixture.programme.post('/admin/holds', { agentId: largest.agentId, reason: 'To be checked' }).expect(201);
    await fixture.programme
      .post(`/admin/travel-agents/${next.agentId}/suspend`, { reason: 'Left the agency' })
      .expect(200);
    await fixture.programme.settled();
    const { body: proposed } = await fixture.programme
      .post('/admin/payouts', { cutOff: TODAY, payDate: TODAY })
      .expect(201);
    await until(
      async () => (await fixture.programme.get(`/admin/payouts/${proposed.id}`)).body.status === 'frozen' || null,
    );
    await fixture.programme.settled();
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
    await fixture.programme.post(`/admin/payouts/${proposed.id}/cancel`, { reason: 'Only a trial' }).expect(200);
    const standingOf = async (agentId: number) => {
      await fixture.programme.settled();
      const filter = encodeURIComponent(JSON.stringify({ agentId }));
      return (await fixture.programme.get(`/admin/agents-owed?filter=${filter}`).expect(200)).body[0]?.standing;
    };
    expect(await standingOf(third.agentId)).toBe('BelowMinimum');
    // A cancelled run releases its lines in the background.
    const after = await until(async () => {
      const standing = await standingOf(fixture.leaver);
      return standing === 'InRun' ? null : standing;
    });
    expect(after, 'finance released it below the minimum').toBe('Payable');
  });

  test('lists the agents behind a figure', async () => {
    const { body } = await fixture.programme.get('/admin/liability').expect(200);
    const payable = body.rows.find((row: { standing: string }) => row.standing === 'BelowMinimum');
    const filter = encodeURIComponent(JSON.stringify({ standing: 'BelowMinimum' }));
    const { body: list } = await fixture.programme.get(`/admin/agents-owed?filter=${filter}`).expect(200);
    expect(list).toHaveLength(payable.agents);
    expect(sum(list as { balanceCents: number }[], (row) => row.balanceCents)).toBe(payable.balanceCents);
    await fixture.programme.get(`/admin/agents-owed?filter=${encodeURIComponent('{"surname":"x"}')}`).expect(400);
  });
});
