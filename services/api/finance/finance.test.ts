import { randomUUID } from 'node:crypto';
import { businessDayFrom } from '@fynbos/domain/business-days/business-days.ts';
import { addMonths, dayOf } from '@fynbos/domain/calendar.ts';
import { policyOn, REWARD_POLICY_STREAM, rewardPolicyDecider } from '@fynbos/domain/reward-policy/reward-policy.ts';
import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { certificateDecider } from '@fynbos/domain/tax/certificates.ts';
import { readSarsFile } from '@fynbos/domain/tax/sars-file.ts';
import { handle, load } from '@fynbos/event-store/handle.ts';
import { decisionOf } from '@fynbos/reactors/payouts/testing/books.ts';
import { recordRentalFacts } from '@fynbos/reactors/rewards/rentals.ts';
import { raise } from '@fynbos/reactors/signals/raise.ts';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPromotion } from '../admin/promotions.ts';
import { openProgramme } from '../open-programme.ts';
import { bytes, wordsOf } from '../testing/pdf.ts';
import { adminToken, newAgent, type SignedInAgent, signInAgain } from '../testing/people.ts';
import { ADMIN, ADMIN2, type RunningApp, runApp } from '../testing/running-app.ts';
import { agentsWithOldRewards } from './expiring.ts';
import { filesTaken } from './testing/files-taken.ts';
import { until } from './testing/until.ts';

const HOUR = 3_600_000;
let running: RunningApp;
let first: string;
let second: string;
let agent: SignedInAgent;
let agentToken: string;

const get = (path: string, token = first) => request(running.app).get(`/api${path}`).auth(token, { type: 'bearer' });
const post = (path: string, body: object, token = first) =>
  request(running.app).post(`/api${path}`).auth(token, { type: 'bearer' }).send(body);
const accountOf = async (id: number) =>
  (await load(running.services.log, rewardsAccountDecider, accountStreamOf(id))).state;

/** Asks as the first person, sees that nobody approves their own, and approves as the second. */
async function withTwo(path: string, body: object) {
  const asked = await post(path, body).expect(202);
  const approval = `/admin/approvals/${asked.body.approvalId}/approve`;
  await post(approval, { reason: 'seen' }).expect(403);
  const done = await post(approval, { reason: 'seen' }, second);
  expect(done.body).toMatchObject({ status: 'executed' });
  return done;
}

async function earn(id: number, reservationNo: string, today: string, grossCents = 200_00): Promise<void> {
  const context = { actor: { kind: 'system', id: 'test' } as const, now: running.clock.now, correlationId: 'test' };
  const decision = decisionOf(id, reservationNo, {
    grossCents,
    payeCents: grossCents / 4,
    nettCents: (grossCents * 3) / 4,
  });
  await handle(
    running.services.log,
    rewardsAccountDecider,
    accountStreamOf(id),
    { type: 'PostReward', agentId: id, decision, today },
    context,
  );
}

async function pay(cutOff: string, payDate: string): Promise<string> {
  running.pass(1000);
  const { body } = await post('/admin/payouts', { cutOff, payDate }).expect(201);
  const reach = (status: string) =>
    until(async () => ((await get(`/admin/payouts/${body.id}`)).body.status === status ? true : null));
  await reach('frozen');
  await post(`/admin/payouts/${body.id}/approve`, {}, second).expect(200);
  await reach('exported');
  await request(running.app)
    .post(`/api/admin/payouts/${body.id}/answer?answerId=3f0e2f5e-8d0b-4b1c-9e53-0d2a0b8e1c11&rest=paid&on=${payDate}`)
    .auth(first, { type: 'bearer' })
    .set('Content-Type', 'text/csv')
    .send('reference,outcome,reason\n')
    .expect(202);
  await reach('settled');
  return body.id;
}

beforeAll(async () => {
  running = await runApp();
  await openProgramme(running.services);
  running.clock.now = new Date('2026-11-09T08:00:00.000Z');
  agent = await newAgent(running);
  running.pass(73 * HOUR);
  [first, second] = [await adminToken(running, ADMIN), await adminToken(running, ADMIN2)];
  agentToken = (await signInAgain(running, agent)).token;
}, 60_000);
afterAll(() => running.close());

