import { randomUUID } from 'node:crypto';
import { handle } from '@fynbos/application/handle.ts';
import { TRACKING_CLAIM } from '@fynbos/application/rentals/references.ts';
import { agentDecider, agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import { businessDayFrom } from '@fynbos/domain/business-days/business-days.ts';
import { dayOf, HOUR_MS } from '@fynbos/domain/calendar.ts';
import { ownerOf } from '@fynbos/event-store/claims/claims.ts';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FinanceHarness } from '../testing/finance-harness.ts';
import { bytes, wordsOf } from '../testing/pdf.ts';
import { newAgent, registrationForm } from '../testing/people.ts';
import { until } from '../testing/until.ts';

let harness: FinanceHarness;
let firstRun: string;
const get: FinanceHarness['get'] = (...of) => harness.get(...of);
const post: FinanceHarness['post'] = (...of) => harness.post(...of);

beforeAll(async () => {
  harness = await FinanceHarness.open([{ bankAccountNumber: '62011111112' }]);
  for (const { id } of [harness.agent, ...harness.others]) await harness.earn(id, `RES-${id}`, '2026-11-12');
});
afterAll(() => harness.close());

test('two people take a run from proposal to settled, with its file read back, a failure and a return', async () => {
  await post('/admin/payouts', { cutOff: '2026-11-12', payDate: '2026-11-15' }).expect(422);
  const proposed = await post('/admin/payouts', { cutOff: '2026-11-12', payDate: '2026-11-13' }).expect(201);
  const id = proposed.body.id as string;
  firstRun = id;
  const frozen = await harness.runWith(id, ({ status }) => status === 'frozen');
  expect(frozen.frozen).toEqual({ lines: 2, grossCents: 400_00, payeCents: 100_00, nettCents: 300_00 });

  const { body: risks } = await get(`/admin/payouts/${id}/risks`).expect(200);
  expect(risks.totals).toEqual([
    { risk: 'new-payee', lines: 2, nettCents: 300_00 },
    { risk: 'changed-account', lines: 2, nettCents: 300_00 },
    { risk: 'jump', lines: 0, nettCents: 0 },
    { risk: 'shared-account', lines: 0, nettCents: 0 },
    { risk: 'first-cross-border', lines: 0, nettCents: 0 },
    { risk: 'incomplete-abroad', lines: 0, nettCents: 0 },
  ]);
  const { id: agentId, loyaltyTrackingNo } = harness.agent;
  expect(risks.lines[0]).toMatchObject({
    agentId,
    loyaltyTrackingNo,
    nettCents: 150_00,
    payments: 0,
    lastPaidOn: null,
  });

  const asFrozen = harness.running.clock.now.toISOString();
  harness.running.pass(60_000);
  const own = await post(`/admin/payouts/${id}/approve`, {}).expect(403);
  expect(own.body.message).toContain('another administrator must approve');
  await post('/admin/acb-files', { next: 42, reason: 'The payroll system sent 41 files' }).expect(200);
  await post(`/admin/payouts/${id}/approve`, {}, harness.second).expect(200);
  const exported = await harness.runWith(id, ({ status }) => status === 'exported');
  expect(exported.files.map(({ format }) => format)).toEqual(['csv', 'binsol', 'acb']);
  for (const format of ['csv', 'binsol', 'acb']) {
    const { body } = await get(`/admin/payouts/${id}/files/${format}/check`).expect(200);
    expect(body).toMatchObject({ errors: [], lines: 2, cents: 300_00 });
  }
  const file = await get(`/admin/payouts/${id}/files/binsol`).expect(200);
  expect(file.headers['content-disposition']).toContain('binsol.csv');
  expect(file.text).toContain(harness.agent.loyaltyTrackingNo);
  const taken = [{ file: 'payout-file', of: `payouts/${id}/binsol` }];
  expect(await harness.filesTaken()).toEqual(taken);
  await harness.running.services.db.query(
    `delete from finance."payoutFileParts" where "runId" = $1 and format like 'binsol/%' and part = 1`,
    [id],
  );
  const refused = await get(`/admin/payouts/${id}/files/binsol`).expect(409);
  expect(refused.body.message).toContain('The stored file was changed');
  expect(await harness.filesTaken(), 'nothing was handed out').toEqual(taken);

  const message = await get(`/admin/payouts/${id}/pain001`).buffer(true).expect(200);
  expect(message.headers['content-disposition']).toContain('pain001.xml');
  const xml = message.text;
  expect(xml).toContain('<NbOfTxs>2</NbOfTxs><CtrlSum>300.00</CtrlSum>');
  expect(xml.match(/<CdtTrfTxInf>/g)).toHaveLength(2);
  expect(xml).toContain('<Id>62011111112</Id>');
  expect(await harness.filesTaken()).toContainEqual({ file: 'payout-file', of: `payouts/${id}/pain001` });

  const acb = (await get(`/admin/payouts/${id}/files/acb`).buffer(true).expect(200)).text.split('\r\n');
  expect([acb[0]?.slice(34, 38), acb[1]?.slice(36, 40), acb.at(-2)?.slice(34, 38)]).toEqual(['0042', '0042', '0042']);
  const { body: numbered } = await get('/admin/acb-files').expect(200);
  expect(numbered).toMatchObject({ next: 43, files: [{ runId: id, generation: 42 }] });
  await post('/admin/acb-files', { next: 0, reason: 'x' }).expect(422);

  const answer = (csv: string, answerId: string, rest: 'open' | 'paid') =>
    harness.answer(id, csv, { answerId, rest, on: '2026-11-13' });
  const answerId = randomUUID();
  const early = await answer(`reference,outcome\n${harness.agent.loyaltyTrackingNo},paid\n`, answerId, 'paid').expect(
    422,
  );
  expect(early.body.errors[0].message).toContain('not be after today, 2026-11-12');
  await harness.pass(24 * HOUR_MS);
  const failed = `reference,outcome,reason\n${harness.others[0]?.loyaltyTrackingNo},failed,Account closed\n`;
  const match = (statement: string) =>
    request(harness.running.app)
      .post(`/api/admin/payouts/${id}/statement`)
      .auth(harness.first, { type: 'bearer' })
      .set('Content-Type', 'text/plain')
      .send(statement);
  const entries = [harness.agent, ...harness.others].flatMap(({ loyaltyTrackingNo }, n) => [
    `:61:261113D${150 + n},00NTRFNONREF`,
    `:86:${exported.reference} ${loyaltyTrackingNo}`,
  ]);
  const statement = [':20:A', ':60F:C261112ZAR0,', ...entries, ':61:261113D5,00NTRFFEES', '-'].join('\r\n');
  const preview = await match(statement).expect(200);
  expect(preview.body).toMatchObject({
    entries: 3,
    results: [{ agentId: harness.agent.id, outcome: 'paid', on: '2026-11-13', amountCents: 150_00 }],
    unmatched: [{ amountCents: 151_00, why: 'The amount differs from that of the line.' }],
    unmatchedEntries: 1,
    missing: 1,
  });
  // A payment that came back on its day is one result; an answer names a line once.
  const cameBack = entries.slice(0, 2).map((row) => row.replace('D150', 'C150'));
  const both = await match([':20:A', ':60F:C261112ZAR0,', ...entries.slice(0, 2), ...cameBack, '-'].join('\r\n'));
  expect(both.body).toMatchObject({
    results: [{ agentId: harness.agent.id, outcome: 'returned', on: '2026-11-13' }],
    unmatchedEntries: 0,
    transit: { shownCents: 0 },
  });
  const ofAccount = (account: string) => match(statement.replace(':60F:', `:25:${account}\r\n:60F:`));
  await ofAccount('250655/62000000001').expect(200);
  const another = await ofAccount('250655/62000000009').expect(422);
  expect(another.body.message).toContain('ending in 0009');
  const unread = await match('reference,outcome').expect(422);
  expect(unread.body.message).toContain('neither camt.053');
  const unpaids = (column: string) =>
    match(`Day,${column},Value,Code\n2026-11-13,${exported.reference} ${harness.agent.loyaltyTrackingNo},150.00,12\n`);
  await unpaids('Ref').expect(422);
  const columns = { reference: 'Ref', amount: 'Value', day: 'Day', returnReason: 'Code', isInCents: false };
  await post('/admin/unpaids-layout', { ...columns, reference: '1', reason: 'x' }).expect(422);
  await post('/admin/unpaids-layout', { ...columns, reason: 'Layout of our bank' }).expect(200);
  expect((await get('/admin/unpaids-layout').expect(200)).body).toMatchObject({
    ...columns,
    changes: [{ layout: columns, reason: 'Layout of our bank', setBy: { kind: 'admin' } }],
  });
  expect((await unpaids('Ref').expect(200)).body).toMatchObject({
    entries: 1,
    results: [{ agentId: harness.agent.id, outcome: 'returned', on: '2026-11-13', reason: 'Account closed' }],
    missing: 1,
  });
  const strange = await answer('reference,outcome\nFT1,paid\n', randomUUID(), 'paid').expect(422);
  expect(strange.body.errors[0]).toEqual({ field: 'line 2', message: 'FT1 is not a line of this run.' });
  // The refused answer recorded nothing, so its id is free.
  for (let n = 0; n < 2; n++) await answer(failed, answerId, 'paid').expect(202);
  const other = failed.replace('failed', 'paid');
  for (const [text, rest] of [
    [other, 'paid'],
    [failed, 'open'],
    ['reference,outcome\n', 'paid'],
  ] as const) {
    const { body } = await answer(text, answerId, rest).expect(409);
    expect(body.message).toContain('Another response was sent with this answerId.');
  }
  const settled = await harness.runWith(id, ({ status }) => status === 'settled');
  expect(settled).toMatchObject({ paid: { lines: 1, nettCents: 150_00 }, failed: { lines: 1 }, openLines: 0 });
  const book = (content: string) =>
    request(harness.running.app)
      .post(`/api/admin/payouts/${id}/cash-in-transit`)
      .auth(harness.first, { type: 'bearer' })
      .set('Content-Type', 'text/plain')
      .send(content);
  // The statement shows R100.00 of the R150.00 that were paid, and a later one the rest.
  const shows = (cents: string, day: string) =>
    [':20:A', `:60F:C${day}ZAR0,`, `:61:${day}D${cents}NTRFNONREF`, `:86:${exported.reference} X`, '-'].join('\r\n');
  const inTransit = (cents: number) =>
    until(async () => {
      const { rows } = await harness.running.services.db.query(
        `select sum("nettCents")::int as cents from rm_journal.journal where kind = 'in-transit'`,
      );
      return rows[0]?.cents === cents;
    });
  const compared = await match(shows('100,00', '261113')).expect(200);
  expect(compared.body.transit).toEqual({
    paidCents: 150_00,
    shownCents: 100_00,
    inTransitCents: 50_00,
    changeCents: 50_00,
  });
  await book(`Day,Ref,Value,Code\n2026-11-13,${exported.reference},1.00,12\n`).expect(422);
  for (let n = 0; n < 2; n++) await book(shows('100,00', '261113')).expect(200);
  await inTransit(50_00);
  expect((await match(shows('100,00', '261113')).expect(200)).body.transit).toMatchObject({ changeCents: 0 });
  await book(shows('50,00', '261114')).expect(200);
  await inTransit(0);
  // A corrected statement has the 14th without the run, and names the run on the 13th.
  const charges = ':61:261114D1,NTRFNONREF\r\n:86:BANK CHARGES\r\n:62F:C261114ZAR0,\r\n-';
  await book(shows('150,00', '261113').replace(/-$/, charges)).expect(200);
  await expect
    .poll(async () => (await match(shows('150,00', '261113')).expect(200)).body.transit)
    .toMatchObject({ shownCents: 150_00, changeCents: 0 });
  const back = `reference,outcome,reason\n${harness.agent.loyaltyTrackingNo},returned,No such account\n`;
  const beforePaid = await harness.answer(id, back, { answerId: randomUUID(), on: '2026-11-12' }).expect(422);
  expect(beforePaid.body.errors).toMatchObject([{ field: 'on', message: expect.stringContaining('2026-11-13') }]);
  await answer(back, randomUUID(), 'open').expect(202);
  // Reasons are counted from the lines, which are a separate read model.
  const returned = await harness.runWith(id, (run) => run.returned.lines === 1 && run.reasons.length === 2);
  expect(returned.paid).toMatchObject({ lines: 0, nettCents: 0 });
  const lines = await get(`/admin/payout-lines?filter=${encodeURIComponent(JSON.stringify({ runId: id }))}`).expect(
    200,
  );
  expect(lines.body.map(({ state, reason }: { state: string; reason: string }) => [state, reason])).toEqual([
    ['returned', 'No such account'],
    ['failed', 'Account closed'],
  ]);

  const { text: exportedLines } = await get(
    `/admin/payout-lines.csv?filter=${encodeURIComponent(JSON.stringify({ runId: id }))}`,
  ).expect(200);
  const [heading, firstLine] = exportedLines.split('\n');
  expect(heading).toContain('reference,loyaltyTrackingNo,firstName,surname,agentId,state,reason,gross,paye,nett');
  const { form } = harness.agent;
  const person = `${harness.agent.loyaltyTrackingNo},${form.firstName},${form.surname},${harness.agent.id}`;
  expect(firstLine).toContain(`${exported.reference},${person},returned,No such account,200.00,50.00,150.00,`);

  const { body: controls } = await get('/admin/controls?from=2026-11-01&to=2026-11-30').expect(200);
  expect(controls.findings.filter(({ control }: { control: string }) => control === 'owed-again')).toMatchObject([
    { subject: `payouts/${id}`, by: 'admin 1', what: '2 lines failed or returned, R300.00 owed again' },
  ]);

  // The bank corrects itself: the answer changes nothing, is shown, and two people record the other result.
  const own2 = harness.agent.loyaltyTrackingNo;
  const contradicting = await answer(`reference,outcome\n${own2},paid\n`, randomUUID(), 'open').expect(202);
  const found = { agentId: harness.agent.id, said: 'paid', recorded: 'returned' };
  expect(contradicting.body).toMatchObject({ ignoredLines: 1, ignored: [{ ...found, reference: own2 }] });
  expect(contradicting.body.message).toContain('1 line was not changed');
  const shown = await harness.runWith(id, (run) => run.contradictions.length === 1);
  expect(shown.contradictions).toMatchObject([
    { ...found, text: 'The bank’s response says paid; returned is recorded.' },
  ]);
  const findings = async (control: string) =>
    (await get('/admin/controls?from=2026-11-01&to=2026-11-30').expect(200)).body.findings.filter(
      (each: { control: string }) => each.control === control,
    );
  expect(await findings('contradicted-answer')).toMatchObject([{ subject: `payouts/${id}` }]);
  const correct = { agentId: harness.agent.id, to: 'paid', paidOn: '2026-11-13', reason: 'Bank statement 14' };
  await post(`/admin/payouts/${id}/results`, { ...correct, paidOn: '2026-11-14' }).expect(422);
  await post(`/admin/payouts/${id}/results`, { ...correct, to: 'failed' }).expect(409);
  await harness.withTwo(`/admin/payouts/${id}/results`, correct);
  // Contradictions are counted from the lines, which are a separate read model.
  const corrected = await harness.runWith(id, (run) => run.contradictions.length === 0 && run.paid.lines === 1);
  expect(corrected).toMatchObject({ paid: { lines: 1, nettCents: 150_00 }, returned: { lines: 0 }, openLines: 0 });
  expect(await harness.accountOf(harness.agent.id)).toMatchObject({
    balanceCents: 0,
    paidCents: 150_00,
    holds: { size: 0 },
  });
  const { body: year } = await get('/admin/tax-years/2027').expect(200);
  expect(year.months).toMatchObject([{ month: '2026-11', grossCents: 200_00, payeCents: 50_00 }]);
  expect(year.reconciliation.totals).toMatchObject({ monthsGross: 200_00, linesGross: 200_00 });
  expect(await findings('second-person')).toMatchObject([
    { requestedBy: 'admin 1', requestReason: 'Bank statement 14', approvedBy: 'admin 2', approvalReason: 'seen' },
  ]);
  await harness.withTwo(`/admin/payouts/${id}/results`, { ...correct, to: 'failed', paidOn: null });
  expect(await harness.accountOf(harness.agent.id)).toMatchObject({
    balanceCents: 150_00,
    paidCents: 0,
    holds: { size: 1 },
  });
  for (const { id: agentId } of [harness.agent, ...harness.others]) {
    const [holdId] = (await harness.accountOf(agentId)).holds.keys();
    const confirm = `/admin/holds/${encodeURIComponent(`${agentId}:${holdId}`)}/release`;
    await post(confirm, { reason: 'Confirmed by telephone' }).expect(200);
  }

  const { body: then } = await get(`/admin/payouts/${id}?asOf=${asFrozen}`).expect(200);
  expect(then).toMatchObject({ status: 'frozen', approvedBy: null, files: [], reasons: [], frozen: frozen.frozen });
  const reasons = returned.reasons.map(({ reason }) => reason).sort();
  expect(reasons).toEqual(['Account closed', 'No such account']);
  harness.running.pass(60_000);
  const { body: after } = await get(`/admin/payouts/${id}?asOf=${harness.running.clock.now.toISOString()}`).expect(200);
  const { body: past } = await get(
    `/admin/payouts/${id}?asOf=${new Date(harness.running.clock.now.getTime() - 1).toISOString()}`,
  ).expect(200);
  expect(after).toMatchObject({ paid: { lines: 0 }, failed: { lines: 2 } });
  expect(after.reasons).toHaveLength(2);
  expect({ ...past, reasons: null }).toEqual({ ...after, reasons: null });
  expect(past.reasons).toEqual(expect.arrayContaining(after.reasons));
  await get(`/admin/payouts/${id}?asOf=2026-11-01`).expect(404);
});

