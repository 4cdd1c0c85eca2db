import type { TreatmentUsed } from '../agent/tax-treatment.ts';
import { ORDINARY_TREATMENT } from '../agent/tax-treatment.ts';
import type { Day } from '../calendar.ts';
import { codeKey } from '../promotion/promotion.ts';
import { isActiveOn, type Promotion, rateOn } from '../promotion/state.ts';
import { policyOn, type RewardPolicy } from '../reward-policy/reward-policy.ts';
import type { Decision, Invoice } from './events.ts';
import type { DecisionStatus, ReasonCode } from './reasons.ts';
import { rewardAmounts } from './reward-amount.ts';
import type { Rental } from './state.ts';

/** Looked up at the time of the decision. */
export interface References {
  readonly policy: RewardPolicy;
  /** `code` is a `codeKey`. */
  promotionOf(code: string): Promotion | undefined;
  /** The number of an agent who was erased before that day belongs to no agent. */
  agentOf(loyaltyTrackingNo: string, day: Day): number | undefined;
  /** Ordinary PAYE is `payeRate`. */
  treatmentOf(agentId: number, day: Day, payeRate: number): TreatmentUsed;
}

/** A decision without its number and predecessor. */
export type Assessment = Omit<Decision, 'decisionNo' | 'before'>;

/** Whether an invoice is newer: by invoice date, then by number, both as text, so `I-9` is newer than `I-10` (R3). */
function isNewer(a: Invoice, b: Invoice): boolean {
  return a.invoiceDate !== b.invoiceDate ? a.invoiceDate > b.invoiceDate : a.invoiceNo > b.invoiceNo;
}

/** The newest invoice without a credit note or, when every invoice is credited, the newest of all; null without any. */
export function currentInvoice(rental: Rental): { invoice: Invoice; isCredited: boolean } | null {
  let open: Invoice | undefined;
  let newest: Invoice | undefined;
  for (const invoice of rental.invoices.values()) {
    if (newest === undefined || isNewer(invoice, newest)) newest = invoice;
    if (rental.creditedInvoices.has(invoice.invoiceNo)) continue;
    if (open === undefined || isNewer(invoice, open)) open = invoice;
  }
  if (newest === undefined) return null;
  return open === undefined ? { invoice: newest, isCredited: true } : { invoice: open, isCredited: false };
}

/** Credited ones included. It never becomes later, whatever the order of the facts. */
export function firstInvoicedOn({ invoices }: Rental): Day | null {
  let first: Day | null = null;
  for (const { invoiceDate } of invoices.values()) if (first === null || invoiceDate < first) first = invoiceDate;
  return first;
}

/** "Must fully match the reservation": these four fields. The promotion code is checked separately. */
export const MATCHED_FIELDS = ['rateCode', 'vehicleGroup', 'pickupBranch', 'returnBranch'] as const;

const hasOpenHold = (rental: Rental): boolean => [...rental.holds].some((holdId) => !rental.releases.has(holdId));

/**
 * "The first that holds, top down, decides" (R1 to R11); null without an invoice. The order of the facts does not
 * count.
 */
export function assess(rental: Rental, references: References): Assessment | null {
  const current = currentInvoice(rental);
  if (current === null) return null;
  const { invoice, isCredited } = current;
  const { reservation, rental: driven, loyaltyTrackingNo, tkRevenueCents } = invoice;
  const policy = policyOn(references.policy, invoice.invoiceDate);
  // Uses the first invoice: a later correction must not remove rewards that a since erased person had earned before.
  const first = firstInvoicedOn(rental) ?? invoice.invoiceDate;
  const agentId = loyaltyTrackingNo === null ? undefined : references.agentOf(loyaltyTrackingNo, first);
  const promoCode = reservation.promoCode === null ? null : codeKey(reservation.promoCode);
  const promotion = promoCode === null ? undefined : references.promotionOf(promoCode);
  const rate = promotion === undefined ? null : rateOn(promotion, reservation.reservedOn);
  const { minimumRewardCents, payeRate } = policy.terms;
  // Like the policy, the treatment depends on the day of the invoice, not on the day of processing
  // (docs/decisions/0004).
  const { kind, rate: taxRate } =
    agentId === undefined
      ? { kind: ORDINARY_TREATMENT.kind, rate: payeRate }
      : references.treatmentOf(agentId, invoice.invoiceDate, payeRate);
  const reward = rate === null ? null : rewardAmounts(tkRevenueCents, rate, minimumRewardCents, taxRate);

  const refusal = (): ReasonCode | null => {
    if (rental.isCancelled) return 'Cancelled';
    if (rental.isNoShow) return 'NoShow';
    if (isCredited) return 'Credited';
    if (loyaltyTrackingNo === null) return 'NoTrackingNumber';
    if (agentId === undefined) return 'UnknownTrackingNumber';
    if (promotion === undefined || reward === null) return 'NonQualifyingCode';
    if (driven.promoCode === null || !references.promotionOf(codeKey(driven.promoCode)))
      return 'CodeChangedToNonQualifying';
    if (!isActiveOn(promotion, reservation.reservedOn)) return 'PromotionNotActive';
    if (MATCHED_FIELDS.some((field) => driven[field] !== reservation[field])) return 'RentalDiffersFromReservation';
    // The usual meaning in such programmes: a reward is payable only if it does not exceed the T&K revenue.
    if (reward.grossCents > tkRevenueCents) return 'RewardExceedsRevenue';
    return null;
  };

  const refused = refusal();
  const onHold = refused === null && hasOpenHold(rental);
  const status: DecisionStatus = refused !== null ? 'Declined' : onHold ? 'Pending' : 'Earned';
  const credited = refused === null ? reward : null;

  const assessment: Assessment = {
    reservationNo: invoice.reservationNo,
    status,
    reason: onHold ? 'OnHold' : refused,
    agentId: agentId ?? null,
    loyaltyTrackingNo,
    invoiceNo: invoice.invoiceNo,
    invoiceDate: invoice.invoiceDate,
    marketSector: invoice.marketSector,
    reservedOn: reservation.reservedOn,
    tkRevenueCents,
    promoCode,
    promotionId: promotion?.promotionId ?? null,
    promotionVersion: promotion?.version ?? null,
    rate,
    policyVersion: policy.version,
    minimumRewardCents,
    treatment: { kind, rate: taxRate },
    grossCents: credited?.grossCents ?? 0,
    payeCents: credited?.payeCents ?? 0,
    nettCents: credited?.nettCents ?? 0,
  };
  if (first !== invoice.invoiceDate) assessment.firstInvoicedOn = first;
  return assessment;
}
