import { randomUUID } from 'node:crypto';
import { readSarsFile } from '@fynbos/domain/tax/sars-file.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bytes, wordsOf } from '../testing/pdf.ts';
import { adminToken } from '../testing/people.ts';
import { openProgramme60, type Programme } from '../testing/programme.ts';
import { ADMIN2 } from '../testing/running-app.ts';
import { until } from '../testing/until.ts';

interface Certificate {
  readonly id: string;
  readonly agentId: number;
  readonly version: number;
  readonly withdrawnAt: string | null;
}
interface Line {
  readonly agentId: number;
  readonly loyaltyTrackingNo: string;
  readonly state: string;
}

let harness: Programme;
let runId: string;
let own: Line;
let second: string;
const lines = async (): Promise<Line[]> => {
  const { rows } = await harness.running.pool.query<Line>(
    `select l."agentId", a."loyaltyTrackingNo", l.state from "rm_payout_lines"."payoutLines" l
     join rm_agents.agents a on a.id = l."agentId" where l."runId" = $1 order by l."agentId"`,
    [runId],
  );
  return rows;
};
const certificates = async (taxYear: number): Promise<Certificate[]> => {
  const filter = encodeURIComponent(JSON.stringify({ taxYear }));
  return (await harness.get(`/admin/certificates?range=[0,199]&filter=${filter}`).expect(200)).body;
};
async function answer(csv: string, rest: 'open' | 'paid', on: string): Promise<void> {
  await harness
    .upload(`/admin/payouts/${runId}/answer?answerId=${randomUUID()}&rest=${rest}&on=${on}`, csv)
    .expect(202);
}
const stateOf = (state: string) =>
  until(async () => ((await lines()).find(({ agentId }) => agentId === own.agentId)?.state === state ? true : null));
async function order(taxYear: number): Promise<void> {
  const asked = await harness.post(`/admin/tax-years/${taxYear}/certificates`, { reason: 'Year end' }).expect(202);
  await harness.post(`/admin/approvals/${asked.body.approvalId}/approve`, { reason: 'seen' }, second).expect(200);
}
async function moveTo(at: string): Promise<void> {
  await harness.moveTo(new Date(at));
  second = await adminToken(harness.running, ADMIN2);
}
const reconciled = async (taxYear: number) =>
  (await harness.get(`/admin/tax-years/${taxYear}`).expect(200)).body.reconciliation;

beforeAll(async () => {
  harness = await openProgramme60(new Date('2027-02-25T08:00:00.000Z'));
  await moveTo('2027-02-25T08:00:00.000Z');
  runId = await harness.exportRun('2027-02-25');
  const [line] = (await lines()).filter(({ state }) => state !== 'left-out' && state !== 'dropped');
  if (!line) throw new Error('the run has no line');
  own = line;
});
afterAll(() => harness.running.close());

test('withdraws a certificate after its payment was returned, and omits it from the file for SARS', async () => {
  await answer(`reference,outcome,reason\n${own.loyaltyTrackingNo},paid,\n`, 'open', '2027-02-25');
  await stateOf('paid');
  await moveTo('2027-03-01T08:00:00.000Z');
  await order(2027);
  const [issued] = await until(async () => {
    const all = await certificates(2027);
    return all.length > 0 ? all : null;
  });
  expect(issued).toMatchObject({ agentId: own.agentId, version: 1, withdrawnAt: null });
  const { id = '' } = issued ?? {};
  const typesSent = async () => {
    const { records, errors } = readSarsFile((await harness.get('/admin/tax-years/2027/sars.csv').expect(200)).text);
    expect(errors).toEqual([]);
    return records.map((record) => record.get('3015')).filter(Boolean);
  };
  expect(await typesSent()).toEqual(['IRP5']);

  await moveTo('2027-03-02T08:00:00.000Z');
  await answer(`reference,outcome,reason\n${own.loyaltyTrackingNo},returned,closed\n`, 'open', '2027-02-26');
  await stateOf('returned');
  await harness.settled();
  await order(2027);
  const withdrawn = await until(async () => {
    const all = await certificates(2027);
    return all[0]?.withdrawnAt ? all : null;
  });
  expect(withdrawn).toMatchObject([{ id, version: 1, withdrawnAt: '2027-03-02T08:00:00.000Z' }]);
  expect(await typesSent()).toEqual([]);
  const { reconciliation, months } = (await harness.get('/admin/tax-years/2027').expect(200)).body;
  expect(reconciliation).toMatchObject({ differences: 0, totals: { certificatesGross: 0, monthsGross: 0 } });
  expect(months).toMatchObject([{ month: '2027-02', agents: 0, grossCents: 0 }]);
  const { body: versions } = await harness.get(`/admin/certificates/${id}/versions`).expect(200);
  expect(versions).toMatchObject([{ version: 1, supersededBy: null, withdrawnOn: '2027-03-02T08:00:00.000Z' }]);
  const pdf = await harness.get(`/admin/certificates/${id}/certificate.pdf`).buffer(true).parse(bytes).expect(200);
  expect(wordsOf(pdf.body)).toMatch(/WITHDRAWN on 2\u00a0Mar\u00a02027/);
  await harness.post(`/admin/certificates/${id}/reissue`, { reason: 'Lost' }).expect(409);
});

