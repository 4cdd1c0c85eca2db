import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { SARS_RULES, sarsFindings } from '@fynbos/domain/tax/sars-rules.ts';
import { verifierSource } from '@fynbos/event-store/audit/export-proof.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { payoutLines } from '@fynbos/projections/payout-lines/payout-lines.ts';
import { parse } from 'csv-parse/sync';
import type { Browser, Page } from 'playwright-core';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { STAFF_PASSWORD, staffToken } from '../../../services/api/testing/call.ts';
import { adminToken } from '../../../services/api/testing/people.ts';
import { openProgramme60, type Programme } from '../../../services/api/testing/programme.ts';
import { ADMIN, ADMIN2 } from '../../../services/api/testing/running-app.ts';
import { until } from '../../../services/api/testing/until.ts';
import { schemaErrors } from '../../../services/domain/bank-files/testing/schema-errors.ts';
import { readSarsFile } from '../../../services/domain/tax/sars-file.ts';
import { describeInBrowser } from '../../support/chromium.ts';
import { launch } from '../browser.ts';
import { servePages } from './fixture.ts';
import { openAs } from './sign-in.ts';

type Cells = Record<string, string>;
interface Step {
  readonly step: string;
  readonly state: string;
  readonly digest: string;
  readonly isSignedOff: boolean;
  readonly isChanged: boolean;
  readonly figures: readonly { readonly label: string; readonly value: string }[];
}
/** The nett total from which a run needs two approvers: less than January's run, more than February's. */
const LARGE_CENTS = 10_000_00;
const cents = (rand: string | undefined): number => Math.round(Number(rand) * 100);
const at = (day: string, hour = '08'): Date => new Date(`${day}T${hour}:00:00.000Z`);

let programme: Programme;
let folder: string;
let browser: Browser;
let pages: Awaited<ReturnType<typeof servePages>>;

const month = async (name: string) => (await programme.get(`/admin/month-closes/${name}`).expect(200)).body;
const csv = async (to: string): Promise<Cells[]> =>
  parse((await programme.get(to).expect(200)).text, { columns: true }) as Cells[];

async function reconcile(): Promise<void> {
  const { body } = await programme.post('/admin/reconciliations', {}).expect(202);
  await until(async () => {
    const { body: all } = await programme.get('/admin/reconciliations?range=[0,20]').expect(200);
    return all.some(({ id, status }: Cells) => id === body.id && status !== 'running');
  });
  await programme.settled();
}

/** Opens a page in a window of its own, signed in as an administrator. */
async function open(path: string, who: { email: string; password: string }): Promise<Page> {
  const page = await openAs(browser, pages.url, who);
  await page.goto(`${pages.url}/admin/${path}`);
  return page;
}

/** Opens the page of a month, as one of the two administrators. */
async function openMonth(name: string, who = ADMIN): Promise<Page> {
  const page = await open(`month-closes/${name}`, who);
  await page.getByRole('table', { name: 'Steps' }).waitFor();
  return page;
}

/** Approves a run on its page. `wrong` totals are typed first, and refused. */
async function approveRun(id: string, total: string, who: typeof ADMIN, wrong: readonly string[] = []): Promise<void> {
  const page = await open(`payouts/${id}`, who);
  await page.getByRole('button', { name: 'Approve' }).click();
  const dialog = page.getByRole('dialog');
  for (const typed of [...wrong, total]) {
    await dialog.getByLabel('Nett total').fill(typed);
    await dialog.getByRole('button', { name: 'Approve' }).click();
    if (typed !== total) await dialog.getByText('Check the lines again.').first().waitFor();
  }
  await dialog.waitFor({ state: 'detached' });
  await page.context().close();
}

/** Signs every open step off on the page of the month, with a note where the step needs attention. */
async function signOffAll(name: string): Promise<void> {
  const page = await openMonth(name);
  const all = ((await month(name)).steps as Step[]).length;
  for (let done = await page.getByRole('button', { name: 'Withdraw sign-off' }).count(); done < all; done++) {
    const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Sign off', exact: true }) });
    const isAttention = (await row.first().getByText('Attention').count()) > 0;
    await row.first().getByRole('button', { name: 'Sign off', exact: true }).click();
    if (isAttention) {
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Reason').fill('Seen, and carried into the next month');
      await dialog.getByRole('button', { name: 'Sign off' }).click();
    }
    await page.getByRole('button', { name: 'Withdraw sign-off' }).nth(done).waitFor();
  }
  await page.context().close();
}

