import { expect, test } from 'vitest';
import { type PayoutRow, runOf } from './payouts.ts';

test('reads the state of a run that an earlier release stored', () => {
  const response = { parts: 1, rest: 'open', on: '2028-02-29', settledChunks: 0 };
  const state = { status: 'exported', approvedBy: '2', answers: [['bank-1', { ...response, isTaken: true }]] };
  expect(runOf({ state } as unknown as PayoutRow)).toMatchObject({
    status: 'exported',
    heldFor: null,
    corrections: [],
    responses: new Map([['bank-1', { ...response, isAccepted: true }]]),
  });
});
