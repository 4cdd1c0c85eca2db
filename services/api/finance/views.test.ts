import { readFile } from 'node:fs/promises';
import { adminDecider } from '@fynbos/domain/admin/admin.ts';
import { addDays } from '@fynbos/domain/calendar.ts';
import { promotionDecider } from '@fynbos/domain/promotion/promotion.ts';
import { policyOn, REWARD_POLICY_STREAM, rewardPolicyDecider } from '@fynbos/domain/reward-policy/reward-policy.ts';
import { amountsOf } from '@fynbos/domain/rewards-account/amounts.ts';
import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { handle, load } from '@fynbos/event-store/handle.ts';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openProgramme60, type Programme } from './testing/programme.ts';

type Cells = Record<string, string>;
const AT = new Date('2026-11-17T08:00:00.000Z');
const TODAY = '2026-11-17';
const cents = (rand: string | undefined): number => Math.round(Number(rand) * 100);
const sum = <Row>(rows: readonly Row[], value: (row: Row) => number): number =>
  rows.reduce((all, row) => all + value(row), 0);

let books: Programme;
const csv = async (path: string): Promise<Cells[]> =>
  parse((await books.get(path).expect(200)).text, { columns: true }) as Cells[];
const pdf = async (path: string): Promise<Buffer> =>
  (
    await books
      .get(path)
      .expect(200)
      .buffer(true)
      .parse((response, done) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => done(null, Buffer.concat(chunks)));
      })
  ).body;

/** Two who cannot be paid, one released below the minimum: set apart by the second test. */
let [held, suspended, leaver] = [0, 0, 0];
let leaverNo = '';

/** What was corrected so far. */
let corrected = 0;

/** An entry without PAYE on an account, as two people of finance would have made it. */
async function correct(agentId: number, nettCents: number): Promise<void> {
  corrected += nettCents;
  await handle(
    books.running.services.log,
    rewardsAccountDecider,
    accountStreamOf(agentId),
    {
      type: 'AdjustAccount',
      agentId,
      today: TODAY,
      adjustmentId: `test-${agentId}`,
      reason: 'Error',
      text: 'Entered twice',
      reservationNo: null,
      payeRate: null,
      ...amountsOf(nettCents, 0),
    },
    { actor: { kind: 'admin', id: '1' }, now: AT, correlationId: 'test' },
  );
}

