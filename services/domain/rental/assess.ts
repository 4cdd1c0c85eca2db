import { ORDINARY_TREATMENT } from '../agent/tax-treatment.ts';
import type { Day } from '../calendar.ts';
import { type Cents, timesRate } from '../money.ts';
import { codeKey } from '../promotion/promotion.ts';
import { isActiveOn, type Promotion, rateOn } from '../promotion/state.ts';
import { policyOn, type RewardPolicy } from '../reward-policy/reward-policy.ts';
import type { TreatmentUsed } from '../rewards-account/events.ts';
import type { Decision, Invoice } from './events.ts';
import type { DecisionStatus, ReasonCode } from './reasons.ts';
import type { Rental } from './state.ts';

/** What a decision needs beside the facts, as it was looked up when the decision is taken. */
export interface References {
  readonly policy: RewardPolicy;
  /** The promotion that a code (as of `codeKey`) means, or undefined for a code that is none of ours. */
  promotionOf(code: string): Promotion | undefined;
  /** The agent who bore a loyalty tracking number on a day, or undefined: nobody bears that of an agent who was forgotten before. */
  agentOf(loyaltyTrackingNo: string, day: Day): number | undefined;
  /** How an agent's rewards of a day are taxed, where ordinary PAYE is at `payeRate`. */
  treatmentOf(agentId: number, day: Day, payeRate: number): TreatmentUsed;
}

/** A decision without its place in the row of the reservation's decisions. */
export type Assessment = Omit<Decision, 'decisionNo' | 'before'>;

/** Newest first: by invoice date, then by invoice number, both as text. */
function isNewer(a: Invoice, b: Invoice): boolean {
  return a.invoiceDate !== b.invoiceDate ? a.invoiceDate > b.invoiceDate : a.invoiceNo > b.invoiceNo;
}

/** The newest invoice that no credit note names, or, when every one is credited, the newest of all; null without any. */
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

/** The day of the first invoice, credited ones included: it never becomes later, whatever comes in whatever order. */
export function firstInvoicedOn({ invoices }: Rental): Day | null {
  let first: Day | null = null;
  for (const { invoiceDate } of invoices.values()) if (first === null || invoiceDate < first) first = invoiceDate;
  return first;
}

/** Gross is the larger of the minimum and revenue × rate, rounded half up; PAYE is rounded; nett is the rest (R9, M2, M3). */
export function rewardOf(
  tkRevenueCents: Cents,
  rate: number,
  minimumRewardCents: Cents,
  payeRate: number,
): { grossCents: Cents; payeCents: Cents; nettCents: Cents } {
  const grossCents = Math.max(minimumRewardCents, timesRate(tkRevenueCents, rate));
  const payeCents = timesRate(grossCents, payeRate);
  return { grossCents, payeCents, nettCents: grossCents - payeCents };
}

/** "Must fully match the reservation": these four, the promotion code apart; all else may differ. */
const MATCHING = ['rateCode', 'vehicleGroup', 'pickupBranch', 'returnBranch'] as const;

const hasOpenHold = (rental: Rental): boolean => [...rental.holds].some((holdId) => !rental.releases.has(holdId));

/**
 * What the set of facts leads to ("the first that holds, top down, decides"); null while there is no invoice (R1 to R11).
 * Pure: the same facts and references give the same answer in any order, at any time.
 */
export function assess(rental: Rental, references: References): Assessment | null {
  const current = currentInvoice(rental);
  if (current === null) return null;
  const { invoice, isCredited } = current;
  const { reservation, rental: driven, loyaltyTrackingNo, tkRevenueCents } = invoice;
  const policy = policyOn(references.policy, invoice.invoiceDate);
  // The first invoice: a correction of it must not take away from somebody who was forgotten what they had earned before.
  const first = firstInvoicedOn(rental) ?? invoice.invoiceDate;
  const agentId = loyaltyTrackingNo === null ? undefined : references.agentOf(loyaltyTrackingNo, first);
  const promoCode = reservation.promoCode === null ? null : codeKey(reservation.promoCode);
  const promotion = promoCode === null ? undefined : references.promotionOf(promoCode);
  const rate = promotion === undefined ? null : rateOn(promotion, reservation.reservedOn);
  const { minimumRewardCents, payeRate } = policy.terms;
  // As the policy, by the day of the invoice and not by that of the processing (docs/decisions/0004).
  const { kind, rate: taxRate } =
    agentId === undefined
      ? { kind: ORDINARY_TREATMENT.kind, rate: payeRate }
      : references.treatmentOf(agentId, invoice.invoiceDate, payeRate);
  const reward = rate === null ? null : rewardOf(tkRevenueCents, rate, minimumRewardCents, taxRate);

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
    if (MATCHING.some((field) => driven[field] !== reservation[field])) return 'RentalDiffersFromReservation';
    // Read as programmes of this kind mean it: payable only when it does not exceed the T&K revenue.
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