/** Closes a month on its page; the second administrator opens the request there and approves it. */
async function close(name: string): Promise<void> {
  const page = await openMonth(name);
  await page.getByRole('button', { name: 'Close month' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill(`${name} is complete`);
  await dialog.getByRole('button', { name: 'Request closing' }).click();
  const waiting = 'A request for this month is waiting for approval.';
  await page.getByRole('link', { name: waiting }).waitFor();
  await page.context().close();
  const { waitingApprovalId } = await month(name);
  await programme.post(`/admin/approvals/${waitingApprovalId}/approve`, { reason: 'I closed it myself' }).expect(403);

  const second = await openMonth(name, ADMIN2);
  await second.getByRole('link', { name: waiting }).click();
  await second.getByRole('button', { name: 'Approve' }).click();
  await second.getByRole('dialog').getByLabel('Reason').fill('Agreed');
  await second.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await until(async () => (await month(name)).status === 'closed');
  await second.context().close();
  await programme.settled();
}

/** Above the limit for two approvers, with a typed total. Returns its id when its files are written. */
async function exportLargeRun(payDate: string): Promise<string> {
  const second = await adminToken(programme.running, ADMIN2);
  const limits = {
    approverBands: [{ fromNettCents: LARGE_CENTS, approvers: 2 }],
    statedTotalFromCents: LARGE_CENTS,
    eftItemCents: 5_000_000_00,
    crossBorderItemCents: 5_000_000_00,
  };
  const { body } = await programme.post('/admin/payout-limits', { ...limits, reason: 'Decision of the board' });
  await programme.post(`/admin/approvals/${body.approvalId}/approve`, { reason: 'Seen' }, second).expect(200);
  const { body: proposed } = await programme.post('/admin/payouts', { cutOff: payDate, payDate }).expect(201);
  const runIn = (status: string) =>
    until(async () => {
      const { body: run } = await programme.get(`/admin/payouts/${proposed.id}`).expect(200);
      return run.status === status ? run : null;
    });
  const { frozen, approversNeeded, needsStatedTotal } = await runIn('frozen');
  expect(frozen.nettCents).toBeGreaterThan(LARGE_CENTS);
  expect([approversNeeded, needsStatedTotal]).toEqual([2, true]);
  const total = (frozen.nettCents / 100).toFixed(2);
  await approveRun(proposed.id, total, ADMIN2, [(frozen.nettCents / 100 - 1).toFixed(2)]);
  await programme.settled();
  expect((await runIn('frozen')).approvals).toHaveLength(1);
  await programme.post(`/admin/payouts/${proposed.id}/approve`, { statedNettCents: frozen.nettCents }).expect(403);
  await staffToken(programme.running, 'Finance');
  await approveRun(proposed.id, total, { email: 'finance.person@fynbos.example', password: STAFF_PASSWORD });
  await runIn('exported');
  await programme.settled();
  return proposed.id;
}

/** Expects that a run's bank files read back without an error and that the ISO 20022 message fits its schema. */
async function expectAcceptedFiles(runId: string): Promise<void> {
  const run = (await programme.get(`/admin/payouts/${runId}`).expect(200)).body;
  expect(run.files.map(({ format }: Cells) => format)).toEqual(['csv', 'binsol', 'acb']);
  for (const { format } of run.files) {
    const { body } = await programme.get(`/admin/payouts/${runId}/files/${format}/check`).expect(200);
    expect(body).toMatchObject({ errors: [], lines: run.sent.lines, cents: run.sent.nettCents });
  }
  const { text } = await programme.get(`/admin/payouts/${runId}/pain001`).buffer(true).expect(200);
  expect(await schemaErrors(text)).toEqual([]);
  const amounts = [...text.matchAll(/<InstdAmt Ccy="ZAR">([\d.]+)</g)].map(([, amount]) => cents(amount));
  expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(run.sent.nettCents);
}

/** Sends a credit note for the invoice of a reservation. */
async function credit(reservationNo: string): Promise<void> {
  const { rows } = await programme.running.pool.query<{ invoiceNo: string }>(
    'select "invoiceNo" from rm_incentives.incentives where "reservationNo" = $1',
    [reservationNo],
  );
  const invoiceNo = rows[0]?.invoiceNo;
  const scopes = ['rental-events:write', 'rental-events:any'];
  const { body } = await programme.post('/admin/integrators', { name: `Credits ${randomUUID()}`, scopes }).expect(201);
  const now = programme.running.clock.now.toISOString();
  await request(programme.running.app)
    .post('/api/integrations/rental-events')
    .auth(body.apiKey, { type: 'bearer' })
    .send({
      type: 'credit-note',
      eventId: randomUUID(),
      occurredAt: now,
      reservationNo,
      invoiceNo,
      creditNoteNo: `CN-${invoiceNo}`,
      creditDate: now.slice(0, 10),
    })
    .expect(201);
  await programme.settled();
}

interface LogEvent {
  readonly streamId: string;
  readonly type: string;
  readonly data: {
    readonly nettCents: number;
    readonly grossCents: number;
    readonly payeCents: number;
    readonly paidOn: string;
    readonly before: { readonly status: string; readonly nettCents: number } | null;
    readonly after: { readonly status: string; readonly nettCents: number };
  };
  readonly metadata: { readonly recordedAt: string };
}

/** The account events of the exported log, read without any code of the product. */
async function exportedEvents(): Promise<LogEvent[]> {
  const { body } = await programme
    .get('/admin/proof/export')
    .buffer(true)
    .parse((response, done) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => done(null, Buffer.concat(chunks).toString()));
    });
  return (body as unknown as string).split('\n').flatMap((line) => {
    const event = line ? (JSON.parse(line) as { event?: LogEvent }).event : undefined;
    return event?.streamId.startsWith('rewards-account-') ? [event] : [];
  });
}

