import type { Day, Month } from '@fynbos/domain/calendar.ts';
import { monthOf } from '@fynbos/domain/calendar.ts';
import type { Cents } from '@fynbos/domain/money.ts';
import type { Decision, RentalEvent } from '@fynbos/domain/rental/events.ts';
import { OPENING_BALANCE } from '@fynbos/domain/rental/reasons.ts';
import { amountsOf, NOTHING } from '@fynbos/domain/rewards-account/amounts.ts';
import type { PaidReward } from '@fynbos/domain/rewards-account/events.ts';
import { defineProjection, type FoldEvent } from '../engine/projection.ts';
import {
  type CreditingDecision,
  earlierThan,
  type LedgerEvent,
  type Settlement,
  settledBy,
  settlementFor,
} from './settlements.ts';

type DecidedEvent = Extract<RentalEvent, { type: 'RewardDecided' }>;
type IncentiveEvent = DecidedEvent | LedgerEvent;

/** One decided reservation, refused ones included. Cards, statements and the rewards report are groups of these rows. */
export interface IncentiveRow {
  reservationNo: string;
  agentId: number | null;
  loyaltyTrackingNo: string | null;
  /** The reservation's code in upper case. */
  promoCode: string | null;
  promotionId: string | null;
  promotionVersion: number | null;
  /** Of the invoice date, in Johannesburg. */
  month: Month;
  invoiceNo: string;
  invoiceDate: Day;
  /** The day of the reservation's first invoice, as far as decisions have told: it never becomes later. */
  firstInvoicedOn: Day;
  reservedOn: Day;
  marketSector: string;
  status: string;
  reason: string | null;
  grossCents: Cents;
  payeCents: Cents;
  nettCents: Cents;
  tkRevenueCents: Cents;
  rate: number | null;
  /** The treatment that the decision used, and its rate. */
  treatment: string;
  payeRate: number;
  minimumRewardCents: Cents;
  policyVersion: number;
  decisionNo: number;
  /** ISO 8601 UTC. */
  decidedAt: string;
  /** What the newest decision says by itself, whatever became of the reward in the account. */
  decidedStatus: Decision['status'];
  decidedReason: string | null;
  decidedGrossCents: Cents;
  decidedPayeCents: Cents;
  /** How it ended in the accounts of those whom it credited, now or before; null while it did in none. */
  settlements: readonly Settlement[] | null;
  /** Decisions before the newest that a payment may still turn out to be of; null while there is none. */
  earlier: readonly CreditingDecision[] | null;
  /** The run that paid it to the agent whom it credits. */
  runId: string | null;
  /** A hold came after it was paid: it stays paid and is flagged. */
  isHeldAfterPayment: boolean;
}

/** How it ended in the account of the agent whom it credits, where the row shows that; a refusal shows as itself. */
export const settlementShown = ({ decidedStatus, settlements, agentId }: IncentiveRow): Settlement | null =>
  decidedStatus === 'Declined' ? null : settlementFor(settlements, agentId);

/** How what the row shows was taxed: a payment by the treatment of its day. */
export function treatmentShown(row: IncentiveRow): { readonly kind: string; readonly rate: number } {
  const settled = settlementShown(row);
  return settled?.treatment ?? settled?.decision?.treatment ?? { kind: row.treatment, rate: row.payeRate };
}

/** The row's newest decision, where it credits somebody. */
function creditingOf(row: IncentiveRow): CreditingDecision | null {
  const { agentId, decidedGrossCents: grossCents, treatment: kind, payeRate } = row;
  if (agentId === null || row.decidedStatus === 'Declined') return null;
  const { promoCode, tkRevenueCents, rate, minimumRewardCents, policyVersion } = row;
  const basis = { promoCode, tkRevenueCents, rate, minimumRewardCents, policyVersion };
  return { agentId, grossCents, treatment: { kind, rate: payeRate }, ...basis };
}

