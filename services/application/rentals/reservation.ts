import type { Decision } from '@fynbos/domain/rental/events.ts';
import { explain } from '@fynbos/domain/rental/explain.ts';
import { OPENING_BALANCE, type ShownReason } from '@fynbos/domain/rental/reasons.ts';
import { bare, NOTHING } from '@fynbos/domain/rewards-account/amounts.ts';
import { isInOpeningBalance } from '@fynbos/projections/incentives/queries.ts';
import { findRental } from '@fynbos/projections/rentals/queries.ts';
import type { RentalRow } from '@fynbos/projections/rentals/rentals.ts';
import type { Pool } from 'pg';

/**
 * A decision as displayed: a decision included in an opening balance is displayed as declined, because nothing is
 * owed.
 */
export function shownDecision(decision: Decision, isInBalance: boolean) {
  const reason: ShownReason | null = isInBalance ? OPENING_BALANCE : decision.reason;
  return {
    status: isInBalance ? ('Declined' as const) : decision.status,
    reason,
    promoCode: decision.promoCode,
    rate: decision.rate,
    policyVersion: decision.policyVersion,
    promotionVersion: decision.promotionVersion,
    loyaltyTrackingNo: decision.loyaltyTrackingNo,
    invoiceNo: decision.invoiceNo,
    ...bare(isInBalance ? NOTHING : decision),
    explanation: explain({ ...decision, reason }),
  };
}

/** A reservation and its decision as displayed; null if it has no recorded facts. */
export async function reservation(
  pool: Pool,
  reservationNo: string,
): Promise<{ readonly rental: RentalRow; readonly decision: ReturnType<typeof shownDecision> | null } | null> {
  const rental = await findRental(pool, reservationNo);
  if (!rental) return null;
  const { decision } = rental;
  return { rental, decision: decision && shownDecision(decision, await isInOpeningBalance(pool, reservationNo)) };
}