beforeAll(async () => {
  books = await openProgramme60(AT);
}, 120_000);
afterAll(() => books.running.close());

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
    const { body } = await books.get('/admin/liability').expect(200);
    const { rows } = await books.running.pool.query(
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
    const [largest, next, third, fourth, fifth] = (await books.get('/admin/agents-owed?range=[0,9]').expect(200)).body;
    await correct(third.agentId, 60_00 - third.balanceCents);
    await correct(fourth.agentId, -10_00 - fourth.balanceCents);
    await correct(fifth.agentId, 60_00 - fifth.balanceCents);
    [held, suspended, leaver] = [largest.agentId, next.agentId, fifth.agentId];
    leaverNo = fifth.loyaltyTrackingNo;
    await books.post('/admin/holds/waive-minimum', { agentId: leaver, reason: 'Left the agency' }).expect(200);
    await books.post('/admin/holds', { agentId: largest.agentId, reason: 'To be looked at' }).expect(201);
    await books.post(`/admin/travel-agents/${next.agentId}/suspend`, { reason: 'Left the agency' }).expect(200);
    await books.settled();
    const { body: proposed } = await books.post('/admin/payouts', { cutOff: TODAY, payDate: TODAY }).expect(201);
    for (let n = 0; (await books.get(`/admin/payouts/${proposed.id}`)).body.status !== 'frozen'; n++) {
      if (n > 200) throw new Error('not frozen');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await books.settled();
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
    await books.post(`/admin/payouts/${proposed.id}/cancel`, { reason: 'Only looked at' }).expect(200);
    const standingOf = async (agentId: number) => {
      await books.settled();
      const filter = encodeURIComponent(JSON.stringify({ agentId }));
      return (await books.get(`/admin/agents-owed?filter=${filter}`).expect(200)).body[0]?.standing;
    };
    expect(await standingOf(third.agentId)).toBe('BelowMinimum');
    expect(await standingOf(leaver), 'finance released it below the minimum').toBe('Payable');
  });

  test('is found by what stands in its way and by age, and the list adds up to the figure', async () => {
    const { body } = await books.get('/admin/liability').expect(200);
    const payable = body.rows.find((row: { standing: string }) => row.standing === 'BelowMinimum');
    const filter = encodeURIComponent(JSON.stringify({ standing: 'BelowMinimum' }));
    const { body: list } = await books.get(`/admin/agents-owed?filter=${filter}`).expect(200);
    expect(list).toHaveLength(payable.agents);
    expect(sum(list as { balanceCents: number }[], (row) => row.balanceCents)).toBe(payable.balanceCents);
    await books.get(`/admin/agents-owed?filter=${encodeURIComponent('{"surname":"x"}')}`).expect(400);
  });

  test('is forecast whole: what has a month and what has none add up to all that is owed', async () => {
    const { body } = await books.get('/admin/forecast').expect(200);
    const { body: aged } = await books.get('/admin/liability').expect(200);
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

  test('is not forecast as paid where it expires before, and stands in the month in which it does', async () => {
    const { log } = books.running.services;
    const { state } = await load(log, rewardPolicyDecider, REWARD_POLICY_STREAM, { personal: false });
    const terms = { ...policyOn(state, TODAY).terms, expiryMonths: 3 };
    await handle(
      log,
      rewardPolicyDecider,
      REWARD_POLICY_STREAM,
      { type: 'SetRewardPolicy', effectiveFrom: TODAY, terms },
      { actor: { kind: 'admin', id: '1' }, now: AT, correlationId: 'test' },
    );
    await books.settled();
    const { rows } = await books.running.pool.query(
      `select sum("nettCents")::float8 as nett from rm_incentives.incentives where status = 'Earned' and "agentId" = any($1)`,
      [[held, suspended]],
    );
    const { body } = await books.get('/admin/forecast').expect(200);
    type Month = { month: string; knownCents: number; reachingCents: number; expiringCents: number };
    // All was decided today, and whoever can be paid is paid before three months are over.
    expect((body.months as Month[]).map(({ month, expiringCents }) => [month, expiringCents])).toEqual(
      ['2026-11', '2026-12', '2027-01', '2027-02', '2027-03', '2027-04'].map((month) => [
        month,
        month === '2027-02' ? rows[0].nett : 0,
      ]),
    );
    const { body: aged } = await books.get('/admin/liability').expect(200);
    const dated = sum(body.months as Month[], (row) => row.knownCents + row.reachingCents + row.expiringCents);
    const undated = sum(body.undated as { cents: number }[], ({ cents: each }) => each);
    expect(dated + undated).toBe(aged.totals.balanceCents - aged.totals.overdrawn);
    const csvRows = await csv('/admin/reports/forecast.csv');
    expect(cents(csvRows[3]?.expiring)).toBe(rows[0].nett);
  });
});

