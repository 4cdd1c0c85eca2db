import { handle, load } from '@fynbos/application/handle.ts';
import { agentDecider } from '@fynbos/domain/agent/agent.ts';
import { rewardAmounts } from '@fynbos/domain/rental/reward-amount.ts';
import { policyOn, REWARD_POLICY_STREAM, rewardPolicyDecider } from '@fynbos/domain/reward-policy/reward-policy.ts';
import { describe, expect, test } from 'vitest';

import { AT, cents, correct, csv, fixture, sum, TODAY } from './fixture.ts';

describe('the cash forecast', () => {
  test('contains all balances owed, with or without a month', async () => {
    const { body } = await fixture.programme.get('/admin/forecast').expect(200);
    const { body: aged } = await fixture.programme.get('/admin/liability').expect(200);
    type Month = { knownCents: number; reachingCents: number };
    const dated = sum(body.months as Month[], (month) => month.knownCents + month.reachingCents);
    const undated = sum(body.undated as { cents: number }[], ({ cents: each }) => each);
    expect(dated + undated).toBe(aged.totals.balanceCents - aged.totals.overdrawn);
    expect(body.months[0].month).toBe('2026-11');
    expect(body.months).toHaveLength(6);
    const rows = await csv('/admin/reports/forecast.csv');
    expect(cents(rows[0]?.known)).toBe(body.months[0].knownCents);
    expect(sum(body.months as { expiringCents: number }[], (month) => month.expiringCents)).toBe(0);
  });

  test('expects new rewards for the remaining days of the current month only', async () => {
    const { rows } = await fixture.programme.running.pool.query(
      `select sum("nettCents")::float8 / 3 as pace from rm_incentives.incentives
       where status in ('Earned', 'Paid', 'Expired') and month in ('2026-08', '2026-09', '2026-10')`,
    );
    const { pace } = rows[0];
    const { body } = await fixture.programme.get('/admin/forecast').expect(200);
    const expected = (body.months as { expectedCents: number }[]).map(({ expectedCents }) => expectedCents);
    // 17 of the 30 days of November are in the balances.
    const whole = Math.round(pace);
    expect(expected).toEqual([0, Math.round((pace * 13) / 30), whole, whole, whole, whole]);
    expect(body.paceCents).toBe(whole);
  });

  test('shows a balance that expires before payment in the month of its expiry', async () => {
    const { log } = fixture.programme.running.services;
    const { state } = await load(log, rewardPolicyDecider, REWARD_POLICY_STREAM);
    const terms = { ...policyOn(state, TODAY).terms, expiryMonths: 3 };
    await handle(log, {
      decider: rewardPolicyDecider,
      streamId: REWARD_POLICY_STREAM,
      command: { type: 'SetRewardPolicy', effectiveFrom: TODAY, terms },
      context: { actor: { kind: 'admin', id: '1' }, now: AT, correlationId: 'test' },
    });
    await fixture.programme.settled();
    const { rows } = await fixture.programme.running.pool.query(
      `select sum("nettCents")::float8 as nett from rm_incentives.incentives where status = 'Earned' and "agentId" = any($1)`,
      [[fixture.held, fixture.suspended]],
    );
    const { body } = await fixture.programme.get('/admin/forecast').expect(200);
    type Month = { month: string; knownCents: number; reachingCents: number; expiringCents: number };
    // All rewards were decided today, and payable agents are paid within three months.
    expect((body.months as Month[]).map(({ month, expiringCents }) => [month, expiringCents])).toEqual(
      ['2026-11', '2026-12', '2027-01', '2027-02', '2027-03', '2027-04'].map((month) => [
        month,
        month === '2027-02' ? rows[0].nett : 0,
      ]),
    );
    const { body: aged } = await fixture.programme.get('/admin/liability').expect(200);
    const dated = sum(body.months as Month[], (row) => row.knownCents + row.reachingCents + row.expiringCents);
    const undated = sum(body.undated as { cents: number }[], ({ cents: each }) => each);
    expect(dated + undated).toBe(aged.totals.balanceCents - aged.totals.overdrawn);
    const csvRows = await csv('/admin/reports/forecast.csv');
    expect(cents(csvRows[3]?.expiring)).toBe(rows[0].nett);
  });

  test('applies planned policy changes from their day', async () => {
    const { running } = fixture.programme;
    const { log } = running.services;
    const context = { actor: { kind: 'admin' as const, id: '1' }, now: AT, correlationId: 'test' };
    // An agent below the minimum gets a new bank account. Its waiting time follows today's terms until the 20th.
    const { rows: paces } = await running.pool.query<{ agentId: number; mean: number }>(
      `select "agentId", sum("nettCents")::float8 / 3 as mean from rm_incentives.incentives
       where status in ('Earned', 'Paid', 'Expired') and month in ('2026-08', '2026-09', '2026-10') group by 1`,
    );
    const means = new Map(paces.map(({ agentId, mean }) => [agentId, mean]));
    const paceOf = (agentId: number): number => means.get(agentId) ?? 0;
    type Owed = { agentId: number; balanceCents: number; standing: string };
    const owed = async () =>
      (await fixture.programme.get('/admin/agents-owed?range=[0,99]').expect(200)).body as Owed[];
    const cooling = (await owed()).find(({ standing }) => standing === 'BelowMinimum');
    // The slowest agent would reach R100 in February, and is one rand short in January.
    const [slow] = (await owed())
      .filter(({ agentId, standing }) => standing === 'Payable' && agentId !== fixture.leaver)
      .sort((x, y) => paceOf(x.agentId) - paceOf(y.agentId));
    await correct(slow?.agentId ?? 0, Math.round(99_00 - 2 * paceOf(slow?.agentId ?? 0)) - (slow?.balanceCents ?? 0));
    await handle(log, {
      decider: agentDecider,
      streamId: `agent-${cooling?.agentId}`,
      command: { type: 'ChangeBankDetails', bank: { bankAccountNumber: '62088888881' } },
      context,
    });
    await fixture.programme.settled();
    const { body: before } = await fixture.programme.get('/admin/forecast').expect(200);
    expect(before.policyChanges).toEqual([]);

    const { state } = await load(log, rewardPolicyDecider, REWARD_POLICY_STREAM);
    const today = policyOn(state, TODAY).terms;
    const first = { ...today, coolingHours: 2000 };
    const second = {
      ...today,
      payoutMinimumCents: 30_00,
      minimumRewardCents: 150_00,
      payeRate: 0.2,
      expiryMonths: null,
    };
    for (const [effectiveFrom, terms] of [
      ['2026-11-20', first],
      ['2027-01-16', second],
    ] as const)
      await handle(log, {
        decider: rewardPolicyDecider,
        streamId: REWARD_POLICY_STREAM,
        command: { type: 'SetRewardPolicy', effectiveFrom, terms },
        context,
      });
    const { body: after } = await fixture.programme.get('/admin/forecast').expect(200);
    expect(after.policyChanges).toEqual(['2026-11-20', '2027-01-16']);
    type Month = Record<'knownCents' | 'reachingCents' | 'expectedCents' | 'expiringCents' | 'payeCents', number>;
    const of = (body: { months: Month[] }, figure: keyof Month) => body.months.map((month) => month[figure]);
    const difference = (figure: keyof Month) =>
      of(after, figure).map((each, place) => each - (of(before, figure)[place] ?? 0));

    // The waiting time of 2 000 hours replaces that of 72 before its end, and the second change shortens it.
    const cooled = cooling?.balanceCents ?? 0;
    expect(difference('knownCents')).toEqual([-cooled, 0, cooled, 0, 0, 0]);
    // From January the minimum is R30.
    const reached = [0, 0, 0, 0, 0, 0];
    for (const { agentId, balanceCents, standing } of await owed()) {
      if (standing !== 'BelowMinimum') continue;
      const least = (place: number) => (place < 2 ? 100_00 : 30_00);
      const place = reached.findIndex((_, n) => balanceCents + n * paceOf(agentId) >= least(n));
      if (place >= 0) reached[place] = (reached[place] ?? 0) + balanceCents;
    }
    expect(of(after, 'reachingCents')).toEqual(reached);
    expect(reached[2]).toBeGreaterThan(0);
    // Without expiry from January nothing expires in February.
    expect(of(before, 'expiringCents')[3]).toBeGreaterThan(0);
    expect(of(after, 'expiringCents')).toEqual([0, 0, 0, 0, 0, 0]);
    // Rewards of January are paid in February; the second terms apply to 16 of its 31 days.
    const { rows: rentals } = await running.pool.query<{
      revenue: number;
      rate: number;
      gross: number;
      status: string;
    }>(
      `select "tkRevenueCents"::float8 as revenue, rate, status from rm_incentives.incentives
       where month in ('2026-08', '2026-09', '2026-10') and "agentId" is not null and rate is not null
         and (status in ('Earned', 'Paid', 'Expired') or reason = 'RewardExceedsRevenue')`,
    );
    const under = ({ minimumRewardCents, payeRate }: typeof today) =>
      sum(rentals, ({ revenue, rate }) => {
        const { grossCents, nettCents } = rewardAmounts(revenue, rate, minimumRewardCents, payeRate);
        return grossCents > revenue ? 0 : nettCents;
      }) / 3;
    const more = under(second) - under(today);
    expect(more).not.toBe(0);
    const expected = [0, 0, 0, (more * 16) / 31, more, more];
    difference('expectedCents').forEach((each, place) => {
      expect(Math.abs(each - (expected[place] ?? 0)), `month ${place}`).toBeLessThanOrEqual(1);
    });
    const { body: aged } = await fixture.programme.get('/admin/liability').expect(200);
    const dated = sum(after.months as Month[], (row) => row.knownCents + row.reachingCents + row.expiringCents);
    const undated = sum(after.undated as { cents: number }[], ({ cents: each }) => each);
    expect(dated + undated, 'all balances are included').toBe(aged.totals.balanceCents - aged.totals.overdrawn);
  });
});
