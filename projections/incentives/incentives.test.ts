import { sun } from '@fynbos/domain/promotion/testing/sun.ts';
import type { References } from '@fynbos/domain/rental/assess.ts';
import type { FactEvent } from '@fynbos/domain/rental/events.ts';
import { nextDecision, rentalDecider } from '@fynbos/domain/rental/rental.ts';
import { INITIAL_TERMS } from '@fynbos/domain/reward-policy/reward-policy.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FoldEvent } from '../engine/projection.ts';
import { displayedTreatment, type IncentiveRow, incentives } from './incentives.ts';

const RUN = 'run-1';
const metadata = { recordedAt: '2026-04-01T08:00:00.000Z' };
const decided = (
  decisionNo: number,
  status: string,
  amounts = { grossCents: 200_00, payeCents: 50_00, nettCents: 150_00 },
) => ({
  type: 'RewardDecided',
  data: {
    reservationNo: 'R1',
    decisionNo,
    status,
    reason: null,
    agentId: 7,
    invoiceDate: '2026-03-10',
    treatment: { kind: 'paye', rate: 0.25 },
    before: null,
    ...amounts,
  },
});
const paid = {
  type: 'PayoutPaid',
  data: {
    agentId: 7,
    runId: RUN,
    treatment: { kind: 'independent-contractor', rate: 0 },
    rewards: [{ reservationNo: 'R1', grossCents: 200_00, payeCents: 0, nettCents: 200_00 }],
  },
};
const returned = { type: 'PayoutReturned', data: { ...paid.data, kept: [] } };
const nothing = { grossCents: 0, payeCents: 0, nettCents: 0 };

const rowAfter = (...events: { type: string; data: object }[]): IncentiveRow =>
  events.reduce<IncentiveRow | null>(
    (row, event) => incentives.evolve(row, { ...event, metadata } as unknown as FoldEvent<never>, 'R1'),
    null,
  ) as IncentiveRow;

test('a paid reward shows as paid, with the tax of the day of payment', () => {
  expect(rowAfter(decided(1, 'Earned'), paid)).toMatchObject({
    status: 'Paid',
    payeCents: 0,
    nettCents: 200_00,
    runId: RUN,
  });
});

test('a reward that is credited after it was paid shows as declined with nothing', () => {
  expect(rowAfter(decided(1, 'Earned'), paid, decided(2, 'Declined', nothing))).toMatchObject({
    status: 'Declined',
    nettCents: 0,
  });
});

test('a hold on a paid reward leaves it paid and flags it', () => {
  expect(rowAfter(decided(1, 'Earned'), paid, decided(2, 'Pending'))).toMatchObject({
    status: 'Paid',
    isHeldAfterPayment: true,
  });
});

test('a reward with a returned payment is earned again, with the tax of its decision', () => {
  expect(rowAfter(decided(1, 'Earned'), paid, returned)).toMatchObject({
    status: 'Earned',
    payeCents: 50_00,
    nettCents: 150_00,
    runId: null,
  });
});

test('a returned payment leaves the last decision, also for a reward that was withdrawn in between', () => {
  const higher = decided(2, 'Earned', { grossCents: 240_00, payeCents: 60_00, nettCents: 180_00 });
  const owed = { status: 'Earned', grossCents: 240_00, payeCents: 60_00, nettCents: 180_00, runId: null };
  expect(rowAfter(decided(1, 'Earned'), paid, higher, returned)).toMatchObject(owed);
  expect(rowAfter(decided(1, 'Earned'), paid, returned, higher)).toMatchObject(owed);
  expect(rowAfter(decided(1, 'Earned'), paid, higher, returned, decided(3, 'Pending'))).toMatchObject({
    status: 'Pending',
    isHeldAfterPayment: false,
  });
  const keptBack = { ...returned, data: { ...returned.data, rewards: [], kept: paid.data.rewards } };
  const credited = decided(2, 'Declined', nothing);
  expect(incentives.keys(keptBack as never)).toEqual(['R1']);
  expect(rowAfter(decided(1, 'Earned'), paid, credited, keptBack, decided(3, 'Earned'))).toMatchObject({
    status: 'Earned',
    nettCents: 150_00,
    runId: null,
  });
});