describe('tax', () => {
  test('an agent without PAYE is paid in full and certified by an IT3(a), whose figures are those of the payouts', async () => {
    await earn(agent.id, 'RES-1', '2026-11-12');
    await pay('2026-11-12', '2026-11-12');
    await withTwo(`/admin/travel-agents/${agent.id}/tax-treatment`, {
      effectiveFrom: '2026-11-13',
      treatment: { kind: 'independent-contractor', rate: 0, evidence: 'Contract of 2026' },
      reason: 'Contract seen',
    });
    await earn(agent.id, 'RES-2', '2026-11-12', 300_00);
    await pay('2026-11-12', '2026-11-13');

    await withTwo('/admin/tax-years/2027/certificates', { reason: 'Year end' });
    const rows = await until(async () => {
      const { body } = await get(
        `/admin/certificates?filter=${encodeURIComponent(JSON.stringify({ agentId: agent.id }))}`,
      );
      return body.length === 2 ? body : null;
    });
    const byType = Object.fromEntries(rows.map((row: { type: string }) => [row.type, row]));
    expect(byType.IRP5).toMatchObject({ taxYear: 2027, grossCents: 200_00, payeCents: 50_00, sourceCode: '3606' });
    expect(byType['IT3(a)']).toMatchObject({ grossCents: 300_00, payeCents: 0, reasonCode: '03' });

    const { body: year } = await get('/admin/tax-years/2027').expect(200);
    expect(year.months).toEqual([
      { month: '2026-11', isOpening: false, agents: 1, grossCents: 500_00, payeCents: 50_00, nettCents: 450_00 },
    ]);
    expect(year.reconciliation).toMatchObject({
      differences: 0,
      negative: [],
      totals: { monthsGross: 500_00, certificatesGross: 500_00, linesGross: 500_00, linesPaye: 50_00 },
    });
    expect(year.completeness.incomplete).toBe(0);

    const file = await get('/admin/tax-years/2027/sars.csv').expect(200);
    const { records, errors } = readSarsFile(file.text);
    expect(errors).toEqual([]);
    expect(records.map((record) => record.get('3015')).filter(Boolean)).toEqual(['IRP5', 'IT3(a)']);
    expect(records[1]?.get('4102')).toBe('50.00');
    expect(await filesTaken(running)).toContainEqual({ file: 'tax-file', of: 'tax-years/2027' });
  }, 60_000);

  test('the agent sees payouts and certificates, fetches their own PDF, and nobody else’s', async () => {
    const { body: payouts } = await get('/agent/payouts', agentToken).expect(200);
    expect(payouts).toMatchObject([
      { nettCents: 300_00, treatment: 'independent-contractor', status: 'Paid' },
      { nettCents: 150_00, treatment: 'paye', status: 'Paid' },
    ]);
    const { body: newest } = await get(`/agent/payouts/${payouts[0].id}`, agentToken).expect(200);
    expect(newest.lines).toMatchObject([{ what: 'reward', name: 'RES-2', grossCents: 300_00, nettCents: 300_00 }]);
    const { body: certificates } = await get('/agent/certificates', agentToken).expect(200);
    expect(certificates).toMatchObject([
      { type: 'IRP5', history: [{ what: 'issued', version: 1, grossCents: 200_00 }] },
      { type: 'IT3(a)', history: [{ what: 'issued', version: 1, grossCents: 300_00 }] },
    ]);
    const pdf = await get(`/agent/certificates/${certificates[0].id}/certificate.pdf`, agentToken)
      .expect(200)
      .buffer(true)
      .parse(bytes);
    expect((pdf.body as Buffer).subarray(0, 5).toString()).toBe('%PDF-');
    const other = await newAgent(running, { bankAccountNumber: '62011111113' });
    await get(`/agent/payouts/${payouts[0].id}`, other.token).expect(404);
    await get(`/agent/certificates/${certificates[0].id}/certificate.pdf`, other.token).expect(403);
    const { body: profile } = await get('/agent/tax-profile', agentToken).expect(200);
    expect(profile).toMatchObject({
      taxYear: 2027,
      treatment: { kind: 'paye', rate: 0.25 },
      thisTaxYear: { grossCents: 500_00, payeCents: 50_00 },
      keptBack: { reason: 'BelowMinimum' },
      missing: [],
    });
    const { body: untaxed } = await get('/agent/tax-profile', other.token).expect(200);
    expect(untaxed.thisTaxYear).toEqual({ grossCents: 0, payeCents: 0 });
  });

  test('a certificate given out again is marked as a duplicate', async () => {
    const { body } = await get('/admin/certificates');
    const { headers } = await post(`/admin/certificates/${body[0].id}/reissue`, { reason: 'Lost' }).expect(200);
    const again = await get(`/admin/certificates?filter=${encodeURIComponent(JSON.stringify({ id: body[0].id }))}`).set(
      'X-Read-After',
      String(headers['x-position']),
    );
    expect([again.headers['x-stale'], again.body[0].copies]).toEqual([undefined, 1]);
    const own = await get('/agent/certificates', agentToken).expect(200);
    const history = own.body.find(({ id }: { id: string }) => id === body[0].id).history;
    expect(history).toMatchObject([{ what: 'issued' }, { what: 'duplicate', copy: 1 }]);
    expect(JSON.stringify(history)).not.toContain('Lost');
  });

  test('every version of a certificate can be fetched, and one that another replaced is marked', async () => {
    const { body: mine } = await get('/agent/certificates', agentToken).expect(200);
    const { id } = mine[0];
    const { state } = await load(running.services.log, certificateDecider, `tax-certificate-${id}`);
    const [issued] = state.issued;
    if (!issued) throw new Error('nothing was issued');
    const certificateNo = `${issued.certificateNo.slice(0, -4)}0002`;
    const certificate = { ...issued, certificateNo, version: 2, grossCents: issued.grossCents + 100_00 };
    const context = { actor: { kind: 'admin', id: '1' } as const, now: running.clock.now, correlationId: 'test' };
    await handle(
      running.services.log,
      certificateDecider,
      `tax-certificate-${id}`,
      { type: 'IssueCertificate', certificate },
      context,
    );
    const { body: versions } = await get(`/admin/certificates/${id}/versions`).expect(200);
    expect(versions).toMatchObject([
      { version: 2, certificateNo, supersededBy: null },
      { version: 1, grossCents: issued.grossCents, supersededBy: { version: 2, certificateNo } },
    ]);
    const words = async (path: string, token = first) =>
      wordsOf((await get(path, token).buffer(true).parse(bytes).expect(200)).body);
    for (const [path, token] of [
      [`/admin/certificates/${id}/certificate.pdf`, first],
      [`/agent/certificates/${id}/certificate.pdf`, agentToken],
    ] as const) {
      expect(await words(`${path}?version=1`, token)).toMatch(/SUPERSEDED on \d+\u00a0Nov\u00a02026 by version 2/);
      expect(await words(path, token)).not.toContain('SUPERSEDED');
      expect(await words(path, token)).toContain(certificateNo);
      await get(`${path}?version=3`, token).expect(404);
    }
    const taken = (await filesTaken(running)).filter(({ of }) => of === `certificates/${id}`);
    // Three by an administrator; what agents take of their own is their own.
    expect(taken).toEqual(Array(3).fill({ file: 'certificate', of: `certificates/${id}` }));
    const other = await newAgent(running, { bankAccountNumber: '62011111115' });
    await get(`/agent/certificates/${id}/certificate.pdf?version=1`, other.token).expect(403);
  });
});

