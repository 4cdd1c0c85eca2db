import { randomUUID } from 'node:crypto';
import { handle, load } from '@fynbos/application/handle.ts';
import { agentsWithOldRewards } from '@fynbos/application/liability/forecast.ts';
import { createPromotion } from '@fynbos/application/promotions/manage-promotions.ts';
import { recordRentalFacts } from '@fynbos/application/rentals/record-rental-facts.ts';
import { raise } from '@fynbos/application/signals/raise-signals.ts';
import { businessDayFrom } from '@fynbos/domain/business-days/business-days.ts';
import { addDays, addMonths, dayOf, HOUR_MS, startOfDay } from '@fynbos/domain/calendar.ts';
import {
  EXPIRY_NOTICE_DAYS,
  policyOn,
  REWARD_POLICY_STREAM,
  rewardPolicyDecider,
} from '@fynbos/domain/reward-policy/reward-policy.ts';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FinanceHarness } from '../testing/finance-harness.ts';
import { newAgent, signInAgain } from '../testing/people.ts';
import { until } from '../testing/until.ts';

let harness: FinanceHarness;
beforeAll(async () => {
  harness = await FinanceHarness.open();
});
afterAll(() => harness.close());

describe('the reward policy', () => {
  const terms = {
    minimumRewardCents: 60_00,
    payoutMinimumCents: 200_00,
    payeRate: 0.25,
    expiryMonths: 24,
    coolingHours: 48,
    holdReleaseLimitCents: 500_00,
    treatmentCountries: ['NMB'],
  };

  test('changes from a day on with a reason and an approval, after a preview', async () => {
    const preview = await harness.post('/admin/reward-policy/preview', { terms }).expect(200);
    expect(preview.body).toMatchObject({ payable: { agentsNow: 0, agentsThen: 0 }, rewards: { rentals: 0 } });
    await harness
      .post('/admin/reward-policy', {
        effectiveFrom: '2027-01-01',
        terms: { ...terms, payeRate: 2 },
        reason: 'x',
      })
      .expect(422);
    const unknown = { effectiveFrom: '2027-01-01', terms: { ...terms, treatmentCountries: ['XYZ'] }, reason: 'x' };
    await harness.post('/admin/reward-policy', unknown).expect(422);
    await harness.withTwo('/admin/reward-policy', { effectiveFrom: '2027-01-01', terms, reason: 'Board of November' });
    const { body } = await harness.get('/admin/reward-policy/history').expect(200);
    expect(body.versions).toMatchObject([
      { effectiveFrom: null },
      { effectiveFrom: '2027-01-01', terms, reason: 'Board of November' },
    ]);
    expect(body.current.version).toBe(1);
  });
});