test('keeps a credited reward declined when its payment is posted afterwards', () => {
  expect(rowAfter(decided(1, 'Earned'), decided(2, 'Declined', nothing), paid)).toMatchObject({
    status: 'Declined',
    nettCents: 0,
  });
});

test('a payment is explained by the treatment of its day, an amount owed again by its decision', () => {
  expect(displayedTreatment(rowAfter(decided(1, 'Earned')))).toEqual({ kind: 'paye', rate: 0.25 });
  expect(displayedTreatment(rowAfter(decided(1, 'Earned'), paid))).toEqual({ kind: 'independent-contractor', rate: 0 });
  expect(displayedTreatment(rowAfter(decided(1, 'Earned'), paid, returned))).toEqual({ kind: 'paye', rate: 0.25 });
});

test('a payment is shown again when an invoice follows the credit note after it', () => {
  const row = rowAfter(decided(1, 'Earned'), paid, decided(2, 'Declined', nothing), decided(3, 'Earned'));
  expect(row).toMatchObject({ status: 'Paid', grossCents: 200_00, payeCents: 0, nettCents: 200_00, runId: RUN });
});

const ofAgent = (agentId: number | null, decisionNo: number, status = 'Earned') => {
  const decision = decided(decisionNo, status, ...(status === 'Declined' ? [nothing] : []));
  return { ...decision, data: { ...decision.data, agentId } };
};
const ofAccount = (type: string, agentId: number, more: object = {}) => ({
  type,
  data: { agentId, reservationNo: 'R1', decisionNo: 1, ...paid.data.rewards[0], ...more },
});

describe('a tracking number that was wrong for a while', () => {
  const elsewhere = { nobody: ofAgent(null, 2, 'Declined'), another: ofAgent(8, 2) };

  test.each(Object.entries(elsewhere))('leaves a payment paid: %s', (_who, wrong) => {
    const [first, right] = [ofAgent(7, 1), ofAgent(7, 3)];
    const shown = { status: 'Paid', payeCents: 0, nettCents: 200_00, runId: RUN };
    expect(rowAfter(first, paid, wrong), 'in between').toMatchObject({ status: wrong.data.status, runId: null });
    expect(rowAfter(first, paid, wrong, right)).toMatchObject(shown);
    expect(rowAfter(first, wrong, paid, right), 'the payment came in between').toMatchObject(shown);
    expect(rowAfter(first, paid, wrong, returned, right)).toMatchObject({ status: 'Earned', nettCents: 150_00 });
  });

  test.each(Object.entries(elsewhere))('keeps an expired reward expired: %s', (_who, wrong) => {
    const expired = ofAccount('RewardExpired', 7, decided(1, 'Earned').data);
    const [first, right] = [ofAgent(7, 1), ofAgent(7, 3)];
    for (const events of [
      [first, expired, wrong, right],
      [first, wrong, expired, right],
    ])
      expect(rowAfter(...events)).toMatchObject({ status: 'Expired', nettCents: 150_00 });
  });

  test.each(Object.entries(elsewhere))('leaves an opening balance unchanged: %s', (_who, wrong) => {
    const coveredBy = ofAccount('RewardCovered', 7);
    const [first, right] = [ofAgent(7, 1), ofAgent(7, 3)];
    for (const events of [
      [first, coveredBy, wrong, right],
      [first, wrong, coveredBy, right],
    ])
      expect(rowAfter(...events)).toMatchObject({ status: 'Declined', reason: 'OpeningBalance', nettCents: 0 });
  });

  test('leaves each of two agents who were paid their own payment', () => {
    const toAnother = { type: 'PayoutPaid', data: { ...paid.data, agentId: 8, runId: 'run-2' } };
    const events = [ofAgent(7, 1), paid, ofAgent(8, 2), toAnother];
    expect(rowAfter(...events)).toMatchObject({ status: 'Paid', agentId: 8, runId: 'run-2' });
    expect(rowAfter(...events, ofAgent(7, 3))).toMatchObject({ status: 'Paid', agentId: 7, runId: RUN });
    expect(rowAfter(...events, ofAgent(7, 3), returned)).toMatchObject({ status: 'Earned', agentId: 7, runId: null });
    expect(rowAfter(...events, ofAgent(7, 3), returned, ofAgent(8, 4))).toMatchObject({
      status: 'Paid',
      runId: 'run-2',
    });
  });
});