describe('the reward policy', () => {
  const terms = {
    minimumRewardCents: 60_00,
    payoutMinimumCents: 200_00,
    payeRate: 0.25,
    expiryMonths: 24,
    coolingHours: 48,
    holdReleaseLimitCents: 500_00,
  };

  test('changes from a day on with a reason and two people, and says before what that would mean', async () => {
    const preview = await post('/admin/reward-policy/preview', { terms }).expect(200);
    expect(preview.body).toMatchObject({ payable: { agentsNow: 0, agentsThen: 0 }, rewards: { rentals: 0 } });
    await post('/admin/reward-policy', {
      effectiveFrom: '2027-01-01',
      terms: { ...terms, payeRate: 2 },
      reason: 'x',
    }).expect(422);
    await withTwo('/admin/reward-policy', { effectiveFrom: '2027-01-01', terms, reason: 'Board of November' });
    const { body } = await get('/admin/reward-policy/history').expect(200);
    expect(body.versions).toMatchObject([
      { effectiveFrom: null },
      { effectiveFrom: '2027-01-01', terms, reason: 'Board of November' },
    ]);
    expect(body.current.version).toBe(1);
  });
});

describe('corrections and holds', () => {
  test('a correction is an entry made by two people', async () => {
    const before = (await accountOf(agent.id)).balanceCents;
    await withTwo('/admin/corrections', {
      agentId: agent.id,
      reason: 'Error',
      text: 'Promised by letter',
      grossCents: 2000_00,
    });
    const { balanceCents, adjustments } = await accountOf(agent.id);
    expect(balanceCents - before).toBe(1500_00);
    expect(
      [...adjustments.entries()].map(([, { reason }]) => reason),
      'coded, beside its text',
    ).toContain('Error');
  });

  test('a hold is placed by one, and above the limit released by two', async () => {
    await post('/admin/holds', { agentId: agent.id, reason: 'Looks odd' }).expect(201);
    const [hold] = await until(async () => {
      const { body } = await get(
        `/admin/holds?filter=${encodeURIComponent(JSON.stringify({ agentId: agent.id, status: 'open' }))}`,
      );
      return body.length > 0 ? body : null;
    });
    expect(hold).toMatchObject({ signal: 'Finance', reason: 'Looks odd' });
    await withTwo(`/admin/holds/${encodeURIComponent(hold.id)}/release`, { reason: 'Cleared up' });
    expect((await accountOf(agent.id)).holds.size).toBe(0);
  });

  test('a signal is turned into a hold or dismissed, each with a reason and only while it makes sense', async () => {
    const { id } = await newAgent(running, { bankAccountNumber: '62022222228' });
    const context = { actor: { kind: 'system', id: 'test' } as const, now: running.clock.now, correlationId: 'test' };
    const about = { agentId: id, signal: 'Burst', finding: '9 in an hour', evidence: ['R1'] } as const;
    await raise(
      running.services.log,
      [
        { ...about, signalId: 'burst-1' },
        { ...about, signalId: 'burst-2' },
      ],
      context,
    );
    const call = (signalId: string, what: 'hold' | 'dismiss', body: object = { reason: 'Seen' }) =>
      post(`/admin/signals/${encodeURIComponent(`${id}:${signalId}`)}/${what}`, body);
    await call('burst-1', 'hold', {}).expect(422);
    await call('burst-9', 'hold').expect(404);
    await call('burst-9', 'dismiss').expect(404);

    await call('burst-1', 'hold').expect(200);
    await call('burst-1', 'hold').expect(200);
    expect([...(await accountOf(id)).holds]).toMatchObject([['burst-1', { signal: 'Burst', reason: 'Seen' }]]);
    await call('burst-1', 'dismiss').expect(409);

    await call('burst-2', 'dismiss').expect(200);
    await call('burst-2', 'hold').expect(409);
    await raise(running.services.log, [{ ...about, signalId: 'burst-2' }], context);
    const states = await until(async () => {
      const { body } = await get(`/admin/holds?filter=${encodeURIComponent(JSON.stringify({ agentId: id }))}`);
      const found = Object.fromEntries(body.map((row: { id: string; status: string }) => [row.id, row.status]));
      return found[`${id}:burst-1`] === 'open' && found[`${id}:burst-2`] === 'dismissed' ? found : null;
    });
    expect(Object.keys(states)).toHaveLength(2);

    // Owed nothing, so one person releases it; what was released is not held again by the same signal.
    await post(`/admin/holds/${encodeURIComponent(`${id}:burst-1`)}/release`, { reason: 'Explained' }).expect(200);
    await call('burst-1', 'hold').expect(200);
    expect((await accountOf(id)).holds.size).toBe(0);
  });
});

