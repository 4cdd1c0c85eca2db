import { load } from '@fynbos/application/handle.ts';
import { agentDecider, agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import { HOUR_MS } from '@fynbos/domain/calendar.ts';
import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { type IncentiveRow, incentives } from '@fynbos/projections/incentives/incentives.ts';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminToken } from '../testing/people.ts';
import { openProgramme60, type Programme } from '../testing/programme.ts';
import { ADMIN2 } from '../testing/running-app.ts';
import { until } from '../testing/until.ts';

type Cells = Record<string, string>;
const cents = (rand: string | undefined): number => Math.round(Number(rand) * 100);
const YEAR = { from: '2025-03-01', to: '2026-12-31' };
const AT = new Date('2026-11-17T08:00:00.000Z');

let programme: Programme;
let second: string;
beforeAll(async () => {
  programme = await openProgramme60(AT);
  second = await adminToken(programme.running, ADMIN2);
});
afterAll(() => programme.running.close());

/** Starts scenarios and returns their comparison when all are done. */
async function compare(scenarios: readonly Record<string, unknown>[]) {
  const { body: started } = await programme.post('/admin/policy-scenarios', { ...YEAR, scenarios }).expect(202);
  const chosen = started.map(({ id }: Cells, at: number) => {
    const { payoutMinimumCents = null, coolingHours = null } = scenarios[at] ?? {};
    return { id, payoutMinimumCents, coolingHours };
  });
  const compared = await until(async () => {
    const { body } = await programme.post('/admin/policy-scenarios/compare', { scenarios: chosen }).expect(200);
    return body.every(({ figures }: { figures: object | null }) => figures !== null) ? body : null;
  });
  return { started, compared };
}

const linesOf = async (id: string, by: string): Promise<Cells[]> =>
  parse((await programme.get(`/admin/what-ifs/${id}/result.csv?by=${by}`).expect(200)).text, { columns: true });

/** Every agent's account, folded from the log, with the correction of a simulation. */
async function accounts(corrections: ReadonlyMap<number, number>) {
  const { log, db: pool } = programme.running.services;
  const { rows } = await pool.query<{ id: number }>('select id from rm_agents.agents order by id');
  return Promise.all(
    rows.map(async ({ id }) => {
      const { state: account } = await load(log, rewardsAccountDecider, accountStreamOf(id));
      const { state: agent } = await load(log, agentDecider, agentStreamOf(String(id)));
      const isOpen = agent.status === 'active' && account.holds.size === 0;
      return { isOpen, owed: account.balanceCents + (corrections.get(id) ?? 0), bankChangedAt: agent.bankChangedAt };
    }),
  );
}

function sorted(all: Awaited<ReturnType<typeof accounts>>, minimumCents: number, coolingHours: number) {
  const changedBefore = programme.running.clock.now.getTime() - coolingHours * HOUR_MS;
  const open = all.filter(({ isOpen, owed }) => isOpen && owed > 0);
  const sum = (of: typeof open) => ({ agents: of.length, cents: of.reduce((total, { owed }) => total + owed, 0) });
  const reached = open.filter(({ owed }) => owed >= minimumCents);
  const isCooling = ({ bankChangedAt }: (typeof open)[number]) => Date.parse(bankChangedAt ?? '0') > changedBefore;
  return {
    payable: sum(reached.filter((one) => !isCooling(one))),
    belowMinimum: sum(open.filter(({ owed }) => owed < minimumCents)),
    cooling: sum(reached.filter(isCooling)),
  };
}

test('compares three scenarios to the cent with the accounts folded from the log', async () => {
  const higher = {
    policy: { effectiveFrom: '2026-01-01', minimumRewardCents: 95_00 },
    payoutMinimumCents: 600_00,
    coolingHours: 72,
  };
  const { started, compared } = await compare([{}, higher, { payoutMinimumCents: 0, coolingHours: 20_000 }]);
  expect(started.map(({ warnings }: { warnings: string[] }) => warnings)).toEqual([
    [],
    ['The minimum payout is more than 5 times the present one.'],
    [],
  ]);
  const [present, changed, paid] = compared;
  expect(present.totals.assumedNettCents).toBe(present.totals.nettCents);
  expect(present.figures).toMatchObject({ gaining: { agents: 0, cents: 0 }, losing: { agents: 0, cents: 0 } });

  const none = await accounts(new Map());
  expect(present.figures).toMatchObject(sorted(none, 100_00, 72));
  expect(paid.figures).toMatchObject(sorted(none, 0, 20_000));

  const byAgent = await linesOf(changed.id, 'agent');
  const corrections = new Map(byAgent.map((line) => [Number(line.agentId), cents(line.correctionNett)]));
  expect(changed.figures).toMatchObject(sorted(await accounts(corrections), 600_00, 72));
  const moved = byAgent.map((line) => cents(line.assumedNett) - cents(line.nett));
  const sum = (of: readonly number[]) => ({ agents: of.length, cents: of.reduce((total, one) => total + one, 0) });
  expect(changed.figures.gaining).toEqual(sum(moved.filter((one) => one > 0)));
  expect(changed.figures.losing).toEqual(sum(moved.filter((one) => one < 0)));
  expect(changed.figures.gaining.agents).toBeGreaterThan(0);

  const { rows } = await programme.running.pool.query<IncentiveRow>(`select * from ${readModelTable(incentives).sql}`);
  const revenue = new Map(rows.map(({ reservationNo, tkRevenueCents }) => [reservationNo, tkRevenueCents]));
  const codes = new Map<string, { revenueCents: number; rewardCents: number; rentals: number }>();
  for (const line of await linesOf(changed.id, 'reservation')) {
    const known = codes.get(line.promoCode ?? '') ?? { revenueCents: 0, rewardCents: 0, rentals: 0 };
    const reward = cents(line.assumedGross);
    codes.set(line.promoCode ?? '', {
      revenueCents: known.revenueCents + (reward > 0 ? (revenue.get(line.reservationNo ?? '') ?? 0) : 0),
      rewardCents: known.rewardCents + reward,
      rentals: known.rentals + (reward > 0 ? 1 : 0),
    });
  }
  expect(changed.figures.promotions.length).toBeGreaterThan(1);
  for (const { promoCode, revenueCents, rewardCents, rentals } of changed.figures.promotions)
    expect({ revenueCents, rewardCents, rentals }, promoCode).toEqual(codes.get(promoCode ?? ''));
});