const references: References = {
  policy: { versions: [{ version: 1, effectiveFrom: null, terms: INITIAL_TERMS }] },
  promotionOf: () => sun,
  agentOf: (loyaltyTrackingNo) => (loyaltyTrackingNo === 'FT2' ? 8 : 7),
  treatmentOf: (_agentId, _day, rate) => ({ kind: 'paye', rate }),
};
const terms = { promoCode: 'SUN', rateCode: 'DISC', vehicleGroup: 'C', pickupBranch: 'JNB', returnBranch: 'CPT' };
const fact = (eventId: string) => ({
  eventId,
  integratorId: 'i1',
  reservationNo: 'R1',
  occurredAt: '2026-03-01T10:00:00Z',
  contentHash: eventId,
});
const invoice = (
  invoiceNo: string,
  invoiceDate: string,
  tkRevenueCents: number,
  loyaltyTrackingNo: string | null = 'FT1',
): FactEvent => ({
  type: 'InvoiceRecorded',
  data: {
    ...fact(invoiceNo),
    invoiceNo,
    invoiceDate,
    tkRevenueCents,
    loyaltyTrackingNo,
    personal: null,
    marketSector: 'Leisure',
    reservation: { ...terms, reservedOn: '2026-02-01' },
    rental: { ...terms, pickedUpOn: '2026-03-01', returnedOn: '2026-03-05' },
  },
});
const afterPayment: FactEvent[] = [
  invoice('B', '2026-03-11', 900_00),
  invoice('C', '2026-03-12', 700_00),
  invoice('D', '2026-03-13', 800_00, 'FT2'),
  invoice('E', '2026-03-14', 600_00, null),
  ...['A', 'B', 'C', 'D', 'E'].map((invoiceNo): FactEvent => {
    const creditNoteNo = `CN-${invoiceNo}`;
    return {
      type: 'CreditNoteRecorded',
      data: { ...fact(creditNoteNo), creditNoteNo, invoiceNo, creditDate: '2026-03-20' },
    };
  }),
  { type: 'HoldPlaced', data: { ...fact('H'), holdId: 'H1', holdReason: 'payment', placedOn: '2026-03-20' } },
  { type: 'HoldReleased', data: { ...fact('L'), holdId: 'H1', releasedOn: '2026-03-21' } },
];

test('events after a payment lead to the same row in any order', () => {
  const rowOf = (facts: readonly FactEvent[]): IncentiveRow => {
    let rental = rentalDecider.initial;
    const events: { type: string; data: object }[] = [];
    for (const each of facts) {
      rental = rentalDecider.evolve(rental, each);
      const decision = nextDecision(rental, references);
      if (decision) {
        events.push(decision);
        rental = rentalDecider.evolve(rental, decision);
      }
      if (events.length === 1) events.push(paid);
    }
    // The number and identity of earlier decisions depend on the history, so they are not compared.
    return { ...rowAfter(...events), decisionNo: 0, earlier: null };
  };
  const first = invoice('A', '2026-03-10', 1000_00);
  fc.assert(
    fc.property(
      fc
        .subarray(afterPayment)
        .chain((facts) => fc.tuple(fc.constant(facts), fc.shuffledSubarray(facts, { minLength: facts.length }))),
      ([facts, shuffled]) => {
        expect(rowOf([first, ...shuffled])).toEqual(rowOf([first, ...facts]));
      },
    ),
  );
});
