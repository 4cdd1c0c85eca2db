import { amountsOf, ZERO } from '@fynbos/domain/amounts.ts';
import { monthOf } from '@fynbos/domain/calendar.ts';
import { amounts, instant } from '@fynbos/domain/event-schema.ts';
import type { RentalEvent } from '@fynbos/domain/rental/events.ts';
import {
  decisionStatuses,
  OPENING_BALANCE,
  reasonCodes,
  shownReasons,
  shownStatuses,
} from '@fynbos/domain/rental/reasons.ts';
import type { PaidReward } from '@fynbos/domain/rewards-account/events.ts';
import { z } from 'zod';
import { keyText } from '../engine/columns.ts';
import { defineProjection, type FoldEvent } from '../engine/projection.ts';
import {
  type CreditingDecision,
  creditingDecision,
  earlierThan,
  type LedgerEvent,
  type Settlement,
  settledBy,
  settlement,
  settlementFor,
} from './settlements.ts';

type DecidedEvent = Extract<RentalEvent, { type: 'RewardDecided' }>;
type IncentiveEvent = DecidedEvent | LedgerEvent;

/** Declined ones too. Cards, statements and the rewards report are groups of these rows. */
export const incentiveRow = z.object({
  reservationNo: keyText,
  agentId: z.int32().nullable(),
  loyaltyTrackingNo: keyText.nullable(),
  /** The reservation's code in upper case. */
  promoCode: z.string().nullable(),
  promotionId: z.string().nullable(),
  promotionVersion: z.int32().nullable(),
  /** Month of the invoice date, in Johannesburg. */
  month: z.string(),
  invoiceNo: z.string(),
  invoiceDate: z.iso.date(),
  /** The day of the reservation's first invoice, as far as known from decisions. It never becomes later. */
  firstInvoicedOn: z.iso.date(),
  reservedOn: z.iso.date(),
  marketSector: z.string(),
  status: z.enum(shownStatuses),
  reason: z.enum(shownReasons).nullable(),
  ...amounts.shape,
  tkRevenueCents: z.int(),
  rate: z.number().nullable(),
  /** The treatment that the decision used, and its rate. */
  treatment: z.string(),
  payeRate: z.number(),
  minimumRewardCents: z.int(),
  policyVersion: z.int32(),
  decisionNo: z.int32(),
  /** ISO 8601 UTC. */
  decidedAt: instant,
  /** The newest decision alone, whatever the account contains. */
  decidedStatus: z.enum(decisionStatuses),
  decidedReason: z.enum(reasonCodes).nullable(),
  decidedGrossCents: z.int(),
  decidedPayeCents: z.int(),
  /** How the reward ended in the accounts of the agents that it credits or credited; null while it is in no account. */
  settlements: z.array(settlement).readonly().nullable(),
  /** Earlier decisions that a payment may still refer to; null while there is none. */
  earlier: z.array(creditingDecision).readonly().nullable(),
  /** The run that paid the reward to the credited agent. */
  runId: z.string().nullable(),
  /** A hold came after the payment: the reward stays paid and is flagged. */
  isHeldAfterPayment: z.boolean(),
});
export type IncentiveRow = z.output<typeof incentiveRow>;

/**
 * Whatever the account contains; `displayedSettlement` is the row's other fact. The columns are flat, because a rebuild
 * writes millions of rows.
 */
export const newestDecision = (row: IncentiveRow) => ({
  status: row.decidedStatus,
  reason: row.decidedReason,
  grossCents: row.decidedGrossCents,
  payeCents: row.decidedPayeCents,
});

/** How the reward ended in the account of the credited agent, where the row shows it; a refusal shows as itself. */
export const displayedSettlement = ({ decidedStatus, settlements, agentId }: IncentiveRow): Settlement | null =>
  decidedStatus === 'Declined' ? null : settlementFor(settlements, agentId);

/** The tax treatment behind the amount that the row shows: a payment uses the treatment of its day. */
export function displayedTreatment(row: IncentiveRow): { readonly kind: string; readonly rate: number } {
  const settled = displayedSettlement(row);
  return settled?.treatment ?? settled?.decision?.treatment ?? { kind: row.treatment, rate: row.payeRate };
}

/** The row's newest decision, where it credits an agent. */
function creditingOf(row: IncentiveRow): CreditingDecision | null {
  const { agentId, decidedGrossCents: grossCents, treatment: kind, payeRate } = row;
  if (agentId === null || row.decidedStatus === 'Declined') return null;
  const { promoCode, tkRevenueCents, rate, minimumRewardCents, policyVersion } = row;
  const basis = { promoCode, tkRevenueCents, rate, minimumRewardCents, policyVersion };
  return { agentId, grossCents, treatment: { kind, rate: payeRate }, ...basis };
}

