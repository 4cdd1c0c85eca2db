import { plainRand } from '@fynbos/domain/money.ts';
import { parse } from 'csv-parse/sync';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminToken } from '../testing/people.ts';
import { ADMIN, ADMIN2 } from '../testing/running-app.ts';
import { openProgramme60, type Programme } from './testing/programme.ts';

type Cells = Record<string, string>;
const NUMBER = 'FT01000000';
const LINE = {
  type: 'opening-balance',
  loyaltyTrackingNo: NUMBER,
  asOf: '2026-10-31',
  earned: 75.01,
  paid: 900,
  payeThisTaxYear: 300,
  grossThisTaxYear: 1200,
};
const cents = (rand: string | undefined): number => Math.round(Number(rand) * 100);

let books: Programme;
let [first, second] = ['', ''];

async function sent(lines: readonly object[], query = ''): Promise<string[]> {
  const { text } = await request(books.running.app)
    .post(`/api/admin/import${query}`)
    .auth(first, { type: 'bearer' })
    .set('Content-Type', 'application/x-ndjson')
    .send(lines.map((line) => JSON.stringify(line)).join('\n'))
    .expect(200);
  await books.settled();
  const answers = text.trim().split('\n');
  return answers.map((line) => JSON.parse(line).result).filter(Boolean);
}
async function balance(query = ''): Promise<Cells> {
  const { text } = await books.get(`/admin/reports/balances.csv${query}`).expect(200);
  return (
    (parse(text, { columns: true }) as Cells[]).find(({ loyaltyTrackingNo }) => loyaltyTrackingNo === NUMBER) ?? {}
  );
}
async function until<Found>(look: () => Promise<Found | null>): Promise<Found> {
  for (const end = Date.now() + 20_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const found = await look();
    if (found !== null) return found;
  }
  throw new Error('it did not come so far');
}

beforeAll(async () => {
  books = await openProgramme60(new Date('2026-11-17T08:00:00.000Z'));
  [first, second] = [await adminToken(books.running, ADMIN), await adminToken(books.running, ADMIN2)];
}, 120_000);
afterAll(() => books.running.close());

test('what the old system owed is owed once, what it paid is paid and never owed again, and the tax year is whole', async () => {
  const before = await balance();
  expect(await sent([LINE, LINE], '?dryRun=true')).toEqual(['recorded', 'duplicate']);
  expect(await balance()).toEqual(before);
  const wrong = { ...LINE, loyaltyTrackingNo: 'FT01000001' };
  expect(
    await sent([
      LINE,
      LINE,
      { ...LINE, paid: 901 },
      { ...wrong, asOf: '2026-11-19' },
      { ...wrong, payeThisTaxYear: 1201 },
      { ...wrong, earned: -1 },
      { ...wrong, earned: 1.001 },
    ]),
  ).toEqual(['recorded', 'duplicate', 'conflict', 'rejected', 'rejected', 'rejected', 'rejected']);
  const taken = await balance();
  const owed = cents(before.balance) + 75_01;
  expect(taken).toEqual({
    ...before,
    earned: plainRand(cents(before.earned) + 75_01),
    paid: '900.00',
    balance: plainRand(owed),
  });
  expect(await balance('?asOf=2026-11-16')).toEqual({});

  const runId = await books.exportRun('2026-11-17');
  const { body: run } = await books.get(`/admin/payouts/${runId}`).expect(200);
  await books.answerRun(runId, '2026-11-17', 'reference,outcome,reason\n');
  expect(run.status).toBe('exported');
  const paid = await balance();
  expect([cents(paid.balance), cents(paid.earned), cents(paid.paid)]).toEqual([0, 0, 900_00 + owed]);
  const { rows: entries } = await books.running.pool.query(
    `select kind, sum("grossCents")::float8 as gross, sum("payeCents")::float8 as paye, sum("nettCents")::float8 as nett
     from rm_tax.tax t join rm_agents.agents a on a.id = t."agentId"
     where a."loyaltyTrackingNo" = $1 and "taxYear" = 2027 group by kind order by kind`,
    [NUMBER],
  );
  expect(entries).toMatchObject([
    { kind: 'opening', gross: 1200_00, paye: 300_00 },
    { kind: 'paye', nett: owed },
  ]);

  const asked = await books.post('/admin/tax-years/2027/certificates', { reason: 'Year end' }).expect(202);
  await books.post(`/admin/approvals/${asked.body.approvalId}/approve`, { reason: 'seen' }, second).expect(200);
  const certificate = await until(async () => {
    const { body } = await books.get('/admin/certificates?range=[0,199]').expect(200);
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
  const { body: year } = await books.get('/admin/tax-years/2027').expect(200);
  expect(year.reconciliation.differences).toBe(0);
  expect(year.months).toContainEqual(
    expect.objectContaining({ month: '2026-10', isOpening: true, agents: 1, grossCents: 1200_00, payeCents: 300_00 }),
  );

  const { body: reconciliation } = await books.post('/admin/reconciliations', {}).expect(202);
  const compared = await until(async () => {
    const { body } = await books.get('/admin/reconciliations?range=[0,29]').expect(200);
    return body.find((one: Cells) => one.id === reconciliation.id && one.status !== 'running') ?? null;
  });
  expect(compared).toMatchObject({ status: 'equal', differences: 0 });
}, 60_000);