test('an agent has no access', async () => {
  const { token } = await newAgent(harness.running, { bankAccountNumber: '62011111115' });
  await post('/admin/payouts', { cutOff: '2026-11-12', payDate: '2026-11-13' }, token).expect(403);
  await get('/admin/payouts', token).expect(403);
});

describe('the lists behind the files', () => {
  const withTwo = (path: string, body: object) => harness.withTwo(path, { ...body, reason: 'Letter of the bank' });

  test('a branch code that two people changed for a day counts in forms, files and checks from that day on', async () => {
    await post('/admin/bank-list', {
      name: 'FNB',
      branchCode: '632005',
      effectiveFrom: '2026-11-13',
      reason: 'x',
    }).expect(422);
    const proposed = await post('/admin/payouts', { cutOff: '2026-11-12', payDate: '2026-11-16' }).expect(201);
    const id = proposed.body.id as string;
    const { frozen } = await harness.runWith(id, ({ status }) => status === 'frozen');
    const { nettCents } = frozen as { nettCents: number };
    const wrong = await post(`/admin/payouts/${id}/approve`, { statedNettCents: nettCents + 1 }, harness.second).expect(
      409,
    );
    expect(wrong.body.message).toContain('not R');
    await withTwo('/admin/bank-list', { name: 'Absa', branchCode: '632999', effectiveFrom: '2026-11-14' });
    const stated = { statedNettCents: nettCents, reason: 'Compared with the list' };
    await post(`/admin/payouts/${id}/approve`, stated, harness.second).expect(200);
    await harness.runWith(id, ({ status }) => status === 'exported');
    const file = await get(`/admin/payouts/${id}/files/csv`).expect(200);
    expect(file.text).toContain(',632999,ABSA,');
    expect(file.text).not.toContain('632005');
    const good = await get(`/admin/payouts/${id}/files/csv/check`).expect(200);
    expect(good.body.errors).toEqual([]);
    // The bank list changes again after the file was written; the check reports it.
    const change = { name: 'ABSA', branchCode: '632777', effectiveFrom: '2026-11-16', reason: 'Letter of the bank' };
    const asked = await post('/admin/bank-list', change).expect(202);
    const request = `/admin/approvals/${asked.body.approvalId}`;
    const { body: shown } = await get(request).expect(200);
    expect(shown).toMatchObject({
      summary: 'Absa has branch code 632777 from 2026-11-16',
      changes: [{ field: 'branchCode', before: '632999', after: '632777' }],
    });
    await harness.approve(request);
    const late = await get(`/admin/payouts/${id}/files/csv/check`).expect(200);
    expect(late.body.errors[0]).toContain('Absa has branch code 632777 on the pay date, not 632999');
    const offered = async () => (await get('/banks')).body.find((bank: { name: string }) => bank.name === 'Absa');
    expect(await offered()).toEqual({ name: 'Absa', branchCode: '632005' });
    await harness.pass(4 * 24 * HOUR_MS);
    expect(await offered()).toEqual({ name: 'Absa', branchCode: '632777' });
    const { body } = await get('/admin/bank-list').expect(200);
    expect(body.changes).toMatchObject([
      { type: 'BankListed', branchCode: '632777', reason: 'Letter of the bank' },
      { type: 'BankListed', branchCode: '632999', effectiveFrom: '2026-11-14' },
    ]);

    // A payment of far more than the agent was paid before is shown to the approver of the next run.
    await harness.answer(id, 'reference,outcome\n', { rest: 'paid', on: '2026-11-16' }).expect(202);
    await harness.runWith(id, ({ status }) => status === 'settled');
    await harness.earn(harness.agent.id, 'JUMP', '2026-11-16', 5_000_00);
    const next = await post('/admin/payouts', { cutOff: '2026-11-16', payDate: '2026-11-17' }).expect(201);
    await harness.runWith(next.body.id, ({ status }) => status === 'frozen');
    const { body: risks } = await get(`/admin/payouts/${next.body.id}/risks`).expect(200);
    expect(risks.lines).toMatchObject([
      {
        agentId: harness.agent.id,
        nettCents: 3_750_00,
        payments: 1,
        averageCents: 150_00,
        lastPaidOn: '2026-11-16',
        risks: ['changed-account', 'jump'],
      },
    ]);
    expect(risks.largest).toEqual(risks.lines);
  });

  test('an extra bank holiday is not a pay date until it is removed', async () => {
    const payOn = (payDate: string) => post('/admin/payouts', { cutOff: '2026-11-12', payDate });
    await withTwo('/admin/business-days', { day: '2026-11-25', name: 'Election day' });
    const refused = await payOn('2026-11-25').expect(422);
    expect(refused.body.errors[0].message).toContain('2026-11-26');
    const { body } = await get('/admin/business-days').expect(200);
    expect(body.holidays).toContainEqual({ day: '2026-11-25', name: 'Election day', isExtra: true });
    expect(body.changes).toMatchObject([{ type: 'ExtraHolidaySet', reason: 'Letter of the bank' }]);
    await withTwo('/admin/business-days', { day: '2026-11-25', name: null });
    await payOn('2026-11-25').expect(201);
  });
});

