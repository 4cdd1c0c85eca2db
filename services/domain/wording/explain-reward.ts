import { formatDay, formatPercent, formatRand } from '../format.ts';
import { timesRate } from '../money.ts';
import type { Decision } from '../rental/events.ts';
import type { ShownReason } from '../rental/reasons.ts';

/** The rule behind each reason (R4 to R10 in docs/rules.md), in words for agents and admins. */
export const RULES: Readonly<Record<ShownReason, string>> = {
  Cancelled: 'Nothing is paid for cancelled reservations.',
  NoShow: 'Nothing is paid for no-shows.',
  Credited: 'Rewards are paid on invoiced rentals; a credit note takes the reward back.',
  NoTrackingNumber: 'A reservation without the loyalty tracking number does not qualify.',
  UnknownTrackingNumber: 'The loyalty tracking number on the reservation must belong to a registered agent.',
  NonQualifyingCode: 'Only qualifying discretionary rate promotion codes earn; corporate and other codes do not.',
  CodeChangedToNonQualifying: 'If the code is changed at rental to a non-qualifying code, no reward is earned.',
  PromotionNotActive: 'The promotion must be active on the day of the reservation.',
  RentalDiffersFromReservation: 'The rental must match the reservation: vehicle group, branches and rate code.',
  RewardExceedsRevenue: 'No reward is due when it would exceed the time-and-kilometre revenue of the rental.',
  OnHold: 'While a rental is on hold its reward is pending.',
  OpeningBalance: 'Rentals invoiced up to the day of an opening balance are included in it and are not owed again.',
};

/** A row of the read model has them too. */
export type Explainable = Pick<
  Decision,
  | 'status'
  | 'promoCode'
  | 'invoiceNo'
  | 'loyaltyTrackingNo'
  | 'reservedOn'
  | 'tkRevenueCents'
  | 'rate'
  | 'minimumRewardCents'
  | 'policyVersion'
  | 'grossCents'
  | 'payeCents'
  | 'nettCents'
> & { readonly reason: ShownReason | null; readonly treatment: { readonly kind: string; readonly rate: number } };

/** With the figures it used, for agents, admins and integrators. */
export function explain(decision: Explainable): string {
  const code = decision.promoCode ?? 'no promotion code';
  switch (decision.reason) {
    case 'Cancelled':
      return 'Declined: the reservation was cancelled.';
    case 'NoShow':
      return 'Declined: the customer did not collect the vehicle.';
    case 'Credited':
      return `Declined: invoice ${decision.invoiceNo} was credited.`;
    case 'NoTrackingNumber':
      return 'Declined: the reservation has no loyalty tracking number.';
    case 'UnknownTrackingNumber':
      return `Declined for now: tracking number ${decision.loyaltyTrackingNo} does not belong to a registered agent. It is decided again once the agent registers.`;
    case 'NonQualifyingCode':
      return `Declined: ${code} on the reservation is not a qualifying promotion code.`;
    case 'CodeChangedToNonQualifying':
      return `Declined: ${code} was changed at rental to a code that does not qualify.`;
    case 'PromotionNotActive':
      return `Declined: ${code} was not active on ${formatDay(decision.reservedOn)}, the day of the reservation.`;
    case 'RentalDiffersFromReservation':
      return 'Declined: vehicle group, branch or rate code of the rental differs from the reservation.';
    case 'RewardExceedsRevenue':
      return `Declined: the reward would exceed the time-and-kilometre revenue of ${formatRand(decision.tkRevenueCents)}.`;
    case 'OpeningBalance':
      return 'Not owed again: it is included in the opening balance from the previous system.';
    case 'OnHold':
    case null:
      return earnedExplanation(
        decision,
        decision.status === 'Pending' ? 'Pending while the rental is on hold' : 'Earned',
      );
  }
}

const UNTAXED_TEXTS: Readonly<Record<string, string>> = {
  'independent-contractor': 'an independent contractor',
  'company-payee': 'a company',
  'non-resident': 'a non-resident',
};
/** Ordinary PAYE where the treatment is not listed. */
const TAX_TEXTS: Readonly<Record<string, string>> = {
  directive: 'PAYE under a tax directive',
  'non-resident': 'tax for non-residents',
};

export type Basis = Pick<Decision, 'promoCode' | 'tkRevenueCents' | 'rate' | 'minimumRewardCents' | 'policyVersion'>;
type Taxed = Pick<Explainable, 'grossCents' | 'payeCents' | 'nettCents' | 'treatment'>;

function taxOf({ payeCents, nettCents, treatment: { kind, rate } }: Taxed): string {
  const untaxed = UNTAXED_TEXTS[kind];
  if (rate === 0 && untaxed) return `of which nothing is withheld from ${untaxed}`;
  return `less ${formatPercent(rate)} ${TAX_TEXTS[kind] ?? 'PAYE'} (${formatRand(payeCents)}) leaves ${formatRand(nettCents)}`;
}

function grossOf({
  grossCents,
  rate,
  tkRevenueCents,
  minimumRewardCents,
  promoCode,
}: Basis & Pick<Taxed, 'grossCents'>): string {
  const from = `${formatPercent(rate ?? 0)} of the time-and-kilometre revenue of ${formatRand(tkRevenueCents)} with ${promoCode}`;
  return grossCents === minimumRewardCents
    ? `the minimum reward of ${formatRand(minimumRewardCents)} (${from} would be ${formatRand(timesRate(tkRevenueCents, rate ?? 0))})`
    : `${from}: ${formatRand(grossCents)}`;
}

const earnedExplanation = (reward: Basis & Taxed, opening = 'Earned'): string =>
  `${opening}: ${grossOf(reward)}, ${taxOf(reward)}.`;

/** As paid or expired, in cents. `basis`: null where it is unknown. */
export interface SettledReward extends Taxed {
  readonly as: 'Paid' | 'Expired';
  readonly basis: Basis | null;
}

/** Adds the effect of a later decision with another amount: a paid reward is never edited. */
export function explainSettled(
  settled: SettledReward,
  newest: Basis & Pick<Taxed, 'grossCents'> & { readonly isOnHold: boolean },
): string {
  const { as, basis, grossCents } = settled;
  const own =
    basis === null
      ? `Earned: ${formatRand(grossCents)} by an earlier decision, ${taxOf(settled)}.`
      : earnedExplanation({ ...basis, ...settled });
  const more = newest.grossCents - grossCents;
  if (more === 0) return own;
  const recalculated = `${own} Recalculated since it ${as === 'Paid' ? 'was paid' : 'expired'}: ${grossOf(newest)}`;
  if (as === 'Expired') return `${recalculated}; what has expired is not owed again.`;
  if (more < 0) return `${recalculated}; ${formatRand(-more)} before tax is deducted as a correction.`;
  return newest.isOnHold
    ? `${recalculated}; the additional ${formatRand(more)} before tax is added as a correction, at the latest when the rental’s hold is released.`
    : `${recalculated}; the additional ${formatRand(more)} before tax is added as a correction.`;
}