/** Computed from a decision and its agent's account, in any order of events. */
function shownOf(
  row: IncentiveRow,
): Pick<IncentiveRow, 'status' | 'reason' | 'runId' | 'isHeldAfterPayment' | 'grossCents' | 'payeCents' | 'nettCents'> {
  const decision = newestDecision(row);
  const runId = settlementFor(row.settlements, row.agentId)?.runId ?? null;
  const settled = displayedSettlement(row);
  if (settled === null) {
    const { status, reason, grossCents, payeCents } = decision;
    return { status, reason, runId, isHeldAfterPayment: false, ...amountsOf(grossCents, payeCents) };
  }
  const { as, grossCents, payeCents } = settled;
  // The opening balance contains the reservation: it is not owed here under any decision (docs/decisions/0004).
  if (as === 'Covered')
    return { status: 'Declined', reason: OPENING_BALANCE, runId, isHeldAfterPayment: false, ...ZERO };
  const isHeldAfterPayment = decision.status === 'Pending' && as === 'Paid';
  const reason = isHeldAfterPayment ? decision.reason : null;
  return { status: as, reason, runId, isHeldAfterPayment, ...amountsOf(grossCents, payeCents) };
}

/** The row after a decision. A payment is never edited: only a refusal changes the row, to Declined with 0.00. */
function decided(row: IncentiveRow | null, { data, metadata }: FoldEvent<DecidedEvent>): IncentiveRow {
  const decision = data;
  // Decisions of the first releases lack this field, but decisions before them refer to earlier invoices.
  const first = decision.firstInvoicedOn ?? decision.invoiceDate;
  // Field by field: rest and spread are several times as slow and large, and a rebuild makes millions of objects.
  const next: IncentiveRow = {
    reservationNo: decision.reservationNo,
    agentId: decision.agentId,
    loyaltyTrackingNo: decision.loyaltyTrackingNo,
    promoCode: decision.promoCode,
    promotionId: decision.promotionId,
    promotionVersion: decision.promotionVersion,
    month: monthOf(decision.invoiceDate),
    invoiceNo: decision.invoiceNo,
    invoiceDate: decision.invoiceDate,
    firstInvoicedOn: row !== null && row.firstInvoicedOn < first ? row.firstInvoicedOn : first,
    reservedOn: decision.reservedOn,
    marketSector: decision.marketSector,
    status: decision.status,
    reason: decision.reason,
    grossCents: decision.grossCents,
    payeCents: decision.payeCents,
    nettCents: decision.nettCents,
    tkRevenueCents: decision.tkRevenueCents,
    rate: decision.rate,
    treatment: decision.treatment.kind,
    payeRate: decision.treatment.rate,
    minimumRewardCents: decision.minimumRewardCents,
    policyVersion: decision.policyVersion,
    decisionNo: decision.decisionNo,
    decidedAt: metadata.recordedAt,
    decidedStatus: decision.status,
    decidedReason: decision.reason,
    decidedGrossCents: decision.grossCents,
    decidedPayeCents: decision.payeCents,
    settlements: row?.settlements ?? null,
    earlier: null,
    runId: null,
    isHeldAfterPayment: false,
  };
  if (row !== null) next.earlier = earlierThan(row, creditingOf(row), creditingOf(next));
  return next.settlements === null ? next : { ...next, ...shownOf(next) };
}

/** If its agent is no longer credited, the row keeps what happened there. */
function settled(row: IncentiveRow | null, event: FoldEvent<LedgerEvent>, key: string): IncentiveRow | null {
  if (row === null) return row;
  const next = { ...row, ...settledBy(row, creditingOf(row), event, key) };
  return { ...next, ...shownOf(next) };
}

const numbersOf = (rewards: readonly PaidReward[]): string[] => rewards.map(({ reservationNo }) => reservationNo);

export const incentives = defineProjection<IncentiveRow, IncentiveEvent>({
  name: 'incentives',
  version: 7,
  row: incentiveRow,
  primaryKey: 'reservationNo',
  indexes: [
    '("agentId", "invoiceDate")',
    '("loyaltyTrackingNo")',
    // Rewards that are old enough to expire (`firstInvoicedBy`).
    `("agentId", "firstInvoicedOn") where status = 'Earned'`,
    // The dashboard's list, newest first, unfiltered and by each of its filters.
    '("invoiceDate", "reservationNo")',
    '("status", "invoiceDate", "reservationNo")',
    '("reason", "invoiceDate", "reservationNo")',
    '("promotionId", "invoiceDate", "reservationNo")',
  ],
  keys: ({ type, data }) => {
    if (type === 'PayoutPaid') return numbersOf(data.rewards);
    if (type !== 'PayoutReturned') return [data.reservationNo];
    // The payment of the kept rewards was returned too, although they are no longer owed.
    return numbersOf([...data.rewards, ...data.kept]);
  },
  handlers: {
    RewardDecided: decided,
    PayoutPaid: settled,
    PayoutReturned: settled,
    RewardExpired: settled,
    RewardCovered: settled,
  },
});