describe('a response with tracking numbers that files cannot contain', () => {
  const NUMBERS = ['ft-Abc1', 'FT-Twin', 'FT-twin', 'FT-1234567890-1234567890-1'] as const;
  let id: string;
  let runReference: string;

  beforeAll(async () => {
    const lines = NUMBERS.map((loyaltyTrackingNo, index) => {
      const {
        password: _,
        confirmPassword: __,
        ...form
      } = registrationForm({
        bankAccountNumber: String(4_059_000_000 + index),
      });
      return JSON.stringify({ type: 'agent', ...form, loyaltyTrackingNo, activeFrom: '2025-03-01' });
    });
    const { text } = await request(harness.running.app)
      .post('/api/admin/import')
      .auth(harness.first, { type: 'bearer' })
      .type('application/x-ndjson')
      .send(lines.join('\n'))
      .expect(200);
    expect(text.match(/"recorded"/g)?.length).toBeGreaterThanOrEqual(NUMBERS.length);
    const today = dayOf(harness.running.clock.now);
    for (const number of NUMBERS) await harness.earn(await agentIdOf(number), `RES-${number}`, today);
    ({ id, reference: runReference } = await harness.exported(today, businessDayFrom(today, new Map())));
  });

  async function agentIdOf(loyaltyTrackingNo: string): Promise<number> {
    const owner = await ownerOf(harness.running.services.log, TRACKING_CLAIM, loyaltyTrackingNo);
    return Number(owner?.slice('agent-'.length));
  }
  const answer = (...rows: readonly string[]) =>
    harness.answer(id, ['reference,outcome', ...rows, ''].join('\n'), { on: dayOf(harness.running.clock.now) });
  /** Returns the references of the BInSol file by account. */
  async function fileReferences(): Promise<string[]> {
    const { text } = await get(`/admin/payouts/${id}/files/binsol`).expect(200);
    const rows = text.split('\r\n').map((row: string) => row.split(','));
    return NUMBERS.map((_, index) => rows.find((row: string[]) => row[1] === String(4_059_000_000 + index))?.[5] ?? '');
  }

  test('is matched to the right agent when two numbers differ only by case', async () => {
    const references = await fileReferences();
    expect(new Set(references).size).toBe(NUMBERS.length);
    const { body } = await answer('FT-TWIN,paid', 'FT-NOBODY,paid').expect(422);
    expect(body.errors).toEqual([
      {
        field: 'line 2',
        message: `FT-TWIN may be ${references[1]} or ${references[2]}: use the reference in the payment file.`,
      },
      { field: 'line 3', message: 'FT-NOBODY is not a line of this run.' },
    ]);
    const twice = await answer('ft-Abc1,paid', 'FT-ABC1,paid').expect(422);
    expect(twice.body.errors).toEqual([{ field: 'line 3', message: 'FT-ABC1 occurs twice.' }]);
  });

  test('accepts the references of the files, and numbers in capitals', async () => {
    const [small, twin, other, long] = await fileReferences();
    await answer('FT-ABC1,failed', `${twin},paid`, `${runReference} ${other},failed`, `${long},paid`).expect(202);
    await harness.runWith(id, ({ failed }) => failed.lines === 2);
    const { body } = await get(
      `/admin/payout-lines?range=[0,99]&filter=${encodeURIComponent(JSON.stringify({ runId: id }))}`,
    ).expect(200);
    const states = new Map(body.map((line: { agentId: number; state: string }) => [line.agentId, line.state]));
    expect(await Promise.all(NUMBERS.map(async (number) => states.get(await agentIdOf(number))))).toEqual([
      'failed',
      'paid',
      'failed',
      'paid',
    ]);
    await answer(`${small},returned`).expect(202);
  });
});

test('a statement names the account of the payment, not a later one', async () => {
  const now = harness.running.clock.now;
  await handle(harness.running.services.log, {
    decider: agentDecider,
    streamId: agentStreamOf(harness.agent.id),
    command: { type: 'ChangeBankDetails', bank: { bankAccountNumber: '62088888888' } },
    context: { actor: { kind: 'system', id: 'test' }, now, correlationId: randomUUID() },
  });
  const pdf = await get(`/admin/payouts/${firstRun}/agents/${harness.agent.id}/statement.pdf`)
    .buffer(true)
    .parse(bytes)
    .expect(200);
  expect(wordsOf(pdf.body)).toContain('account ending in 4567');
});
