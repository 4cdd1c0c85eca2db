import type { AccountEventOf } from './events.ts';

export type AdjustmentCause =
  /** A correction by finance or by a recalculation. */
  | { readonly kind: 'correction' }
  /** A rental decision that changed a paid reward. */
  | { readonly kind: 'decision'; readonly decisionNo: number }
  /** A rental decision that replaced finance's corrections of its reservation. */
  | { readonly kind: 'reversal'; readonly decisionNo: number }
  /** A payout that paid a correction after it was reversed. */
  | { readonly kind: 'paid-reversal' }
  /** A payment that the bank returned. */
  | { readonly kind: 'payment-returned' }
  /** An opening balance, or a paid reward that the opening balance covers. */
  | { readonly kind: 'opening-balance' }
  /** The difference between the PAYE of a payment and the PAYE of its decisions. */
  | { readonly kind: 'tax-difference' };

/**
 * The cause of a stored entry. Entries do not store it, so that an older release can still read them; every release
 * writes ids and fields from which the cause can be derived. No other code interprets an adjustment's id.
 */
export function adjustmentCauseOf({
  adjustmentId,
  reason,
  reservationNo,
  decisionNo,
  text,
}: AccountEventOf<'AccountAdjusted'>['data']): AdjustmentCause {
  if (reason === 'TaxTreatment') return { kind: 'tax-difference' };
  if (reservationNo === null) return { kind: 'correction' };
  const prefix = `${reservationNo}#`;
  if (adjustmentId.startsWith(prefix)) {
    const rest = adjustmentId.slice(prefix.length);
    // A reversal is named after the decision (`R1#3~0.25`) but belongs to finance's corrections, which have no
    // decision.
    if (decisionNo === null) return { kind: 'reversal', decisionNo: Number.parseInt(rest, 10) };
    return rest === 'opening' ? { kind: 'opening-balance' } : { kind: 'decision', decisionNo };
  }
  if (decisionNo !== null) return { kind: 'payment-returned' };
  return text === 'PaidMeanwhile' ? { kind: 'paid-reversal' } : { kind: 'correction' };
}