describe('taking over', () => {
  const load_ = (lines: readonly object[], query = '') =>
    request(running.app)
      .post(`/api/admin/import${query}`)
      .auth(first, { type: 'bearer' })
      .set('Content-Type', 'application/x-ndjson')
      .send(lines.map((line) => JSON.stringify(line)).join('\n'));
  const results = (text: string) =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).result)
      .filter(Boolean);

  test('an opening balance is owed and taxed on, once; other figures are a conflict', async () => {
    const { id, loyaltyTrackingNo } = await newAgent(running, { bankAccountNumber: '62011111114' });
    const line = {
      type: 'opening-balance',
      loyaltyTrackingNo,
      asOf: '2026-11-01',
      earned: 75.01,
      paid: 900,
      payeThisTaxYear: 300,
      grossThisTaxYear: 1200,
    };
    expect(results((await load_([line, line], '?dryRun=true').expect(200)).text)).toEqual(['recorded', 'duplicate']);
    const answer = await load_([
      line,
      line,
      { ...line, earned: 80 },
      { ...line, loyaltyTrackingNo: 'FT1' },
      { ...line, earned: 1.001 },
    ]).expect(200);
    expect(results(answer.text)).toEqual(['recorded', 'duplicate', 'conflict', 'rejected', 'rejected']);
    expect(await accountOf(id)).toMatchObject({ earnedCents: 75_01, paidCents: 900_00, balanceCents: 75_01 });
  });

  test('what a contractor was owed is paid as it was owed, and certified with what the old system paid', async () => {
    const { id, loyaltyTrackingNo } = await newAgent(running, { bankAccountNumber: '62044444448' });
    running.pass(73 * HOUR);
    [first, second] = [await adminToken(running, ADMIN), await adminToken(running, ADMIN2)];
    await withTwo(`/admin/travel-agents/${id}/tax-treatment`, {
      effectiveFrom: '2026-10-01',
      treatment: { kind: 'independent-contractor', rate: 0, evidence: 'Contract of 2026' },
      reason: 'Contract seen',
    });
    const line = { type: 'opening-balance', loyaltyTrackingNo, asOf: '2026-10-31', earned: 750, paid: 5000 };
    const { text } = await load_([{ ...line, payeThisTaxYear: 0, grossThisTaxYear: 5000 }]).expect(200);
    expect(results(text)).toEqual(['recorded']);
    const today = dayOf(running.clock.now);
    await pay(today, businessDayFrom(today));
    expect(await accountOf(id)).toMatchObject({ paidCents: 5750_00, balanceCents: 0 });

    await withTwo('/admin/tax-years/2027/certificates', { reason: 'Year end' });
    const filter = encodeURIComponent(JSON.stringify({ agentId: id }));
    const certificates = await until(async () => {
      const { body } = await get(`/admin/certificates?filter=${filter}`);
      return body.length > 0 ? body : null;
    });
    expect(certificates).toMatchObject([
      { type: 'IT3(a)', sourceCode: '3616', reasonCode: '03', grossCents: 5750_00, payeCents: 0 },
    ]);
    expect((await get('/admin/tax-years/2027').expect(200)).body.months).toContainEqual(
      expect.objectContaining({ month: '2026-10', isOpening: true, agents: 1, grossCents: 5000_00, payeCents: 0 }),
    );
  }, 60_000);
});

