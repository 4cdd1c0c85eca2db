import { randomUUID } from 'node:crypto';
import { handle, load } from '@fynbos/application/handle.ts';
import { raiseNightly } from '@fynbos/application/signals/raise-signals.ts';
import { adminDecider } from '@fynbos/domain/admin/admin.ts';
import type { AdminRole } from '@fynbos/domain/admin/permissions.ts';
import { approvalDecider, approvalStreamOf } from '@fynbos/domain/approval/approval.ts';
import { formatRand } from '@fynbos/domain/format.ts';
import { plainRand } from '@fynbos/domain/money.ts';
import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { parse } from 'csv-parse/sync';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminToken, registrationForm } from '../testing/people.ts';
import { openProgramme60, type Programme } from '../testing/programme.ts';
import { ADMIN, ADMIN2 } from '../testing/running-app.ts';
import { until } from '../testing/until.ts';

type Cells = Record<string, string>;
const NUMBER = 'FT01000000';
const LINE = {
  type: 'opening-balance',
  loyaltyTrackingNo: NUMBER,
  asOf: '2026-06-30',
  earned: 75.01,
  paid: 900,
  payeThisTaxYear: 300,
  grossThisTaxYear: 1200,
};
const cents = (rand: string | undefined): number => Math.round(Number(rand) * 100);

let harness: Programme;
let [first, second] = ['', ''];
/** The key of an integrator that may add to any reservation, and a reservation in the opening balance. */
let [apiKey, coveredNo] = ['', ''];

async function sent(lines: readonly object[], query = ''): Promise<string[]> {
  const { text } = await request(harness.running.app)
    .post(`/api/admin/import${query}`)
    .auth(first, { type: 'bearer' })
    .set('Content-Type', 'application/x-ndjson')
    .send(lines.map((line) => JSON.stringify(line)).join('\n'))
    .expect(200);
  await harness.settled();
  const answers = text.trim().split('\n');
  return answers.map((line) => JSON.parse(line).result).filter(Boolean);
}
/** Sets the roles of the importing administrator, which ends their session (C8), and signs them in again. */
async function roles(given: readonly AdminRole[]): Promise<void> {
  const { services, clock } = harness.running;
  const by = { actor: { kind: 'admin', id: '2' } as const, now: clock.now, correlationId: 'test' };
  const command = { type: 'ChangeAdminRoles', roles: given } as const;
  await handle(services.log, { decider: adminDecider, streamId: 'admin-1', command, context: by });
  await harness.moveTo(clock.now);
  first = await adminToken(harness.running, ADMIN);
}
async function balance(query = ''): Promise<Cells> {
  const { text } = await harness.get(`/admin/reports/balances.csv${query}`).expect(200);
  return (
    (parse(text, { columns: true }) as Cells[]).find(({ loyaltyTrackingNo }) => loyaltyTrackingNo === NUMBER) ?? {}
  );
}
/** By the report and the read model of facts, with the day of the first invoice. */
async function rewards(): Promise<(Cells & { invoicedOn: string })[]> {
  const { text } = await harness.get('/admin/reports/rewards.csv').expect(200);
  const { rows } = await harness.running.pool.query(
    `select "reservationNo", (select min(fact->>'invoiceDate') from json_array_elements(facts) as fact) as "invoicedOn"
     from rm_rentals.rentals`,
  );
  const days = new Map(rows.map(({ reservationNo, invoicedOn }) => [reservationNo, invoicedOn]));
  return (parse(text, { columns: true }) as Cells[])
    .filter(({ loyaltyTrackingNo }) => loyaltyTrackingNo === NUMBER)
    .map((row) => ({ ...row, invoicedOn: days.get(row.reservationNo) }));
}

beforeAll(async () => {
  harness = await openProgramme60(new Date('2026-11-17T08:00:00.000Z'));
  [first, second] = [await adminToken(harness.running, ADMIN), await adminToken(harness.running, ADMIN2)];
});
afterAll(() => harness.running.close());

