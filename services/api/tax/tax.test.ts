import { handle, load } from '@fynbos/application/handle.ts';
import { recordSarsFile } from '@fynbos/application/tax/submissions.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { accountStreamOf } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { type CertificateCommand, certificateDecider } from '@fynbos/domain/tax/certificate.ts';
import type { Certificate } from '@fynbos/domain/tax/events.ts';
import { readSarsFile } from '@fynbos/domain/tax/sars-file.ts';
import { taxYearDecider, taxYearStreamOf } from '@fynbos/domain/tax/tax-year.ts';
import { blockedKeys } from '@fynbos/projections/engine/blocked-keys.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FinanceHarness } from '../testing/finance-harness.ts';
import { bytes, wordsOf } from '../testing/pdf.ts';
import { newAgent, signInAgain } from '../testing/people.ts';
import { until } from '../testing/until.ts';

let harness: FinanceHarness;
beforeAll(async () => {
  harness = await FinanceHarness.open();
});
afterAll(() => harness.close());

describe('tax', () => {
  test.each([
    ['paye', 0.4, 'Under PAYE the rate of the reward policy applies: 25%.'],
    ['company-payee', 0.25, 'This treatment has no deduction. Its rate must be 0%.'],
  ])('rejects a treatment %s with a rate of %d, which would not be used', async (kind, rate, message) => {
    const request = { effectiveFrom: '2026-11-13', treatment: { kind, rate }, reason: 'Letter' };
    const { body } = await harness.post(`/admin/travel-agents/${harness.agent.id}/tax-treatment`, request).expect(422);
    expect(body.errors).toEqual([{ field: 'treatment', message }]);
  });

  test('stores no rate where the treatment has none of its own', async () => {
    const path = `/admin/travel-agents/${harness.agent.id}/tax-treatment`;
    const treatment = { kind: 'paye', rate: 0.25, evidence: 'Letter' };
    await harness.withTwo(path, { effectiveFrom: '2026-11-01', treatment, reason: 'Letter' });
    const { body } = await harness.get(path).expect(200);
    expect(body.treatments).toEqual([{ effectiveFrom: '2026-11-01', treatment: { kind: 'paye', evidence: 'Letter' } }]);
    const numberless = { effectiveFrom: '2026-11-01', treatment: { kind: 'directive', rate: 0.1 }, reason: 'Letter' };
    await harness.post(path, numberless).expect(422);
  });

  test('certifies payments without PAYE by an IT3(a) that equals the payouts', async () => {
    await harness.earn(harness.agent.id, 'RES-1', '2026-11-12');
    await harness.pay('2026-11-12', '2026-11-12');
    await harness.withTwo(`/admin/travel-agents/${harness.agent.id}/tax-treatment`, {
      effectiveFrom: '2026-11-13',
      treatment: { kind: 'independent-contractor', rate: 0, evidence: 'Contract of 2026' },
      reason: 'Contract seen',
    });
    await harness.earn(harness.agent.id, 'RES-2', '2026-11-12', 300_00);
    await harness.pay('2026-11-12', '2026-11-13');

    await harness.withTwo('/admin/tax-years/2027/certificates', { reason: 'Year end' });
    const rows = await until(async () => {
      const { body } = await harness.get(
        `/admin/certificates?filter=${encodeURIComponent(JSON.stringify({ agentId: harness.agent.id }))}`,
      );
      return body.length === 2 ? body : null;
    });
    const byType = Object.fromEntries(rows.map((row: { type: string }) => [row.type, row]));
    expect(byType.IRP5).toMatchObject({ taxYear: 2027, grossCents: 200_00, payeCents: 50_00, sourceCode: '3606' });
    expect(byType['IT3(a)']).toMatchObject({ grossCents: 300_00, payeCents: 0, reasonCode: '03' });

    const { body: year } = await harness.get('/admin/tax-years/2027').expect(200);
    expect(year.months).toEqual([
      { month: '2026-11', isOpening: false, agents: 1, grossCents: 500_00, payeCents: 50_00, nettCents: 450_00 },
    ]);
    expect(year.reconciliation).toMatchObject({
      differences: 0,
      negative: [],
      totals: { monthsGross: 500_00, certificatesGross: 500_00, linesGross: 500_00, linesPaye: 50_00 },
    });
    expect(year.completeness.incomplete).toBe(0);

    const file = await harness.get('/admin/tax-years/2027/sars.csv').expect(200);
    const { records, errors } = readSarsFile(file.text);
    expect(errors).toEqual([]);
    expect(records.map((record) => record.get('3015')).filter(Boolean)).toEqual(['IRP5', 'IT3(a)']);
    expect(records[1]?.get('4102')).toBe('50.00');
    expect(await harness.filesTaken()).toContainEqual({ file: 'tax-file', of: 'tax-years/2027' });
  });

  test('shows agents their own payouts, certificates and PDFs only', async () => {
    const { body: payouts } = await harness.get('/agent/payouts', harness.agentToken).expect(200);
    expect(payouts).toMatchObject([
      { nettCents: 300_00, treatment: 'independent-contractor', status: 'Paid' },
      { nettCents: 150_00, treatment: 'paye', status: 'Paid' },
    ]);
    const { body: newest } = await harness.get(`/agent/payouts/${payouts[0].id}`, harness.agentToken).expect(200);
    expect(newest.lines).toMatchObject([{ what: 'reward', name: 'RES-2', grossCents: 300_00, nettCents: 300_00 }]);
    const { body: certificates } = await harness.get('/agent/certificates', harness.agentToken).expect(200);
    expect(certificates).toMatchObject([
      { type: 'IRP5', history: [{ what: 'issued', version: 1, grossCents: 200_00 }] },
      { type: 'IT3(a)', history: [{ what: 'issued', version: 1, grossCents: 300_00 }] },
    ]);
    const pdf = await harness
      .get(`/agent/certificates/${certificates[0].id}/certificate.pdf`, harness.agentToken)
      .expect(200)
      .buffer(true)
      .parse(bytes);
    expect((pdf.body as Buffer).subarray(0, 5).toString()).toBe('%PDF-');
    const other = await newAgent(harness.running, { bankAccountNumber: '62011111113' });
    await harness.get(`/agent/payouts/${payouts[0].id}`, other.token).expect(404);
    await harness.get(`/agent/certificates/${certificates[0].id}/certificate.pdf`, other.token).expect(403);
    const { body: profile } = await harness.get('/agent/tax-profile', harness.agentToken).expect(200);
    expect(profile).toMatchObject({
      taxYear: 2027,
      treatment: { kind: 'paye', rate: 0.25 },
      thisTaxYear: { grossCents: 500_00, payeCents: 50_00 },
      keptBack: { reason: 'BelowMinimum' },
      missing: [],
    });
    const { body: untaxed } = await harness.get('/agent/tax-profile', other.token).expect(200);
    expect(untaxed.thisTaxYear).toEqual({ grossCents: 0, payeCents: 0 });
  });

  test('marks a reissued certificate as a duplicate', async () => {
    const { body } = await harness.get('/admin/certificates');
    const { headers } = await harness.post(`/admin/certificates/${body[0].id}/reissue`, { reason: 'Lost' }).expect(200);
    const again = await until(async () => {
      const found = await harness
        .get(`/admin/certificates?filter=${encodeURIComponent(JSON.stringify({ id: body[0].id }))}`)
        .set('X-Read-After', String(headers['x-position']));
      return found.headers['x-stale'] === 'true' ? null : found.body[0];
    });
    expect(again.copies).toBe(1);
    const own = await harness.get('/agent/certificates', harness.agentToken).expect(200);
    const history = own.body.find(({ id }: { id: string }) => id === body[0].id).history;
    expect(history).toMatchObject([{ what: 'issued' }, { what: 'duplicate', copy: 1 }]);
    expect(JSON.stringify(history)).not.toContain('Lost');
  });

  test('serves every version of a certificate and marks superseded ones', async () => {
    const { body: mine } = await harness.get('/agent/certificates', harness.agentToken).expect(200);
    const { id } = mine[0];
    const { state } = await load(harness.running.services.log, certificateDecider, `tax-certificate-${id}`);
    const issued = state.versions[0]?.certificate;
    if (!issued) throw new Error('nothing was issued');
    const { certificateNo } = issued;
    const certificate = {
      ...issued,
      certificateNo: `${certificateNo.slice(0, -4)}0002`,
      version: 2,
      grossCents: issued.grossCents + 100_00,
    };
    const context = {
      actor: { kind: 'admin', id: '1' } as const,
      now: harness.running.clock.now,
      correlationId: 'test',
    };
    await handle(harness.running.services.log, {
      decider: certificateDecider,
      streamId: `tax-certificate-${id}`,
      command: { type: 'IssueCertificate', certificate },
      context,
    });
    const { body: versions } = await harness.get(`/admin/certificates/${id}/versions`).expect(200);
    expect(versions).toMatchObject([
      { version: 2, certificateNo, supersededBy: null },
      { version: 1, grossCents: issued.grossCents, supersededBy: { version: 2, certificateNo } },
    ]);
    const words = async (path: string, token = harness.first) =>
      wordsOf((await harness.get(path, token).buffer(true).parse(bytes).expect(200)).body);
    for (const [path, token] of [
      [`/admin/certificates/${id}/certificate.pdf`, harness.first],
      [`/agent/certificates/${id}/certificate.pdf`, harness.agentToken],
    ] as const) {
      expect(await words(`${path}?version=1`, token)).toMatch(/SUPERSEDED on \d+\u00a0Nov\u00a02026 by version 2/);
      expect(await words(path, token)).not.toContain('SUPERSEDED');
      expect(await words(path, token)).toContain(certificateNo);
      await harness.get(`${path}?version=3`, token).expect(404);
    }
    const taken = (await harness.filesTaken()).filter(({ of }) => of === `certificates/${id}`);
    // Three by an administrator; downloads by the agent are not recorded.
    expect(taken).toEqual(Array(3).fill({ file: 'certificate', of: `certificates/${id}` }));
    const other = await newAgent(harness.running, { bankAccountNumber: '62011111115' });
    await harness.get(`/agent/certificates/${id}/certificate.pdf?version=1`, other.token).expect(403);
  });

  test('records the submission of a file, its corrections under the same number and its cancellations', async () => {
    await harness.withTwo('/admin/tax-years/2027/certificates', { reason: 'Year end' });
    await harness.running.folded('tax-certificates', 'tax-submissions');
    const year = '/admin/tax-years/2027';
    const file = await harness.get(`${year}/sars.csv`).expect(200);
    expect(file.headers['content-disposition']).toContain('sars-202702-file-');
    const final = async () => (await harness.get(`${year}/submissions`).expect(200)).body[1];
    const { files } = await final();
    const submission = { period: 'final', fileNo: files[0].fileNo, reference: 'EMP501-1', reason: 'Receipt seen' };
    const early = await harness.post(`${year}/submissions`, { ...submission, submittedOn: '2026-11-13' }).expect(409);
    expect(JSON.stringify(early.body)).toContain('The period ends on 2027-02-28');

    await harness.pass(Date.parse('2027-03-08T08:00:00.000Z') - harness.running.clock.now.getTime());
    const day = '2027-03-08';
    await harness.post(`${year}/submissions`, { ...submission, submittedOn: '2027-03-09' }).expect(422);
    await harness.withTwo(`${year}/submissions`, { ...submission, submittedOn: day });
    await harness.running.folded('tax-certificates', 'tax-submissions');
    expect(await final()).toMatchObject({
      files: [{ submitted: { on: day, reference: 'EMP501-1' } }, ...files.slice(1).map(() => ({}))],
      added: 0,
      correctedCount: 0,
      toCancelCount: 0,
    });
    const token = (await signInAgain(harness.running, harness.agent)).token;
    const { body: own } = await harness.get('/agent/certificates', token).expect(200);
    expect(own.map(({ atSars }: { atSars: object }) => atSars)).toMatchObject([
      { submittedOn: day, isCurrent: true },
      { submittedOn: day, isCurrent: true },
    ]);

    const { id, certificateNo, version } = own[0];
    const context = {
      actor: { kind: 'admin', id: '1' } as const,
      now: harness.running.clock.now,
      correlationId: 'test',
    };
    const change = (command: CertificateCommand) =>
      handle(harness.running.services.log, {
        decider: certificateDecider,
        streamId: `tax-certificate-${id}`,
        command,
        context,
      });
    const { state } = await load(harness.running.services.log, certificateDecider, `tax-certificate-${id}`);
    const last = state.versions.at(-1)?.certificate as Certificate;
    const corrected = {
      ...last,
      certificateNo: `${certificateNo.slice(0, -4)}0099`,
      version: version + 1,
      grossCents: 900_00,
    };
    await change({ type: 'IssueCertificate', certificate: corrected });
    await harness.running.folded('tax-certificates');
    expect(await final()).toMatchObject({
      corrected: [{ now: { certificateNo, grossCents: 900_00 }, submitted: { certificateNo } }],
      toCancel: [],
    });
    const changes = readSarsFile((await harness.get(`${year}/sars.csv?content=changes`).expect(200)).text);
    expect(changes.errors).toEqual([]);
    expect(changes.records.map((record) => record.get('3010')).filter(Boolean)).toEqual([certificateNo]);
    const cancellation = { certificateNos: [certificateNo], cancelledOn: day, reference: 'EMP601-1', reason: 'Seen' };
    const refused = await harness.post(`${year}/cancellations`, cancellation).expect(409);
    expect(JSON.stringify(refused.body)).toContain('Correct it under its number instead');

    await change({ type: 'WithdrawCertificate', version: version + 2, grossCents: 0, payeCents: 0 });
    await harness.running.folded('tax-certificates');
    expect((await final()).toCancel).toMatchObject([{ certificateNo }]);
    await harness.withTwo(`${year}/cancellations`, cancellation);
    await harness.running.folded('tax-certificates', 'tax-submissions');
    expect((await final()).toCancelCount).toBe(0);
    const { body: after } = await harness.get('/agent/certificates', token).expect(200);
    expect(after[0].atSars).toMatchObject({ cancelledOn: day, isCurrent: false });
  });

  test('records a file of several appends, and its submission, as a whole', async () => {
    const certificates = Array.from({ length: 4_501 }, (_, at) => ({
      certificateNo: `7000000000202602${String(at).padStart(14, '0')}`,
      agentId: 900_000 + at,
      type: 'IRP5' as const,
      version: 1,
      grossCents: 200_00,
      payeCents: 50_00,
    }));
    const { clock, services } = harness.running;
    const context = { actor: { kind: 'admin', id: '1' } as const, now: clock.now, correlationId: 'test' };
    const file = { taxYear: 2026, period: 'final', content: 'all', certificates, sha256: null } as const;
    expect(await recordSarsFile(services, file, context)).toBe(1);
    const year = '/admin/tax-years/2026/submissions';
    const submittedOn = dayOf(clock.now);
    await harness.withTwo(year, { period: 'final', fileNo: 1, submittedOn, reference: 'EMP501', reason: 'Seen' });
    await until(async () => (await harness.get(year).expect(200)).body[1].submitted === certificates.length);
    expect((await harness.get(year).expect(200)).body[1].files).toMatchObject([{ fileNo: 1, certificates: 4_501 }]);
  });

  test('makes no file and no certificates while an event could not be processed (T10)', async () => {
    const { pool } = harness.running;
    await pool.query(
      `insert into engine.parked ("projection", "key", "partition", "eventId", "position", "errorCode", "errorMessage")
       values ('tax', 'x', 0, gen_random_uuid(), '0', 'x', 'x')`,
    );
    const file = await harness.get('/admin/tax-years/2027/sars.csv').expect(409);
    expect(file.body.type).toContain('tax.incomplete');
    const asked = await harness.post('/admin/tax-years/2027/certificates', { reason: 'Year end' }).expect(202);
    const approval = `/admin/approvals/${asked.body.approvalId}`;
    await harness.post(`${approval}/approve`, { reason: 'seen' }, harness.second);
    await until(async () => (await harness.get(approval)).body.status === 'failed' || null);
    // An event can also fail after the order was checked.
    const { log, now } = harness.running.services;
    await handle(log, {
      decider: taxYearDecider,
      streamId: taxYearStreamOf(2027),
      command: { type: 'OrderCertificates', taxYear: 2027, by: '1' },
      context: { actor: { kind: 'system', id: 'test' }, now: now(), correlationId: 'test' },
    });
    const [blocked] = await until(async () => {
      const keys = await blockedKeys(pool, 'issue-certificates');
      return keys.length > 0 ? keys : null;
    });
    expect(blocked?.errorCode).toBe('tax.incomplete');
    await pool.query(`delete from engine.parked where "projection" = 'issue-certificates'`);
    await pool.query(`delete from engine.parked where "projection" = 'tax'`);
    await harness.get('/admin/tax-years/2027/sars.csv').expect(200);
  });

  test('lists agents with missing details, without erased agents', async () => {
    const { pool } = harness.running;
    const { rows } = await pool.query('select * from rm_agents.agents where id = $1', [harness.agent.id]);
    const missing = async (status: string) => {
      await pool.query(`update rm_agents.agents set surname = '', status = $2 where id = $1`, [
        harness.agent.id,
        status,
      ]);
      return (await harness.get('/admin/tax-years/2027').expect(200)).body.completeness.rows;
    };
    expect(await missing('active')).toEqual([{ agentId: harness.agent.id, missing: ['surname'] }]);
    expect(await missing('forgotten')).toEqual([]);
    const { surname, status } = rows[0];
    await pool.query('update rm_agents.agents set surname = $2, status = $3 where id = $1', [
      harness.agent.id,
      surname,
      status,
    ]);
  });

  test('lists an agent with one negative certificate although the whole year is positive', async () => {
    const { id: agentId } = await newAgent(harness.running, { bankAccountNumber: '62011111117' });
    const { log, now } = harness.running.services;
    const paid = (runId: string, kind: string, grossCents: number, payeCents: number) => ({
      type: 'PayoutPaid',
      data: {
        agentId,
        runId,
        answerId: runId,
        paidOn: '2026-11-13',
        part: 1,
        parts: 1,
        earnedCents: 0,
        treatment: { kind, rate: kind === 'paye' ? 0.25 : 0 },
        rewards: [],
        adjustments: [],
        grossCents,
        payeCents,
        nettCents: grossCents - payeCents,
      },
    });
    // The form of payments before corrections had their own treatment (docs/decisions/0022).
    const events = [paid('r1', 'paye', 1000_00, 250_00), paid('r2', 'independent-contractor', 2000_00, -250_00)];
    const stream = await log.readStream(accountStreamOf(agentId));
    const context = { actor: { kind: 'system', id: 'test' } as const, now: now(), correlationId: 'test' };
    await log.append([{ stream, events, context }]);
    await harness.running.folded('tax');
    const { body } = await harness.get('/admin/tax-years/2027').expect(200);
    expect(body.reconciliation.negative).toEqual([agentId]);
  });
});