describe('corrections and holds', () => {
  test('a correction is an entry with an approval', async () => {
    const before = (await harness.accountOf(harness.agent.id)).balanceCents;
    await harness.withTwo('/admin/corrections', {
      agentId: harness.agent.id,
      reason: 'Error',
      text: 'Promised by letter',
      grossCents: 2000_00,
    });
    const { balanceCents, adjustments } = await harness.accountOf(harness.agent.id);
    expect(balanceCents - before).toBe(1500_00);
    expect(
      [...adjustments.entries()].map(([, { reason }]) => reason),
      'has a coded reason',
    ).toContain('Error');
  });

  test('a correction without a rate uses that of the agent’s treatment', async () => {
    const { id: agentId } = await newAgent(harness.running, { bankAccountNumber: '62055555554' });
    await harness.withTwo(`/admin/travel-agents/${agentId}/tax-treatment`, {
      effectiveFrom: '2026-10-01',
      treatment: { kind: 'independent-contractor', rate: 0, evidence: 'Contract of 2026' },
      reason: 'Contract seen',
    });
    const correction = { agentId, reason: 'Error', text: 'Paid twice', grossCents: -1000_00 };
    await harness.withTwo('/admin/corrections', correction);
    expect(await harness.accountOf(agentId)).toMatchObject({ balanceCents: -1000_00 });
    await harness.withTwo('/admin/corrections', { ...correction, payeRate: 0.25 });
    expect(await harness.accountOf(agentId)).toMatchObject({ balanceCents: -1750_00 });
  });

  test('a hold above the limit is placed by one administrator and needs two to release it', async () => {
    const month = dayOf(harness.running.clock.now).slice(0, 7);
    await harness.post('/admin/holds', { agentId: harness.agent.id, reason: 'Looks odd' }).expect(201);
    const [hold] = await until(async () => {
      const { body } = await harness.get(
        `/admin/holds?filter=${encodeURIComponent(JSON.stringify({ agentId: harness.agent.id, status: 'open' }))}`,
      );
      return body.length > 0 ? body : null;
    });
    expect(hold).toMatchObject({ signal: 'Finance', reason: 'Looks odd' });

    // Today's balances are in the text of the step of the month close, and do not withdraw its sign-off.
    const stepOf = async () => {
      const { body } = await harness.get(`/admin/month-closes/${month}`).expect(200);
      return body.steps.find(({ step }: { step: string }) => step === 'holds');
    };
    const before = await until(async () => {
      const step = await stepOf();
      return /On hold now: R/.test(step.text) ? step : null;
    });
    await harness.withTwo('/admin/corrections', {
      agentId: harness.agent.id,
      reason: 'Error',
      text: 'Promised by telephone',
      grossCents: 400_00,
    });
    const after = await until(async () => {
      const step = await stepOf();
      return step.text === before.text ? null : step;
    });
    expect(after.digest).toBe(before.digest);

    await harness.withTwo(`/admin/holds/${encodeURIComponent(hold.id)}/release`, { reason: 'Cleared up' });
    expect((await harness.accountOf(harness.agent.id)).holds.size).toBe(0);
  });

  test('an open signal becomes a hold or is dismissed, with a reason', async () => {
    const { id } = await newAgent(harness.running, { bankAccountNumber: '62022222228' });
    const context = {
      actor: { kind: 'system', id: 'test' } as const,
      now: harness.running.clock.now,
      correlationId: 'test',
    };
    const about = { agentId: id, signal: 'Burst', finding: '9 in an hour', evidence: ['R1'] } as const;
    await raise(
      harness.running.services.log,
      [
        { ...about, signalId: 'burst-1' },
        { ...about, signalId: 'burst-2' },
      ],
      context,
    );
    const call = (signalId: string, what: 'hold' | 'dismiss', body: object = { reason: 'Seen' }) =>
      harness.post(`/admin/signals/${encodeURIComponent(`${id}:${signalId}`)}/${what}`, body);
    await call('burst-1', 'hold', {}).expect(422);
    await call('burst-9', 'hold').expect(404);
    await call('burst-9', 'dismiss').expect(404);

    await call('burst-1', 'hold').expect(200);
    await call('burst-1', 'hold').expect(200);
    expect([...(await harness.accountOf(id)).holds]).toMatchObject([['burst-1', { signal: 'Burst', reason: 'Seen' }]]);
    await call('burst-1', 'dismiss').expect(409);

    await call('burst-2', 'dismiss').expect(200);
    await call('burst-2', 'hold').expect(409);
    await raise(harness.running.services.log, [{ ...about, signalId: 'burst-2' }], context);
    const states = await until(async () => {
      const { body } = await harness.get(`/admin/holds?filter=${encodeURIComponent(JSON.stringify({ agentId: id }))}`);
      const found = Object.fromEntries(body.map((row: { id: string; status: string }) => [row.id, row.status]));
      return found[`${id}:burst-1`] === 'open' && found[`${id}:burst-2`] === 'dismissed' ? found : null;
    });
    expect(Object.keys(states)).toHaveLength(2);

    // Without a balance no approval is needed to release it. The same signal does not place a released hold again.
    await harness
      .post(`/admin/holds/${encodeURIComponent(`${id}:burst-1`)}/release`, { reason: 'Explained' })
      .expect(200);
    await call('burst-1', 'hold').expect(200);
    expect((await harness.accountOf(id)).holds.size).toBe(0);
  });
});