describe('beside the balance', () => {
  const context = () => ({
    ...{ actor: { kind: 'system', id: 'test' } as const, now: running.clock.now, correlationId: 'test' },
  });

  beforeAll(async () => {
    const promo = {
      promoCode: 'FIFTH',
      description: 'A fifth',
      promoRate: 0.2,
      startDate: '2026-01-01',
      endDate: null,
    };
    await createPromotion(running.services.log, promo, true, context());
  });

  /** A rental of the agent under a promotion of a fifth; a second invoice credits the first. */
  async function rent(
    loyaltyTrackingNo: string,
    reservationNo: string,
    [invoiceDate, before]: readonly [string, string?] = ['2026-01-20'],
  ): Promise<void> {
    const fact = () => ({
      ...{ eventId: randomUUID(), integratorId: 'i1', reservationNo, occurredAt: '2026-01-20T08:00:00Z' },
      ...{ contentHash: 'x' },
    });
    const terms = { promoCode: 'FIFTH', rateCode: 'A', vehicleGroup: 'B', pickupBranch: 'CPT', returnBranch: 'CPT' };
    const invoice = {
      ...{ ...fact(), invoiceNo: `INV-${invoiceDate}`, invoiceDate, loyaltyTrackingNo },
      ...{ marketSector: 'Leisure', tkRevenueCents: 1000_00, personal: { driverName: 'A Driver' } },
      reservation: { ...terms, reservedOn: '2026-01-10' },
      rental: { ...terms, pickedUpOn: '2026-01-15', returnedOn: '2026-01-20' },
    };
    const credit = { ...fact(), creditNoteNo: 'CN-1', invoiceNo: `INV-${before}`, creditDate: invoiceDate };
    const facts = [
      ...(before ? [{ type: 'CreditNoteRecorded' as const, data: credit }] : []),
      { type: 'InvoiceRecorded' as const, data: invoice },
    ];
    await recordRentalFacts(running.services.log, [{ reservationNo, facts }], context(), { anyReservation: false });
  }

  async function expireAfter(expiryMonths: number): Promise<void> {
    const { log } = running.services;
    const { state } = await load(log, rewardPolicyDecider, REWARD_POLICY_STREAM, { personal: false });
    const effectiveFrom = dayOf(running.clock.now);
    const terms = { ...policyOn(state, effectiveFrom).terms, expiryMonths };
    await handle(
      log,
      rewardPolicyDecider,
      REWARD_POLICY_STREAM,
      { type: 'SetRewardPolicy', effectiveFrom, terms },
      context(),
    );
  }

  test('stands what expires soon, and what a payout holds already', async () => {
    const own = await newAgent(running, { bankAccountNumber: '62033333332' });
    await rent(own.loyaltyTrackingNo, 'RES-SOON');
    running.pass(80 * HOUR);
    [first, second] = [await adminToken(running, ADMIN), await adminToken(running, ADMIN2)];
    const { token } = await signInAgain(running, own);
    const overview = async (fits: (body: { balanceCents: number; onTheWay: object | null }) => boolean) =>
      until(async () => {
        const { body } = await get('/agent/overview', token).expect(200);
        return fits(body) ? body : null;
      });
    expect(await overview(({ balanceCents }) => balanceCents === 150_00)).toMatchObject({
      onTheWay: null,
      expiring: null,
    });

    const today = dayOf(running.clock.now);
    const earnedOn = (await accountOf(own.id)).rewards.get('RES-SOON')?.earnedOn ?? '';
    await expireAfter(1);
    expect(await overview(() => true)).toMatchObject({
      expiring: { nettCents: 150_00, firstOn: addMonths(earnedOn, 1) },
    });

    const payDate = businessDayFrom(today);
    const { body: run } = await post('/admin/payouts', { cutOff: today, payDate }).expect(201);
    expect(await overview(({ onTheWay }) => onTheWay !== null)).toMatchObject({
      onTheWay: { nettCents: 150_00, payDate, isApproved: false },
      expiring: null,
    });
    await until(async () => ((await get(`/admin/payouts/${run.id}`)).body.status === 'frozen' ? true : null));
    await post(`/admin/payouts/${run.id}/approve`, {}, second).expect(200);
    const approved = await overview(
      ({ onTheWay }) => (onTheWay as { isApproved: boolean } | null)?.isApproved === true,
    );
    expect(approved.balanceCents, 'it is owed until the bank has paid it').toBe(150_00);
  }, 60_000);

  test('stands what expires soon, as on the page about tax, also where a later invoice replaced the first', async () => {
    const own = await newAgent(running, { bankAccountNumber: '62033333340' });
    await rent(own.loyaltyTrackingNo, 'RES-LATER', ['2026-01-20']);
    const earnedOn = await until(async () => (await accountOf(own.id)).rewards.get('RES-LATER')?.earnedOn ?? null);
    running.pass(70 * 24 * HOUR);
    const today = dayOf(running.clock.now);
    await rent(own.loyaltyTrackingNo, 'RES-LATER', [today, '2026-01-20']);
    await expireAfter(4);
    const { token } = await signInAgain(running, own);
    const expiresOn = addMonths(earnedOn, 4);
    const row = async () =>
      (
        await running.services.pool.query(`select "invoiceDate" from rm_incentives.incentives where "agentId" = $1`, [
          own.id,
        ])
      ).rows[0];
    await until(async () => ((await row()).invoiceDate === today ? true : null));
    const home = await get('/agent/overview', token).expect(200);
    expect(home.body.expiring).toEqual({ nettCents: 150_00, firstOn: expiresOn });
    const aboutTax = await get('/agent/tax-profile', token).expect(200);
    expect(aboutTax.body.expiring).toMatchObject([{ reservationNo: 'RES-LATER', nettCents: 150_00, expiresOn }]);
    expect(await agentsWithOldRewards(running.services.pool, 4, expiresOn)).toContain(own.id);
  }, 60_000);
});