test('counts a payment of March in the next tax year although its pay date is in February', async () => {
  await harness.answerRun(runId, '2027-03-01', 'reference,outcome,reason\n');
  expect(await reconciled(2027)).toMatchObject({ differences: 0, totals: { monthsGross: 0, linesGross: 0 } });
  await order(2028);
  const paid = (await lines()).filter(({ state }) => state === 'paid').length;
  expect(paid).toBeGreaterThan(1);
  await until(async () => ((await certificates(2028)).length === paid ? true : null));
  const next = await reconciled(2028);
  expect(next).toMatchObject({ differences: 0, agents: paid });
  expect(next.totals.linesGross).toBe(next.totals.monthsGross);
});

test('makes the file to August with every payment since March and the returns of those months', async () => {
  const { body: early } = await harness.get('/admin/tax-years/2028/sars.csv?period=interim').expect(409);
  expect(early.message).toContain('31\u00a0Aug\u00a02027');
  await moveTo('2027-09-01T08:00:00.000Z');
  const { text, headers } = await harness.get('/admin/tax-years/2028/sars.csv?period=interim').expect(200);
  expect(headers['content-disposition']).toContain('sars-202708-file-1.csv');
  const { records, errors } = readSarsFile(text);
  expect(errors).toEqual([]);
  expect([records[0]?.get('2030'), records[0]?.get('2031')]).toEqual(['2028', '202708']);
  const people = records.filter((record) => record.has('3010'));
  const issued = await certificates(2028);
  expect(people.length).toBe(issued.length);
  for (const person of people) {
    expect(person.get('3010')?.slice(10, 16)).toBe('202708');
    expect([person.get('3170'), person.get('3180'), person.get('3210')]).toEqual(['20270301', '20270831', '6.0000']);
  }
  const { body } = await harness.get('/admin/tax-years/2028/emp501').expect(200);
  expect(body).toMatchObject([
    { period: 'interim', code: '202708', certificates: issued.length, differenceCents: 0, isOver: true },
    { period: 'final', code: '202802', certificates: issued.length, differenceCents: 0, isOver: false },
  ]);
  expect(body[0].certifiedPayeCents).toBeGreaterThan(0);
});

test('names and counts the results that were recorded after the return of their month was due (T9)', async () => {
  const { body: before } = await harness.get('/admin/tax-years/2028').expect(200);
  expect(before).toMatchObject({ amendments: [], amendmentCount: 0 });
  const late = (await lines()).find(({ state }) => state === 'paid') as Line;
  await answer(`reference,outcome,reason\n${late.loyaltyTrackingNo},returned,closed\n`, 'open', '2027-03-02');
  await until(async () => (await lines()).some((line) => line.agentId === late.agentId && line.state === 'returned'));
  await harness.settled();
  const { body } = await harness.get('/admin/tax-years/2028').expect(200);
  expect(body).toMatchObject({
    amendments: [{ agentId: late.agentId, runId, state: 'returned', paidOn: '2027-03-01' }],
    amendmentCount: 1,
  });
});
