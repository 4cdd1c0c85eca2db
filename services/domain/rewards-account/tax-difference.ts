import type { Day } from '../calendar.ts';
import { amountsOf, sumOf } from './amounts.ts';
import type { AccountEventOf, Amounts } from './events.ts';

/**
 * The entry for how much more PAYE the treatment of a payment takes than the decisions did: nothing gross. None where both took the same.
 */
export function taxDifference(
  about: { readonly agentId: number; readonly adjustmentId: string; readonly dated: Day; readonly kind: string },
  before: readonly Amounts[],
  after: readonly Amounts[],
): AccountEventOf<'AccountAdjusted'>[] {
  const { agentId, adjustmentId, dated, kind } = about;
  const payeCents = sumOf(after).payeCents - sumOf(before).payeCents;
  if (payeCents === 0) return [];
  const unbound = { reservationNo: null, decisionNo: null, payeRate: null };
  return [
    {
      type: 'AccountAdjusted',
      data: {
        ...{ agentId, adjustmentId, reason: 'TaxTreatment', text: kind, dated },
        ...unbound,
        ...amountsOf(0, payeCents),
      },
    },
  ];
}