/** The balances owed at an instant, folded from the exported log. */
async function owedAt(instant: string): Promise<number> {
  const earned = (posting: LogEvent['data']['before']) => (posting?.status === 'Earned' ? posting.nettCents : 0);
  let owed = 0;
  for (const { type, data, metadata } of await exportedEvents()) {
    if (metadata.recordedAt > instant) continue;
    if (type === 'RewardPosted') owed += earned(data.after) - earned(data.before);
    if (type === 'AccountAdjusted' || type === 'OpeningBalanceTaken' || type === 'PayoutReturned')
      owed += data.nettCents;
    if (type === 'PayoutPaid' || type === 'RewardExpired') owed -= data.nettCents;
  }
  return owed;
}

/** Gross and PAYE of the payments by a key, folded from the exported log. A returned payment is taken out again. */
async function paidBy(
  keyOf: (event: LogEvent) => string,
): Promise<Record<string, { grossCents: number; payeCents: number }>> {
  const sums: Record<string, { grossCents: number; payeCents: number }> = {};
  for (const event of await exportedEvents()) {
    const { type, data } = event;
    if (type !== 'PayoutPaid' && type !== 'PayoutReturned') continue;
    const sign = type === 'PayoutPaid' ? 1 : -1;
    const key = keyOf(event);
    const { grossCents = 0, payeCents = 0 } = sums[key] ?? {};
    sums[key] = { grossCents: grossCents + sign * data.grossCents, payeCents: payeCents + sign * data.payeCents };
  }
  return sums;
}

/** For SARS: agrees with the payments of each agent, folded from the exported log, and meets the pre-flight. */
async function expectSarsFile(taxYear: number): Promise<void> {
  const second = await adminToken(programme.running, ADMIN2);
  const order = { reason: 'The tax year is over' };
  const { body } = await programme.post(`/admin/tax-years/${taxYear}/certificates`, order).expect(202);
  await programme.post(`/admin/approvals/${body.approvalId}/approve`, { reason: 'seen' }, second).expect(200);
  const paid = await paidBy(({ streamId }) => streamId);
  const folded = Object.values(paid).filter(({ grossCents }) => grossCents > 0);
  const { records, errors } = await until(async () => {
    const { text } = await programme.get(`/admin/tax-years/${taxYear}/sars.csv`).expect(200);
    const file = readSarsFile(text);
    return file.records.length === folded.length + 2 ? file : null;
  });
  expect(errors).toEqual([]);
  const people = records.filter((record) => record.has('3010'));
  expect(new Set(people.map((record) => record.get('3180')))).toEqual(new Set([`${taxYear}0229`]));
  const figures = people.map((record) => `${record.get('3699')} ${cents(record.get('4102') ?? '0')}`);
  const expected = folded.map(({ grossCents, payeCents }) => `${Math.floor(grossCents / 100)} ${payeCents}`);
  expect(figures.sort()).toEqual(expected.sort());
  const { body: preflight } = await programme.get(`/admin/tax-years/${taxYear}/preflight`).expect(200);
  const { length } = people;
  expect(preflight).toMatchObject({ certificates: length, complete: length, employer: [], people: [] });
  expect(sarsFindings(records, SARS_RULES)).toEqual([]);
}

