import { amountsOf } from '@fynbos/domain/amounts.ts';
import type { Decision } from '@fynbos/domain/rental/events.ts';
import { AGENT, decisionOf } from '@fynbos/domain/rewards-account/testing/ledger.ts';
import { expect, test } from 'vitest';
import type { FoldEvent } from '../engine/projection.ts';
import { cardsOf } from './cards.ts';
import { type IncentiveRow, incentives } from './incentives.ts';

const decide = (decisionNo: number, tkRevenueCents: number, changes: Partial<Decision> = {}) => ({
  type: 'RewardDecided',
  data: { ...decisionOf('R1', decisionNo, 'Earned', tkRevenueCents / 5), tkRevenueCents, ...changes },
});
const gone = (decisionNo: number, agentId: number | null = AGENT) => ({
  type: 'RewardDecided',
  data: { ...decisionOf('R1', decisionNo, 'Declined', 0), agentId },
});
const ofAccount = (type: string, amounts = amountsOf(200_00, 50_00)) => ({
  type,
  data: {
    agentId: AGENT,
    reservationNo: 'R1',
    runId: 'run-1',
    kept: [],
    ...amounts,
    treatment: { kind: 'paye', rate: 0.25 },
    rewards: [{ reservationNo: 'R1', ...amounts }],
  },
});
const [paid, returned, expired] = [ofAccount('PayoutPaid'), ofAccount('PayoutReturned'), ofAccount('RewardExpired')];

function detailAfter(...events: { type: string; data: object }[]) {
  const metadata = { recordedAt: '2026-04-01T08:00:00.000Z' };
  const row = events.reduce<IncentiveRow | null>(
    (before, event) => incentives.evolve(before, { ...event, metadata } as unknown as FoldEvent<never>, 'R1'),
    null,
  );
  return cardsOf([row as IncentiveRow])[0]?.details[0];
}

const OF_A_THOUSAND =
  'Earned: 20% of the time-and-kilometre revenue of R1\u202f000.00 with SUN: R200.00, less 25% PAYE (R50.00) leaves R150.00.';
const [first, higher, lower] = [decide(1, 1000_00), decide(2, 1200_00, { policyVersion: 2 }), decide(2, 900_00)];

test('explains a paid reward by the paid decision, and later changes in a separate sentence', () => {
  expect(detailAfter(first, paid)).toMatchObject({ explanation: OF_A_THOUSAND, correctionCents: null });
  const detail = detailAfter(first, paid, higher);
  expect(detail).toMatchObject({
    grossAmount: 200,
    nettAmount: 150,
    revenueCents: 1000_00,
    rate: 0.2,
    policyVersion: 1,
  });
  expect(detail?.correctionCents).toBe(40_00);
  expect(detail?.explanation).toBe(
    `${OF_A_THOUSAND} Recalculated since it was paid: 20% of the time-and-kilometre revenue of R1\u202f200.00 with SUN: R240.00; the additional R40.00 before tax is added as a correction.`,
  );
  const reduced = detailAfter(first, paid, lower);
  expect(reduced?.correctionCents).toBe(-20_00);
  expect(reduced?.explanation).toBe(
    `${OF_A_THOUSAND} Recalculated since it was paid: 20% of the time-and-kilometre revenue of R900.00 with SUN: R180.00; R20.00 before tax is deducted as a correction.`,
  );
});

test('an increase after the payment waits for the release of the hold', () => {
  const held = decide(2, 1200_00, { status: 'Pending', reason: 'OnHold' });
  expect(detailAfter(first, paid, held)?.explanation).toMatch(
    /the additional R40.00 before tax is added as a correction, at the latest when the rental’s hold is released.$/,
  );
});

test('a decision of the same amount after a payment causes no correction', () => {
  const detail = detailAfter(first, paid, decide(2, 2000_00, { rate: 0.1, ...amountsOf(200_00, 50_00) }));
  expect(detail).toMatchObject({ explanation: OF_A_THOUSAND, correctionCents: null });
});

test('gives the same explanation if the later decision came before the bank’s response', () => {
  const explained = detailAfter(first, paid, higher)?.explanation;
  expect(detailAfter(first, higher, paid)?.explanation).toBe(explained);
  expect(detailAfter(first, gone(2), paid, { ...higher, data: { ...higher.data, decisionNo: 3 } })?.explanation).toBe(
    explained,
  );
  expect(detailAfter(first, gone(2, null), paid, gone(3, 8), higher)?.explanation).toBe(explained);
});

test('explains a returned payment by the newest decision, and a repeated payment by the frozen one', () => {
  expect(detailAfter(first, paid, higher, returned)?.explanation).toBe(
    'Earned: 20% of the time-and-kilometre revenue of R1\u202f200.00 with SUN: R240.00, less 25% PAYE (R60.00) leaves R180.00.',
  );
  expect(detailAfter(first, paid, higher, returned, paid)?.explanation).toMatch(`${OF_A_THOUSAND} Recalculated`);
});

test('explains that an expired reward is not owed again after a later decision', () => {
  expect(detailAfter(first, expired, higher)).toMatchObject({ status: 'Expired', nettAmount: 150 });
  expect(detailAfter(first, expired, higher)?.explanation).toBe(
    `${OF_A_THOUSAND} Recalculated since it expired: 20% of the time-and-kilometre revenue of R1\u202f200.00 with SUN: R240.00; what has expired is not owed again.`,
  );
});

test('a payment without a known decision is explained without figures that were not used', () => {
  const other = ofAccount('PayoutPaid', amountsOf(100_00, 25_00));
  expect(detailAfter(first, other)?.explanation).toMatch(
    /^Earned: R100.00 by an earlier decision, less 25% PAYE \(R25.00\) leaves R75.00. Recalculated since it was paid: /,
  );
});