test('amounts owed by the old system are owed once, its payments never, and the tax year is complete', async () => {
  const before = await balance();
  const decided = await rewards();
  expect(await sent([LINE, LINE], '?dryRun=true')).toEqual(['recorded', 'duplicate']);
  await roles(['Admin']);
  expect(await sent([LINE])).toEqual(['rejected']);
  await roles(['Admin', 'Finance']);
  expect(await balance()).toEqual(before);
  const wrong = { ...LINE, loyaltyTrackingNo: 'FT01000001' };
  expect(
    await sent([
      LINE,
      LINE,
      { ...LINE, paid: 901 },
      { ...wrong, asOf: '2026-11-19' },
      { ...wrong, payeThisTaxYear: 1201 },
      { ...wrong, paid: -1 },
      { ...wrong, earned: 1.001 },
    ]),
  ).toEqual(['recorded', 'duplicate', 'conflict', 'rejected', 'rejected', 'rejected', 'rejected']);
  const { body: controls } = await harness.get('/admin/controls?from=2026-11-01&to=2026-11-30').expect(200);
  const known = await harness.running.pool.query(
    `select sum("nettCents")::float8 as cents from rm_journal.journal where kind = 'opening'`,
  );
  const [opening] = controls.findings.filter((one: Cells) => one.control === 'opening-balance');
  expect(opening.what).toContain(`${formatRand(known.rows[0].cents)} owed`);
  expect(controls.findings.filter((one: Cells) => one.control === 'opening-balance')).toMatchObject([
    {
      by: 'admin 1',
      what: expect.stringMatching(/^Opening balances of 1 account, .* owed: agents \d+$/),
    },
  ]);
  const taken = await balance();
  const old = decided.filter(({ invoicedOn, status }) => invoicedOn <= LINE.asOf && status !== 'Declined');
  const nettOf = (status: string) => old.reduce((sum, row) => sum + (row.status === status ? cents(row.nett) : 0), 0);
  expect(nettOf('Earned')).toBeGreaterThan(0);
  expect(nettOf('Earned')).toBeLessThan(cents(before.earned));
  const owed = cents(before.balance) - nettOf('Earned') + 75_01;
  expect(taken).toEqual({
    ...before,
    earned: plainRand(cents(before.earned) - nettOf('Earned') + 75_01),
    pending: plainRand(cents(before.pending) - nettOf('Pending')),
    paid: '900.00',
    balance: plainRand(owed),
  });
  const reasons = new Map(
    (await rewards()).map(({ reservationNo, status, reason, nett }) => [reservationNo, { status, reason, nett }]),
  );
  for (const { reservationNo, status, reason, nett } of decided)
    expect(reasons.get(reservationNo), reservationNo).toEqual(
      old.some((row) => row.reservationNo === reservationNo)
        ? { status: 'Declined', reason: 'OpeningBalance', nett: '0.00' }
        : { status, reason, nett },
    );
  expect(await balance('?asOf=2026-11-16')).toEqual({});
  // 00:30 of the next day in Johannesburg.
  const { headers } = await harness.get('/admin/reports/balances.csv?asOf=2026-11-15T22:30:00.000Z').expect(200);
  expect(headers['content-disposition']).toContain('balances-as-of-2026-11-16.csv');

  const runId = await harness.exportRun('2026-11-17');
  const { body: run } = await harness.get(`/admin/payouts/${runId}`).expect(200);
  await harness.answerRun(runId, '2026-11-17', 'reference,outcome,reason\n');
  expect(run.status).toBe('exported');
  const paid = await balance();
  expect([cents(paid.balance), cents(paid.earned), cents(paid.paid)]).toEqual([0, 0, 900_00 + owed]);
  const { rows: entries } = await harness.running.pool.query(
    `select kind, "isOpening", sum("grossCents")::float8 as gross, sum("payeCents")::float8 as paye, sum("nettCents")::float8 as nett
     from rm_tax.tax t join rm_agents.agents a on a.id = t."agentId"
     where a."loyaltyTrackingNo" = $1 and "taxYear" = 2027 group by kind, "isOpening" order by "isOpening" desc`,
    [NUMBER],
  );
  expect(entries).toMatchObject([
    { kind: 'paye', isOpening: true, gross: 1200_00, paye: 300_00 },
    { kind: 'paye', isOpening: false, nett: owed },
  ]);

  const asked = await harness.post('/admin/tax-years/2027/certificates', { reason: 'Year end' }).expect(202);
  await harness.post(`/admin/approvals/${asked.body.approvalId}/approve`, { reason: 'seen' }, second).expect(200);
  const certificate = await until(async () => {
    const { body } = await harness.get('/admin/certificates?range=[0,199]').expect(200);
    return (
      body.find(
        (one: Cells) => one.loyaltyTrackingNo === NUMBER || Number(one.grossCents) === 1200_00 + entries[1].gross,
      ) ?? null
    );
  });
  expect(certificate).toMatchObject({
    taxYear: 2027,
    grossCents: 1200_00 + entries[1].gross,
    payeCents: 300_00 + entries[1].paye,
  });
  const { body: year } = await harness.get('/admin/tax-years/2027').expect(200);
  expect(year.reconciliation.differences).toBe(0);
  expect(year.months).toContainEqual(
    expect.objectContaining({ month: '2026-06', isOpening: true, agents: 1, grossCents: 1200_00, payeCents: 300_00 }),
  );

  const { body: employer } = await harness.get('/admin/tax-years/2027/emp501').expect(200);
  expect(employer).toMatchObject([{ differenceCents: 0 }, { differenceCents: 0 }]);

  // An integrator sends an earlier rental again, under another reservation. The opening balance contains it, and the
  // answer shows it.
  const id = old[0]?.reservationNo ?? '';
  const { body: shown } = await harness.get(`/admin/rewards/${id}`).expect(200);
  expect(shown).toMatchObject({ isCovered: true, rule: expect.stringContaining('opening balance') });
  expect(shown.decision.nettCents, 'the decision is shown too').toBe(cents(old[0]?.nett));
  const { body: integrator } = await harness
    .post('/admin/integrators', {
      name: 'Late',
      scopes: ['rental-events:write', 'rental-events:read', 'rental-events:any'],
    })
    .expect(201);
  [apiKey, coveredNo] = [integrator.apiKey, id];
  const { rows } = await harness.running.pool.query(
    `select fact from rm_rentals.rentals, json_array_elements(facts) as fact where "reservationNo" = $1 limit 1`,
    [id],
  );
  const { integratorId: _i, eventId: _e, revision: _r, recordedAt: _at, tkRevenueCents, ...fact } = rows[0].fact;
  const late = (reservationNo: string, invoiceDate: string) => ({
    ...fact,
    type: 'invoice',
    eventId: randomUUID(),
    driverName: 'A Driver',
    tkRevenue: tkRevenueCents / 100,
    reservationNo,
    invoiceNo: `I-${reservationNo}`,
    invoiceDate,
  });
  await request(harness.running.app)
    .post('/api/integrations/rental-events')
    .auth(integrator.apiKey, { type: 'bearer' })
    .send([late('LATE-1', LINE.asOf), late('LATE-2', '2026-07-01')])
    .expect(207)
    .expect(({ body }) => expect(body).toMatchObject([{ result: 'recorded' }, { result: 'recorded' }]));
  await harness.settled();
  expect((await rewards()).filter(({ reservationNo = '' }) => reservationNo.startsWith('LATE'))).toMatchObject([
    { reservationNo: 'LATE-1', status: 'Declined', reason: 'OpeningBalance' },
    { reservationNo: 'LATE-2', status: 'Earned', reason: '' },
  ]);
  const { body: stored } = await request(harness.running.app)
    .get('/api/integrations/reservations/LATE-1')
    .auth(integrator.apiKey, { type: 'bearer' })
    .expect(200);
  expect(stored.decision).toMatchObject({ status: 'Declined', reason: 'OpeningBalance', nettCents: 0 });

  const { body: reconciliation } = await harness.post('/admin/reconciliations', {}).expect(202);
  const compared = await until(async () => {
    const { body } = await harness.get('/admin/reconciliations?range=[0,29]').expect(200);
    return body.find((one: Cells) => one.id === reconciliation.id && one.status !== 'running') ?? null;
  });
  expect(compared).toMatchObject({ status: 'equal', differences: 0 });
});