await describeInBrowser('three months with a tax year end on a leap day', () => {
  beforeAll(async () => {
    // The sixty agents' rentals of 2025 and 2026 arrive in January 2028, as late as an integrator can send them.
    programme = await openProgramme60(at('2028-01-10'));
    pages = await servePages(programme.running);
    browser = await launch();
    folder = await mkdtemp(path.join(os.tmpdir(), 'evidence-'));
    await writeFile(path.join(folder, 'verify-export.mjs'), await verifierSource());
  });
  afterAll(async () => {
    await browser.close();
    await pages.close();
    await programme.running.close();
    await rm(folder, { recursive: true });
  });

  let leapRun: string;
  let returned: Cells;

  test('January is closed with the rentals that arrived late, and cannot be closed before its end', async () => {
    await programme.moveTo(at('2028-01-31'));
    const runId = await exportLargeRun('2028-01-31');
    const running = await month('2028-01');
    expect(running.status).toBe('running');
    expect(running.steps.find(({ step }: Step) => step === 'payout-runs').state).toBe('blocked');
    await programme.answerRun(runId, '2028-01-31', 'reference,outcome,reason\n');
    const paye = (await month('2028-01')).steps.find(({ step }: Step) => step === 'paye');
    await programme
      .post('/admin/month-closes/2028-01/steps/paye/sign-off', { digest: paye.digest, note: '' })
      .expect(409);
    await programme.moveTo(at('2028-02-01'));
    await reconcile();
    await programme.post('/admin/month-closes/2028-01/close', { reason: 'Too early' }).expect(409);
    await signOffAll('2028-01');
    await close('2028-01');
    const closed = await month('2028-01');
    expect(closed).toMatchObject({ status: 'closed', openingCents: 0, signedOff: closed.steps.length });
    expect(closed.closingCents).toBe(await owedAt('2028-01-31T21:59:59.999Z'));
    expect(closed.latePostings.length).toBeGreaterThan(10);
    expect(closed.latePostings.every(({ belongsTo }: Cells) => (belongsTo ?? '') < '2028-01')).toBe(true);
    await programme.post('/admin/month-closes/2028-01/steps/paye/reopen', { reason: 'Another look' }).expect(409);
  });

  test('a step has an owner who can close months', async () => {
    const { people } = await month('2028-02');
    const [owner] = people as { id: number; name: string }[];
    await programme.post('/admin/month-closes/2028-02/steps/paye/owner', { adminId: owner?.id }).expect(200);
    await programme.settled();
    const { steps } = await month('2028-02');
    expect(steps.find(({ step }: Step) => step === 'paye')).toMatchObject({ owner: owner?.id, ownerName: owner?.name });
    await programme.post('/admin/month-closes/2028-02/steps/paye/owner', { adminId: 999_999 }).expect(422);
    await programme.post('/admin/month-closes/2028-01/steps/paye/owner', { adminId: owner?.id }).expect(409);
  });

  test('February has 29 days, a credit of a paid reward, and a payment on its last day', async () => {
    const paid = (await csv('/admin/reports/rewards.csv')).filter(({ status }) => status === 'Paid');
    for (const { reservationNo } of paid.slice(0, 3)) await credit(reservationNo as string);
    const correction = { reason: 'Error', text: 'Promised by letter', grossCents: 1_000_00 };
    const second = await adminToken(programme.running, ADMIN2);
    const { rows } = await programme.running.pool.query<{ agentId: number }>(
      `select distinct "agentId" from ${readModelTable(payoutLines).sql} where state = $1 order by 1 limit 3`,
      ['paid'],
    );
    expect(rows).toHaveLength(3);
    for (const { agentId } of rows) {
      const { body } = await programme.post('/admin/corrections', { ...correction, agentId }).expect(202);
      await programme.post(`/admin/approvals/${body.approvalId}/approve`, { reason: 'Seen' }, second).expect(200);
    }
    await programme.settled();
    await programme.moveTo(at('2028-02-29'));
    leapRun = await programme.exportRun('2028-02-29');
    await expectAcceptedFiles(leapRun);
    await programme.answerRun(leapRun, '2028-02-29', 'reference,outcome,reason\n');
    [returned = {}] = (await csv(`/admin/payouts/${leapRun}/statement.csv`)).filter(({ state }) => state === 'paid');
    await programme.moveTo(at('2028-03-01', '06'));
    await reconcile();
    await signOffAll('2028-02');
    await close('2028-02');
    const closed = await month('2028-02');
    expect(closed.to).toBe('2028-02-29');
    expect(closed.openingCents).toBe((await month('2028-01')).closingCents);
    expect(closed.closingCents).toBe(await owedAt('2028-02-29T21:59:59.999Z'));
    expect(closed.latePostings).toContainEqual(expect.objectContaining({ cause: 'credited', entries: 3 }));
  });

  test('lists the return of a February payment in March, and leaves February as it was closed', async () => {
    const before = await month('2028-02');
    await programme
      .upload(
        `/admin/payouts/${leapRun}/answer?answerId=${randomUUID()}&rest=open&on=2028-03-01`,
        `reference,outcome,reason\n${returned.loyaltyTrackingNo},returned,Account closed\n`,
      )
      .expect(202);
    await programme.settled();
    await until(async () => {
      const { body } = await programme.get(`/admin/payouts/${leapRun}`).expect(200);
      return body.returned.lines === 1;
    });
    await programme.settled();
    await programme.moveTo(at('2028-04-03'));
    await reconcile();
    const march = await month('2028-03');
    expect(march.openingCents).toBe(before.closingCents);
    expect(march.closingCents - march.openingCents).toBe(cents(returned.nett));
    expect(march.closingCents).toBe(await owedAt('2028-03-31T21:59:59.999Z'));
    const folded = await paidBy(({ data }) => data.paidOn.slice(0, 7));
    const { body: year } = await programme.get('/admin/tax-years/2028').expect(200);
    for (const name of ['2028-01', '2028-02'])
      expect(year.months).toContainEqual(expect.objectContaining({ month: name, ...folded[name] }));
    expect(Object.keys(folded).sort()).toEqual(['2028-01', '2028-02']);
    await expectSarsFile(2028);
    await signOffAll('2028-03');
    await close('2028-03');
    const { openingCents, closingCents, evidence } = await month('2028-02');
    expect({ openingCents, closingCents, evidence }).toEqual({
      openingCents: before.openingCents,
      closingCents: before.closingCents,
      evidence: before.evidence,
    });
    const { body: months } = await programme.get('/admin/month-closes').expect(200);
    const states = new Map(months.map((each: Cells) => [each.month, each.status]));
    expect(['2028-01', '2028-02', '2028-03', '2028-04'].map((name) => states.get(name))).toEqual([
      'closed',
      'closed',
      'closed',
      'running',
    ]);
  });

  test('an outsider verifies the evidence pack of a month, and sees a document that was edited', async () => {
    const { body } = await programme
      .get('/admin/month-closes/2028-02/evidence.ndjson')
      .expect(200)
      .buffer(true)
      .parse((response, done) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => done(null, Buffer.concat(chunks).toString()));
      });
    const text = body as unknown as string;
    const verify = async (content: string) => {
      await writeFile(path.join(folder, 'evidence.ndjson'), content);
      const args = ['verify-export.mjs', 'evidence.ndjson', '--extract', 'documents'];
      const done = spawnSync(process.execPath, args, { cwd: folder, env: {} });
      return { code: done.status, said: `${done.stdout}${done.stderr}` };
    };
    const { code, said } = await verify(text);
    expect(said).toContain('INTACT');
    expect(said).toMatch(/document journal-2028-02\.csv: \d+ bytes, as recorded at the closing/);
    expect(code).toBe(0);
    const journal = parse(await readFile(path.join(folder, 'documents/journal-2028-02.csv'), 'utf8'), {
      columns: true,
    });
    const sum = (side: 'debit' | 'credit') => (journal as Cells[]).reduce((all, row) => all + cents(row[side]), 0);
    expect(sum('debit')).toBe(sum('credit'));
    expect(sum('debit')).toBeGreaterThan(0);
    const forged = text.replace(/"content":"([^"]+)"/, (_all, content: string) => {
      const edited = Buffer.from(content, 'base64').toString().replace('.00', '.01');
      return `"content":"${Buffer.from(edited).toString('base64')}"`;
    });
    const refused = await verify(forged);
    expect(refused.said).toContain('is not the one that was recorded at the closing');
    expect(refused.code).toBe(1);
  });
});
