import type { RewardsAccountEvent } from '@fynbos/domain/rewards-account/events.ts';
import { expect, test } from 'vitest';
import { rePaymentsOf } from './re-payments.ts';

const event = (type: string, runId: string, reservations: readonly string[] = []): RewardsAccountEvent =>
  ({ type, data: { runId, rewards: reservations.map((reservationNo) => ({ reservationNo })) } }) as never;

test('a returned payment is paid again by the next run that reserves one of its rewards', () => {
  const again = rePaymentsOf([
    event('PayoutReserved', 'february', ['A', 'B']),
    event('PayoutPaid', 'february', ['A', 'B']),
    event('PayoutReturned', 'february', ['A']),
    event('PayoutReserved', 'april', ['C']),
    event('PayoutReserved', 'june', ['A', 'D']),
    event('PayoutReserved', 'august', ['A']),
  ]);
  expect([...again]).toEqual([['february', 'june']]);
});

test('a run that was frozen before the payment failed is not its re-payment', () => {
  const again = rePaymentsOf([
    event('PayoutReserved', 'first', ['A']),
    event('PayoutReserved', 'second', ['B']),
    event('PayoutFailed', 'first'),
  ]);
  expect(again.size).toBe(0);
});
