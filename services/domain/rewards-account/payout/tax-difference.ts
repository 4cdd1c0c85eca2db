import type { Amounts } from '../../amounts.ts';
import { amountsOf, sumOf } from '../../amounts.ts';
import type { Day } from '../../calendar.ts';
import type { AccountEventOf } from '../events.ts';

/**
 * PAYE of the payment's treatment above that of the decisions, with zero gross. None where both are equal. `paidOn`:
 * of a payment that is returned.
 */
export function taxDifference(
  about: {
    readonly agentId: number;
    readonly adjustmentId: string;
    readonly dated: Day;
    readonly paidOn?: Day;
    readonly kind: string;
  },
  before: readonly Amounts[],
  after: readonly Amounts[],
): AccountEventOf<'AccountAdjusted'>[] {
  const { agentId, adjustmentId, dated, paidOn, kind } = about;
  const payeCents = sumOf(after).payeCents - sumOf(before).payeCents;
  if (payeCents === 0) return [];
  const noReservation = { reservationNo: null, decisionNo: null, payeRate: null };
  return [
    {
      type: 'AccountAdjusted',
      data: {
        agentId,
        adjustmentId,
        cause: { kind: 'tax-difference' },
        reason: 'TaxTreatment',
        text: kind,
        dated,
        ...(paidOn && { paidOn }),
        ...noReservation,
        ...amountsOf(0, payeCents),
      },
    },
  ];
}