test('a credit note after the migration stays in the queue of finance until it is corrected', async () => {
  const { log, db: pool } = harness.running.services;
  const raiseAndRead = async () => {
    await raiseNightly({ log, db: pool, now: () => harness.running.clock.now });
    await harness.settled();
    const filter = encodeURIComponent(JSON.stringify({ signal: 'ChangedSinceTakeOver' }));
    return (await harness.get(`/admin/holds?filter=${filter}`).expect(200)).body;
  };
  expect(await raiseAndRead(), 'nothing has changed since').toEqual([]);
  const { body: shown } = await harness.get(`/admin/rewards/${coveredNo}`).expect(200);
  const { agentId, grossCents, invoiceNo } = shown.decision;
  const credit = (creditNoteNo: string, reservationNo: string, of: string, creditDate: string) => ({
    type: 'credit-note',
    eventId: randomUUID(),
    occurredAt: '2026-11-16T08:00:00Z',
    reservationNo,
    creditNoteNo,
    invoiceNo: of,
    creditDate,
  });
  await request(harness.running.app)
    .post('/api/integrations/rental-events')
    .auth(apiKey, { type: 'bearer' })
    // The opening balance already includes the second credit note.
    .send([credit('CN-1', coveredNo, invoiceNo, '2026-07-15'), credit('CN-2', 'LATE-1', 'I-LATE-1', LINE.asOf)])
    .expect(207)
    .expect(({ body }) => expect(body).toMatchObject([{ result: 'recorded' }, { result: 'recorded' }]));
  await harness.settled();
  const [flagged, ...others] = await raiseAndRead();
  expect(others).toEqual([]);
  expect(flagged).toMatchObject({ agentId, status: 'flagged', evidence: [coveredNo] });
  expect(flagged.finding).toContain(`by ${formatRand(-grossCents)} gross`);
  expect(await raiseAndRead(), 'once, however often it is found').toHaveLength(1);

  const asked = await harness
    .post('/admin/corrections', {
      agentId,
      reason: 'Other',
      text: 'Credited after the take-over',
      reservationNo: coveredNo,
      grossCents: -grossCents,
    })
    .expect(202);
  const { state } = await load(log, approvalDecider, approvalStreamOf(asked.body.approvalId));
  expect(state, 'what the execution compares').toHaveProperty('payload.reward');
  await harness.post(`/admin/approvals/${asked.body.approvalId}/approve`, { reason: 'seen' }, second).expect(200);
  await harness.settled();
  expect(await raiseAndRead()).toMatchObject([
    { status: 'dismissed', releaseReason: expect.stringContaining('corrected') },
  ]);
});

