import { expect, it } from 'vitest';
import { withAdjustmentCause } from './adjustment-cause.ts';
import type { AccountEventOf, AdjustmentCause } from './events.ts';

type Data = Omit<AccountEventOf<'AccountAdjusted'>['data'], 'cause'>;
const entry = (changes: Partial<Data>): Data => ({
  agentId: 7,
  adjustmentId: 'c1',
  reason: 'Rerated',
  text: null,
  reservationNo: 'R1',
  decisionNo: null,
  payeRate: null,
  dated: '2026-04-01',
  grossCents: 0,
  payeCents: 0,
  nettCents: 0,
  ...changes,
});

it.each<[string, Partial<Data>, AdjustmentCause]>([
  ['a correction without a reservation', { reservationNo: null }, { kind: 'correction' }],
  ['a correction of a recalculation', { adjustmentId: 'x:R1', reason: 'Error' }, { kind: 'correction' }],
  ['a decision after payment', { adjustmentId: 'R1#3', decisionNo: 3 }, { kind: 'decision', decisionNo: 3 }],
  ['a reversal at a rate', { adjustmentId: 'R1#12~0.25' }, { kind: 'reversal', decisionNo: 12 }],
  ['a second reversal', { adjustmentId: 'R1#3~0.25~2' }, { kind: 'reversal', decisionNo: 3 }],
  ['a reversal without a rate', { adjustmentId: 'R1#3~' }, { kind: 'reversal', decisionNo: 3 }],
  [
    'a reversed correction that was paid',
    { adjustmentId: 'c1@r~', text: 'PaidMeanwhile' },
    { kind: 'reissued-reversal', adjustmentId: 'c1', runId: 'r' },
  ],
  [
    'a reissued reversal that was paid, and taken back twice',
    { adjustmentId: 'R@1#3~0.25@r1~@r2~0.25~3', text: 'PaidMeanwhile' },
    { kind: 'reissued-reversal', adjustmentId: 'R@1#3~0.25@r1~', runId: 'r2' },
  ],
  ['a correction with a text of ours', { adjustmentId: 'a@b', text: 'PaidMeanwhile' }, { kind: 'correction' }],
  ['a returned payment', { adjustmentId: 'uncorrected-r1-R1', decisionNo: 2 }, { kind: 'payment-returned' }],
  ['a reward covered later', { adjustmentId: 'R1#opening', decisionNo: 2 }, { kind: 'opening-balance' }],
  [
    'a tax difference',
    { adjustmentId: 'tax-run1', reason: 'TaxTreatment', reservationNo: null },
    { kind: 'tax-difference' },
  ],
])('reads the cause of %s from an entry of version 1', (_name, changes, cause) => {
  expect(withAdjustmentCause(entry(changes))).toEqual({ ...entry(changes), cause });
});

it('leaves the cause that an entry states', () => {
  const stated = { ...entry({ adjustmentId: 'R1#3', decisionNo: 3 }), cause: { kind: 'correction' } };
  expect(withAdjustmentCause(stated)).toBe(stated);
});