describe('the journal and the statements', () => {
  let runId: string;
  let failed: string;
  let returned: string;

  beforeAll(async () => {
    await books.moveTo(new Date('2026-11-18T08:00:00.000Z'));
    runId = await books.exportRun('2026-11-18');
    const lines = (await csv(`/admin/payouts/${runId}/statement.csv`)).filter(
      ({ state, loyaltyTrackingNo }) => state === 'frozen' && loyaltyTrackingNo !== leaverNo,
    );
    [failed, returned] = lines.map(({ loyaltyTrackingNo }) => loyaltyTrackingNo) as [string, string];
    await books.answerRun(runId, '2026-11-18', `reference,outcome,reason\n${failed},failed,Account closed\n`);
    await books.moveTo(new Date('2026-11-19T08:00:00.000Z'));
    await books.answerRun(runId, '2026-11-19', `reference,outcome,reason\n${returned},returned,No such account\n`);
    await books.moveTo(new Date('2026-11-20T08:00:00.000Z'));
    const { rows } = await books.running.pool.query(
      'select "isMinimumWaived", "balanceCents" from rm_balances.balances where "agentId" = $1',
      [leaver],
    );
    expect(rows, 'paid below the minimum, once').toEqual([{ isMinimumWaived: false, balanceCents: 0 }]);
  }, 60_000);

  test('debits equal credits on each day, and the accounts are what balances, runs and tax say', async () => {
    const lines = await csv('/admin/reports/journal.csv?from=2000-01-01&to=2026-11-19');
    const days = [...new Set(lines.map(({ bookedOn }) => bookedOn))];
    expect(days).toEqual(['2026-11-17', '2026-11-18', '2026-11-19']);
    for (const day of days) {
      const own = lines.filter(({ bookedOn }) => bookedOn === day);
      expect(
        sum(own, ({ debit }) => cents(debit)),
        day,
      ).toBe(sum(own, ({ credit }) => cents(credit)));
    }
    expect(new Set(lines.map(({ reference }) => reference)).size).toBe(lines.length);
    const credits = (code: string) =>
      sum(
        lines.filter(({ account }) => account === code),
        ({ debit, credit }) => cents(credit) - cents(debit),
      );
    const balances = await csv('/admin/reports/balances.csv');
    expect(credits('2310')).toBe(sum(balances, ({ balance }) => cents(balance)));
    expect(credits('1010')).toBe(sum(balances, ({ paid }) => cents(paid)));
    const rewards = await csv('/admin/reports/rewards.csv');
    const paid = rewards.filter(({ status }) => status === 'Paid');
    expect(credits('2330')).toBe(sum(paid, ({ paye }) => cents(paye)));
    expect(-credits('6100') - corrected).toBe(
      sum(
        rewards.filter(({ status }) => status === 'Earned' || status === 'Paid'),
        ({ gross }) => cents(gross),
      ),
    );
  });

  test('the same days exported again are the same lines, and a day that is not over is refused', async () => {
    const path = '/admin/reports/journal.csv?from=2026-11-17&to=2026-11-18';
    const before = (await books.get(path).expect(200)).text;
    await books.moveTo(new Date('2026-11-21T08:00:00.000Z'));
    expect((await books.get(path).expect(200)).text).toBe(before);
    const { body } = await books.get('/admin/reports/journal.csv?from=2026-11-17&to=2026-11-21').expect(422);
    expect(body.errors).toEqual([{ field: 'to', message: expect.stringContaining('2026-11-20') }]);
  });

  test('a statement of an agent and a run is the line of the run, reward by reward', async () => {
    const lines = await csv(`/admin/payouts/${runId}/statement.csv`);
    const states = new Set<string>();
    const owed = await csv('/admin/reports/rewards.csv');
    const { rows } = await books.running.pool.query('select id, "loyaltyTrackingNo" from rm_agents.agents');
    const idOf = new Map(rows.map((row) => [row.loyaltyTrackingNo, row.id]));
    for (const line of lines.filter(({ state }) => state !== 'left-out').slice(0, 12)) {
      const path = `/admin/payouts/${runId}/agents/${idOf.get(line.loyaltyTrackingNo)}/statement`;
      const statement = await csv(`${path}.csv`);
      const total = statement.at(-1);
      states.add(total?.detail ?? '');
      expect(cents(total?.nett)).toBe(cents(line.nett));
      const parts = statement.slice(0, -1);
      expect(sum(parts, ({ nett }) => cents(nett))).toBe(cents(line.nett));
      expect(sum(parts, ({ gross }) => cents(gross))).toBe(cents(line.gross));
      for (const { name } of parts.filter(({ kind }) => kind === 'reward'))
        expect(owed.find(({ reservationNo }) => reservationNo === name)?.loyaltyTrackingNo).toBe(
          line.loyaltyTrackingNo,
        );
    }
    expect([...states].sort()).toEqual([
      'Not paid: it is owed again',
      'Paid',
      'Returned by the bank: it is owed again',
    ]);
    const id = idOf.get(returned);
    expect((await pdf(`/admin/payouts/${runId}/agents/${id}/statement.pdf`)).subarray(0, 5).toString()).toBe('%PDF-');
    expect((await pdf(`/admin/payouts/${runId}/statement.pdf`)).subarray(0, 5).toString()).toBe('%PDF-');
    await books.get(`/admin/payouts/${runId}/agents/999999/statement.csv`).expect(404);
  });

  test('an account’s statement runs from the balance before to the balance that is owed', async () => {
    const balances = await csv('/admin/reports/balances.csv');
    const { rows } = await books.running.pool.query('select id, "loyaltyTrackingNo" from rm_agents.agents');
    for (const { id, loyaltyTrackingNo } of rows.slice(0, 10)) {
      const statement = await csv(`/admin/travel-agents/${id}/statement.csv?from=2026-11-18&to=2026-11-30`);
      const owed = balances.find((row) => row.loyaltyTrackingNo === loyaltyTrackingNo)?.balance;
      expect(statement.at(-1)?.balance).toBe(owed);
      const opening = cents(statement[0]?.balance);
      expect(opening + sum(statement.slice(1, -1), ({ nett }) => cents(nett))).toBe(cents(owed));
    }
    const of = `/admin/travel-agents/${rows[0].id}/statement.pdf?from=2000-01-01&to=2026-11-30`;
    expect((await pdf(of)).subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('what was owed at the end of a day is what the journal of the days up to it says', async () => {
    for (const day of ['2026-11-17', '2026-11-18', '2026-11-19']) {
      const aged = await csv(`/admin/reports/liability.csv?asOf=${day}`);
      const lines = await csv(`/admin/reports/journal.csv?from=2000-01-01&to=${day}`);
      const payable = lines.filter(({ account }) => account === '2310');
      const owed = sum(payable, ({ debit, credit }) => cents(credit) - cents(debit));
      expect(cents(aged.at(-1)?.owed), day).toBe(owed);
    }
  });

  test('the month-end pack is one PDF; a month of which no day is over has none', async () => {
    const pack = await pdf('/admin/reports/month-end.pdf?month=2026-11');
    expect(pack.subarray(0, 5).toString()).toBe('%PDF-');
    await books.get('/admin/reports/month-end.pdf?month=2026-12').expect(422);
  });
});

describe('the controls', () => {
  type Found = { control: string; by: string; subject: string; what: string };
  const look = async () => {
    await books.settled();
    const { body } = await books.get('/admin/controls?from=2026-11-01&to=2026-11-30').expect(200);
    const of = (control: string) => (body.findings as Found[]).filter((each) => each.control === control);
    for (const { control, found } of body.controls) expect(of(control), control).toHaveLength(found);
    return { body, of };
  };

  test('find nothing where two people did it, and what an import brought stands apart', async () => {
    const { of } = await look();
    expect(of('one-person-run')).toEqual([]);
    expect(of('break-glass')).toEqual([]);
    expect(of('retroactive-promotion')).toEqual([]);
    const lines = (await readFile('tests/fixtures/programme-60/programme.ndjson', 'utf8')).trim().split('\n');
    const changes = lines.map((line) => JSON.parse(line)).filter(({ type }) => type === 'promotion-change');
    expect(changes.length).toBeGreaterThan(0);
    const days = (what: string) => /from (\d{4}-\d{2}-\d{2})/.exec(what)?.[1] ?? '';
    expect(new Set(of('imported-promotion').map(({ what }) => days(what)))).toEqual(
      new Set(changes.map(({ effectiveFrom }) => effectiveFrom).filter((day) => day < TODAY)),
    );
  });

  test('name a run of one person, a change of one’s own record, terms that reach back, and broken glass', async () => {
    const { log } = books.running.services;
    const by = { actor: { kind: 'admin', id: '1' } as const, now: books.running.clock.now, correlationId: 'test' };
    const { body: promotions } = await books.get('/admin/promotions?range=[0,0]').expect(200);
    const change = { type: 'ChangePromotion', promoRate: 0.31, effectiveFrom: '2026-01-05' } as const;
    await handle(log, promotionDecider, `promotion-${promotions[0].id}`, change, by);
    const roles = {
      type: 'ChangeAdminRoles',
      at: by.now.toISOString(),
      roles: ['Admin', 'Finance', 'Auditor'],
    } as const;
    await handle(log, adminDecider, 'admin-1', roles, by);
    // What the rules of the write side never let happen: as if it had been done to the books themselves.
    await books.settled();
    const { rows: runs } = await books.running.pool.query(
      `update rm_payouts.payouts set "approvedBy" = "proposedBy" where status = 'settled' returning id`,
    );
    const agentId = held;
    const { body: asked } = await books
      .post('/admin/corrections', { agentId, reason: 'Error', text: 'To be seen', grossCents: 1_00 })
      .expect(202);
    await books.settled();
    await books.running.pool.query(
      `update rm_approvals.approvals set "breakGlassAskedAt" = '2026-11-20T09:00:00.000Z' where id = $1`,
      [asked.approvalId],
    );
    const { of } = await look();
    expect(of('one-person-run')).toMatchObject([{ by: 'admin 1', subject: `payouts/${runs[0].id}` }]);
    expect(of('own-record')).toMatchObject([
      { by: 'admin 1', subject: 'admins/1', what: expect.stringContaining('Roles') },
    ]);
    expect(of('retroactive-promotion')).toMatchObject([
      { by: 'admin 1', what: expect.stringMatching(/^Rate of 0.31 from 2026-01-05, recorded on 2026-11-/) },
    ]);
    expect(of('break-glass')).toMatchObject([{ subject: `approvals/${asked.approvalId}` }]);
    const lines = await csv('/admin/reports/controls.csv?from=2026-11-01&to=2026-11-30');
    expect(
      lines
        .filter(({ control }) => control !== 'imported-promotion')
        .map(({ control }) => control)
        .sort(),
    ).toEqual(['break-glass', 'one-person-run', 'own-record', 'retroactive-promotion']);
  });
});