test('shows the PAYE of agents abroad without a treatment, and as non-residents', async () => {
  const { started, compared } = await compare([{}]);
  const { db } = programme.running.services;
  const { rows } = await db.query<{ agentId: number }>(
    `select "agentId" from rm_incentives.incentives where status = 'Earned' group by 1 order by count(*) desc limit 2`,
  );
  const [abroad = 0, treated = 0] = rows.map(({ agentId }) => agentId);
  await db.query(`update rm_agents.agents set "taxCountry" = 'RSA', "treatedFrom" = null`);
  await db.query(`update rm_agents.agents set "taxCountry" = 'NMB' where id in ($1, $2)`, [abroad, treated]);
  await db.query(`update rm_agents.agents set "treatedFrom" = '2026-03-01' where id = $1`, [treated]);
  const { rows: named } = await db.query('select "loyaltyTrackingNo" as no from rm_agents.agents where id = $1', [
    abroad,
  ]);
  const own = (await linesOf(started[0].id, 'reservation')).filter(
    ({ loyaltyTrackingNo, assumedStatus }) => loyaltyTrackingNo === named[0]?.no && assumedStatus === 'Earned',
  );
  const payeCents = own.reduce((sum, { assumedPaye }) => sum + cents(assumedPaye), 0);
  const assumed = own.reduce((sum, { assumedGross }) => sum + Math.floor(cents(assumedGross) * 0.15 + 0.5), 0);
  expect([own.length > 0, payeCents > assumed, compared.length]).toEqual([true, true, 1]);
  const under = async (nonResidentRate?: number) => {
    const scenarios = [{ id: started[0].id, ...(nonResidentRate === undefined ? {} : { nonResidentRate }) }];
    return (await programme.post('/admin/policy-scenarios/compare', { scenarios }).expect(200)).body[0].figures
      .untreated;
  };
  expect(await under()).toEqual({ agents: 1, payeCents, assumedPayeCents: payeCents });
  expect(await under(0.15)).toEqual({ agents: 1, payeCents, assumedPayeCents: assumed });
});

test('names balances in the waiting period of a new bank account', async () => {
  const { started, compared } = await compare([{}]);
  const [{ figures: before }] = compared;
  const { pool, clock } = programme.running;
  const { rows } = await pool.query<{ id: number; balanceCents: number }>(
    `select a.id, b."balanceCents" from rm_agents.agents a join rm_balances.balances b on b."agentId" = a.id
     where a.status = 'active' and b.holds = 0 and b."balanceCents" >= 10000 order by 1 limit 1`,
  );
  const [{ id = 0, balanceCents = 0 } = {}] = rows;
  const changedAt = new Date(clock.now.getTime() - 73 * HOUR_MS).toISOString();
  await pool.query('update rm_agents.agents set "bankChangedAt" = $2 where id = $1', [id, changedAt]);
  const after = async (coolingHours: number) => {
    const scenarios = [{ id: started[0].id, coolingHours }];
    return (await programme.post('/admin/policy-scenarios/compare', { scenarios }).expect(200)).body[0].figures;
  };
  expect(await after(72)).toMatchObject({ cooling: { agents: 0 }, payable: before.payable });
  expect(await after(74)).toMatchObject({
    cooling: { agents: 1, cents: balanceCents },
    payable: { agents: before.payable.agents - 1, cents: before.payable.cents - balanceCents },
  });
});

test('shows the balances that a booked correction leads to', async () => {
  const scenario = { policy: { effectiveFrom: '2026-01-01', minimumRewardCents: 120_00 }, payoutMinimumCents: 300_00 };
  const { compared } = await compare([scenario]);
  const [{ id, figures }] = compared;
  const correction = { reason: 'Error', text: 'Board of November' };
  const { body } = await programme.post(`/admin/what-ifs/${id}/correction`, correction).expect(202);
  await programme.post(`/admin/approvals/${body.approvalId}/approve`, { reason: 'seen' }, second).expect(200);
  await until(async () => {
    const { body: all } = await programme.get('/admin/recalculations').expect(200);
    return all.find(({ whatIfId, status }: Cells) => whatIfId === id && status === 'booked') ?? null;
  });
  await programme.settled();
  expect(figures).toMatchObject(sorted(await accounts(new Map()), 300_00, 72));
});

test('rejects no scenarios, too many, or values out of bounds', async () => {
  const refused = async (scenarios: unknown, field: string) => {
    const { body } = await programme.post('/admin/policy-scenarios', { ...YEAR, scenarios }).expect(422);
    expect(body.errors.map((error: { field: string }) => error.field)).toContain(field);
  };
  await refused([], 'scenarios');
  await refused(Array(6).fill({}), 'scenarios');
  await refused([{ payoutMinimumCents: -1 }], 'scenarios.0.payoutMinimumCents');
  await refused(
    [{ promotions: [{ promotionId: 'p', effectiveFrom: '2026-01-01', promoRate: 25 }] }],
    'scenarios.0.promotions.0.promoRate',
  );
  await programme.post('/admin/policy-scenarios/compare', { scenarios: [{ id: 'nothing' }] }).expect(404);
});