describe('opening balances', () => {
  const load_ = (lines: readonly object[], query = '') =>
    request(harness.running.app)
      .post(`/api/admin/import${query}`)
      .auth(harness.first, { type: 'bearer' })
      .set('Content-Type', 'application/x-ndjson')
      .send(lines.map((line) => JSON.stringify(line)).join('\n'));
  const results = (text: string) =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).result)
      .filter(Boolean);

  test('are recorded once, and other figures are a conflict', async () => {
    const { id, loyaltyTrackingNo } = await newAgent(harness.running, { bankAccountNumber: '62011111114' });
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
    expect(await harness.accountOf(id)).toMatchObject({ earnedCents: 75_01, paidCents: 900_00, balanceCents: 75_01 });
  });

  test('are paid to a contractor without PAYE, and certified with the previous payments', async () => {
    const { id, loyaltyTrackingNo } = await newAgent(harness.running, { bankAccountNumber: '62044444448' });
    await harness.pass(73 * HOUR_MS);
    await harness.withTwo(`/admin/travel-agents/${id}/tax-treatment`, {
      effectiveFrom: '2026-10-01',
      treatment: { kind: 'independent-contractor', rate: 0, evidence: 'Contract of 2026' },
      reason: 'Contract seen',
    });
    const line = { type: 'opening-balance', loyaltyTrackingNo, asOf: '2026-10-31', earned: 750, paid: 5000 };
    const { text } = await load_([{ ...line, payeThisTaxYear: 0, grossThisTaxYear: 5000 }]).expect(200);
    expect(results(text)).toEqual(['recorded']);
    const today = dayOf(harness.running.clock.now);
    await harness.pay(today, businessDayFrom(today, new Map()));
    expect(await harness.accountOf(id)).toMatchObject({ paidCents: 5750_00, balanceCents: 0 });

    await harness.withTwo('/admin/tax-years/2027/certificates', { reason: 'Year end' });
    const filter = encodeURIComponent(JSON.stringify({ agentId: id }));
    const certificates = await until(async () => {
      const { body } = await harness.get(`/admin/certificates?filter=${filter}`);
      return body.length > 0 ? body : null;
    });
    expect(certificates).toMatchObject([
      { type: 'IT3(a)', sourceCode: '3616', reasonCode: '03', grossCents: 5750_00, payeCents: 0 },
    ]);
    expect((await harness.get('/admin/tax-years/2027').expect(200)).body.months).toContainEqual(
      expect.objectContaining({ month: '2026-10', isOpening: true, agents: 1, grossCents: 5000_00, payeCents: 0 }),
    );
  });
});

