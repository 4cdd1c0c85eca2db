import { expect, test } from 'vitest';
import type { FoldEvent } from '../engine/projection.ts';
import { type IncentiveRow, incentives } from './incentives.ts';

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

test('a reward that was paid shows as paid, with what was withheld on the day of payment', () => {
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

test('a reward whose payment came back is earned again, with the tax of its decision', () => {
  expect(rowAfter(decided(1, 'Earned'), paid, returned)).toMatchObject({
    status: 'Earned',
    payeCents: 50_00,
    nettCents: 150_00,
    runId: null,
  });
});

test('a credit that the payment overtook stays declined', () => {
  expect(rowAfter(decided(1, 'Earned'), decided(2, 'Declined', nothing), paid)).toMatchObject({
    status: 'Declined',
    nettCents: 0,
  });
});