/** The status, reason, amounts and run that a decision and its agent's account come to, in whatever order they came. */
function shownOf(row: IncentiveRow) {
  const { decidedStatus, decidedReason, decidedGrossCents, decidedPayeCents } = row;
  const runId = settlementFor(row.settlements, row.agentId)?.runId ?? null;
  const settled = settlementShown(row);
  if (settled === null) {
    const own = { status: decidedStatus, reason: decidedReason, runId, isHeldAfterPayment: false };
    return { ...own, ...amountsOf(decidedGrossCents, decidedPayeCents) };
  }
  const { as, grossCents, payeCents } = settled;
  // Left to the balance that was taken over: nothing is owed of it here, whatever is decided (docs/decisions/0021).
  if (as === 'Covered')
    return { status: 'Declined', reason: OPENING_BALANCE, runId, isHeldAfterPayment: false, ...NOTHING };
  const isHeldAfterPayment = decidedStatus === 'Pending' && as === 'Paid';
  const reason = isHeldAfterPayment ? decidedReason : null;
  return { status: as, reason, runId, isHeldAfterPayment, ...amountsOf(grossCents, payeCents) };
}

/** The row as a decision leaves it. What was paid is never edited: only a refusal shows, as Declined with 0.00. */
function decided(row: IncentiveRow | null, { data, metadata }: FoldEvent<DecidedEvent>): IncentiveRow {
  const decision = data;
  // Decisions of releases before 0100 do not say it, but those before them were of the invoices before.
  const first = decision.firstInvoicedOn ?? decision.invoiceDate;
  // Field by field: rest and spread make objects that are several times as slow and as large, and a rebuild makes millions.
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

/** The row as an agent's account leaves it. Of an account whose agent it does not credit now, it keeps what happened there. */
function settled(row: IncentiveRow | null, event: FoldEvent<LedgerEvent>, key: string): IncentiveRow | null {
  if (row === null) return row;
  const next = { ...row, ...settledBy(row, creditingOf(row), event, key) };
  return { ...next, ...shownOf(next) };
}

const numbersOf = (rewards: readonly PaidReward[]): string[] => rewards.map(({ reservationNo }) => reservationNo);

/** Read model `incentives`, by reservation. */
export const incentives = defineProjection<IncentiveRow, IncentiveEvent>({
  name: 'incentives',
  version: 7,
  table: {
    columns: {
      reservationNo: 'text collate "C"',
      agentId: 'integer',
      loyaltyTrackingNo: 'text collate "C"',
      promoCode: 'text',
      promotionId: 'text',
      promotionVersion: 'integer',
      month: 'text',
      invoiceNo: 'text',
      invoiceDate: 'text',
      firstInvoicedOn: 'text',
      reservedOn: 'text',
      marketSector: 'text',
      status: 'text',
      reason: 'text',
      grossCents: 'bigint',
      payeCents: 'bigint',
      nettCents: 'bigint',
      tkRevenueCents: 'bigint',
      rate: 'double precision',
      treatment: 'text',
      payeRate: 'double precision',
      minimumRewardCents: 'bigint',
      policyVersion: 'integer',
      decisionNo: 'integer',
      decidedAt: 'text',
      decidedStatus: 'text',
      decidedReason: 'text',
      decidedGrossCents: 'bigint',
      decidedPayeCents: 'bigint',
      settlements: 'json',
      earlier: 'json',
      runId: 'text',
      isHeldAfterPayment: 'boolean',
    },
    primaryKey: 'reservationNo',
    indexes: [
      '("agentId", "invoiceDate")',
      '("loyaltyTrackingNo")',
      // What is old enough to expire (`firstInvoicedBy`).
      `("agentId", "firstInvoicedOn") where status = 'Earned'`,
      // The dashboard's list, newest first, whole and by each of its filters.
      '("invoiceDate", "reservationNo")',
      '("status", "invoiceDate", "reservationNo")',
      '("reason", "invoiceDate", "reservationNo")',
      '("promotionId", "invoiceDate", "reservationNo")',
    ],
  },
  keys: ({ type, data }) => {
    if (type === 'PayoutPaid') return numbersOf(data.rewards);
    if (type !== 'PayoutReturned') return [data.reservationNo];
    // The payment of those kept was returned too, though nothing is owed for them any more.
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