describe('the agent’s overview', () => {
  const context = () => ({
    actor: { kind: 'system', id: 'test' } as const,
    now: harness.running.clock.now,
    correlationId: 'test',
  });

  beforeAll(async () => {
    const promo = {
      promoCode: 'FIFTH',
      description: 'A fifth',
      promoRate: 0.2,
      startDate: '2026-01-01',
      endDate: null,
    };
    await createPromotion(harness.running.services.log, promo, true, context());
  });

  /** A rental of the agent under a promotion of 20 %; a second invoice credits the first. */
  async function rent(
    loyaltyTrackingNo: string,
    reservationNo: string,
    [invoiceDate, before]: readonly [string, string?] = ['2026-01-20'],
  ): Promise<void> {
    const fact = () => ({
      eventId: randomUUID(),
      integratorId: 'i1',
      reservationNo,
      occurredAt: '2026-01-20T08:00:00Z',
      contentHash: 'x',
    });
    const terms = { promoCode: 'FIFTH', rateCode: 'A', vehicleGroup: 'B', pickupBranch: 'CPT', returnBranch: 'CPT' };
    const invoice = {
      ...fact(),
      invoiceNo: `INV-${invoiceDate}`,
      invoiceDate,
      loyaltyTrackingNo,
      marketSector: 'Leisure',
      tkRevenueCents: 1000_00,
      personal: { driverName: 'A Driver' },
      reservation: { ...terms, reservedOn: '2026-01-10' },
      rental: { ...terms, pickedUpOn: '2026-01-15', returnedOn: '2026-01-20' },
    };
    const credit = { ...fact(), creditNoteNo: 'CN-1', invoiceNo: `INV-${before}`, creditDate: invoiceDate };
    const facts = [
      ...(before ? [{ type: 'CreditNoteRecorded' as const, data: credit }] : []),
      { type: 'InvoiceRecorded' as const, data: invoice },
    ];
    await recordRentalFacts(harness.running.services.log, [{ reservationNo, facts }], context(), {
      anyReservation: false,
    });
  }

  async function expireAfter(expiryMonths: number, effectiveFrom: string): Promise<void> {
    const { log } = harness.running.services;
    const { state } = await load(log, rewardPolicyDecider, REWARD_POLICY_STREAM);
    const terms = { ...policyOn(state, effectiveFrom).terms, expiryMonths };
    await handle(log, {
      decider: rewardPolicyDecider,
      streamId: REWARD_POLICY_STREAM,
      command: { type: 'SetRewardPolicy', effectiveFrom, terms },
      context: { ...context(), now: startOfDay(effectiveFrom) },
    });
  }

  test('shows rewards that expire soon and a reserved payout', async () => {
    const own = await newAgent(harness.running, { bankAccountNumber: '62033333332' });
    await rent(own.loyaltyTrackingNo, 'RES-SOON');
    await harness.pass(80 * HOUR_MS);
    const { token } = await signInAgain(harness.running, own);
    const overview = async (fits: (body: { balanceCents: number; onTheWay: object | null }) => boolean) =>
      until(async () => {
        const { body } = await harness.get('/agent/overview', token).expect(200);
        return fits(body) ? body : null;
      });
    expect(await overview(({ balanceCents }) => balanceCents === 150_00)).toMatchObject({
      onTheWay: null,
      expiring: null,
    });

    const today = dayOf(harness.running.clock.now);
    const earnedOn = (await harness.accountOf(own.id)).rewards.get('RES-SOON')?.earnedOn ?? '';
    // Announced long enough ago to apply from today.
    await expireAfter(1, addDays(today, -EXPIRY_NOTICE_DAYS));
    expect(await overview(() => true)).toMatchObject({
      expiring: { nettCents: 150_00, firstOn: addMonths(earnedOn, 1) },
    });

    const payDate = businessDayFrom(today, new Map());
    const { body: run } = await harness.post('/admin/payouts', { cutOff: today, payDate }).expect(201);
    expect(await overview(({ onTheWay }) => onTheWay !== null)).toMatchObject({
      onTheWay: { nettCents: 150_00, payDate, isApproved: false },
      expiring: null,
    });
    await until(async () => ((await harness.get(`/admin/payouts/${run.id}`)).body.status === 'frozen' ? true : null));
    await harness.post(`/admin/payouts/${run.id}/approve`, {}, harness.second).expect(200);
    const approved = await overview(
      ({ onTheWay }) => (onTheWay as { isApproved: boolean } | null)?.isApproved === true,
    );
    expect(approved.balanceCents, 'owed until the bank has paid it').toBe(150_00);
  });

  test('shows the same expiring rewards as the tax page after a later invoice', async () => {
    const own = await newAgent(harness.running, { bankAccountNumber: '62033333340' });
    await rent(own.loyaltyTrackingNo, 'RES-LATER', ['2026-01-20']);
    const earnedOn = await until(
      async () => (await harness.accountOf(own.id)).rewards.get('RES-LATER')?.earnedOn ?? null,
    );
    harness.running.pass(70 * 24 * HOUR_MS);
    const today = dayOf(harness.running.clock.now);
    await rent(own.loyaltyTrackingNo, 'RES-LATER', [today, '2026-01-20']);
    await expireAfter(4, today);
    const { token } = await signInAgain(harness.running, own);
    expect(addMonths(earnedOn, 4) < addDays(today, EXPIRY_NOTICE_DAYS), 'due before the notice is over').toBe(true);
    const expiresOn = addDays(today, EXPIRY_NOTICE_DAYS);
    const row = async () =>
      (
        await harness.running.services.db.query(
          `select "invoiceDate" from rm_incentives.incentives where "agentId" = $1`,
          [own.id],
        )
      ).rows[0];
    await until(async () => ((await row()).invoiceDate === today ? true : null));
    const home = await harness.get('/agent/overview', token).expect(200);
    expect(home.body.expiring).toEqual({ nettCents: 150_00, firstOn: expiresOn });
    const aboutTax = await harness.get('/agent/tax-profile', token).expect(200);
    expect(aboutTax.body.expiring).toMatchObject([{ reservationNo: 'RES-LATER', nettCents: 150_00, expiresOn }]);
    expect(await agentsWithOldRewards(harness.running.services.db, 4, expiresOn)).toContain(own.id);
  });
});