test('a balance above the limit, or below zero, needs approval', async () => {
  const large = { ...LINE, loyaltyTrackingNo: 'FT01000001', earned: 50_000.01 };
  const negative = { ...LINE, loyaltyTrackingNo: 'FT01000002', earned: -75.01, paid: 0 };
  expect(await sent([large, negative], '?dryRun=true')).toEqual(['recorded', 'recorded']);
  expect(await sent([large, negative])).toEqual(['recorded', 'recorded']);
  expect(await sent([large]), 'while it waits').toEqual(['duplicate']);
  const other = { ...large, earned: 50_000.02 };
  expect(await sent([other]), 'with other figures').toEqual(['conflict']);
  expect(await sent([large, other], '?dryRun=true'), 'a dry run as well').toEqual(['duplicate', 'conflict']);
  expect(await sent([other, large], '?dryRun=true'), 'in any order').toEqual(['conflict', 'duplicate']);
  const filter = encodeURIComponent(JSON.stringify({ kind: 'account.opening-balance', status: 'waiting' }));
  const { body: waiting } = await harness.get(`/admin/approvals?filter=${filter}`).expect(200);
  expect(waiting).toHaveLength(2);
  for (const { id } of waiting)
    await harness.post(`/admin/approvals/${id}/approve`, { reason: 'Seen in the old books' }, second).expect(200);
  await harness.settled();
  const taken = await Promise.all(
    waiting.map(async ({ subject }: { subject: string }) => {
      const stream = accountStreamOf(Number(subject.split('/')[1]));
      const { state } = await load(harness.running.services.log, rewardsAccountDecider, stream);
      return state.opening?.earnedCents;
    }),
  );
  expect(taken.sort((a, b) => a - b)).toEqual([-75_01, 50_000_01]);
  expect(await sent([large, negative])).toEqual(['duplicate', 'duplicate']);
});

test('the dry run and the import treat the balance of an agent of the same file in the same way', async () => {
  const { password: _, confirmPassword: __, ...form } = registrationForm();
  const loyaltyTrackingNo = 'FT99007777';
  const balanceLine = { ...LINE, loyaltyTrackingNo };
  const lines = [
    { ...balanceLine, loyaltyTrackingNo: 'FT99008888' },
    { type: 'agent', ...form, loyaltyTrackingNo, activeFrom: '2025-03-01' },
    balanceLine,
    balanceLine,
    { ...balanceLine, paid: 901 },
  ];
  const answers = ['rejected', 'recorded', 'recorded', 'duplicate', 'conflict'];
  expect(await sent(lines, '?dryRun=true')).toEqual(answers);
  expect(await sent(lines)).toEqual(answers);
});
