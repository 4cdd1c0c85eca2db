import type { Day, Month } from '@fynbos/domain/calendar.ts';
import { monthOf } from '@fynbos/domain/calendar.ts';
import type { Cents } from '@fynbos/domain/money.ts';
import type { RentalEvent } from '@fynbos/domain/rental/events.ts';
import { OPENING_BALANCE } from '@fynbos/domain/rental/reasons.ts';
import { amountsOf, bare, NOTHING, taxedAt } from '@fynbos/domain/rewards-account/amounts.ts';
import type { AccountEventOf, Amounts, TreatmentUsed } from '@fynbos/domain/rewards-account/events.ts';
import type { FoldEvent, Projection } from '../engine/projection.ts';

type DecidedEvent = Extract<RentalEvent, { type: 'RewardDecided' }>;
type LedgerEvent = AccountEventOf<'PayoutPaid' | 'PayoutReturned' | 'RewardExpired' | 'RewardCovered'>;
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
  /** The agent to whom it was paid, for whom it expired or whose taken-over balance has it, and which; null while none. */
  settledFor: number | null;
  settledAs: 'Paid' | 'Expired' | 'Covered' | null;
  /** What was paid or expired, and how it was taxed; null while nothing was. It outlasts a credit note after it. */
  settledGrossCents: Cents | null;
  settledPayeCents: Cents | null;
  settledTreatment: string | null;
  settledRate: number | null;
  /** The run that paid it. */
  runId: string | null;
  /** A hold came after it was paid: it stays paid and is flagged (edges.md, Rewards). */
  isHeldAfterPayment: boolean;
}

/** Left to the balance that was taken over: nothing is owed of it here, whatever is decided (docs/decisions/0100). */
const covered = (row: IncentiveRow): IncentiveRow => ({
  ...row,
  ...NOTHING,
  status: 'Declined',
  reason: OPENING_BALANCE,
  isHeldAfterPayment: false,
});

/** How what the row shows was taxed: a payment by the treatment of its day (edges.md, Rewards). */
export const treatmentShown = (row: IncentiveRow): { kind: string; rate: number } =>
  row.settledTreatment !== null && row.settledRate !== null && row.status === row.settledAs
    ? { kind: row.settledTreatment, rate: row.settledRate }
    : { kind: row.treatment, rate: row.payeRate };

/** The row as a decision leaves it. What was paid is never edited: only a refusal shows, as Declined with 0.00. */
function decided(row: IncentiveRow | null, { data, metadata }: FoldEvent<DecidedEvent>): IncentiveRow {
  const decision = data;
  const isSettled = row !== null && row.settledFor !== null && row.settledFor === decision.agentId;
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
    settledFor: isSettled ? row.settledFor : null,
    settledAs: isSettled ? row.settledAs : null,
    settledGrossCents: isSettled ? row.settledGrossCents : null,
    settledPayeCents: isSettled ? row.settledPayeCents : null,
    settledTreatment: isSettled ? row.settledTreatment : null,
    settledRate: isSettled ? row.settledRate : null,
    runId: isSettled ? row.runId : null,
    isHeldAfterPayment: false,
  };
  if (!isSettled || decision.status === 'Declined') return next;
  if (row.settledAs === 'Covered') return covered(next);
  // Not those of the row: after a credit note it shows nothing.
  const { grossCents, payeCents, nettCents } = amountsOf(row.settledGrossCents ?? 0, row.settledPayeCents ?? 0);
  const isHeldAfterPayment = decision.status === 'Pending' && row.settledAs === 'Paid';
  const reason = isHeldAfterPayment ? decision.reason : null;
  return {
    ...next,
    status: row.settledAs ?? decision.status,
    reason,
    grossCents,
    payeCents,
    nettCents,
    isHeldAfterPayment,
  };
}

const NOT_SETTLED = { settledGrossCents: null, settledPayeCents: null, settledTreatment: null, settledRate: null };

/** What was paid or expired of a reservation, as a row keeps it. */
const settledWith = ({ grossCents, payeCents }: Amounts, { kind, rate }: TreatmentUsed) => ({
  ...{ settledGrossCents: grossCents, settledPayeCents: payeCents },
  ...{ settledTreatment: kind, settledRate: rate },
});

/** The row as the agent's account leaves it; a rental that meanwhile credits someone else, or nobody, keeps its row. */
function settled(row: IncentiveRow | null, { type, data }: FoldEvent<LedgerEvent>, key: string): IncentiveRow | null {
  if (row === null || (row.agentId !== null && row.agentId !== data.agentId)) return row;
  if (type === 'RewardCovered') {
    const mark = { settledFor: data.agentId, settledAs: 'Covered' as const };
    return row.status === 'Declined' ? { ...row, ...mark } : covered({ ...row, ...mark });
  }
  // An account that leaves it to the balance taken over may still hear of a payment of before.
  if (row.settledAs === 'Covered') return row;
  if (type === 'RewardExpired') {
    const mark = {
      ...{ settledFor: data.agentId, settledAs: 'Expired' as const },
      ...settledWith(data as AccountEventOf<'RewardExpired'>['data'], { kind: row.treatment, rate: row.payeRate }),
    };
    return row.status === 'Declined' ? { ...row, ...mark } : { ...row, ...mark, status: 'Expired', reason: null };
  }
  const { runId, rewards, treatment } = data as AccountEventOf<'PayoutPaid' | 'PayoutReturned'>['data'];
  const paid = rewards.find(({ reservationNo }) => reservationNo === key);
  if (type === 'PayoutReturned') {
    const open = { ...row, settledFor: null, settledAs: null, ...NOT_SETTLED, runId: null };
    if (row.status !== 'Paid') return open;
    const status = row.isHeldAfterPayment ? 'Pending' : 'Earned';
    return { ...open, ...taxedAt(bare(row), row.payeRate), status, isHeldAfterPayment: false };
  }
  if (!paid) return row;
  const mark = { settledFor: data.agentId, settledAs: 'Paid' as const, runId, ...settledWith(paid, treatment) };
  if (row.status === 'Declined') return { ...row, ...mark };
  const { grossCents, payeCents, nettCents } = paid;
  const isHeldAfterPayment = row.status === 'Pending';
  return { ...row, ...mark, status: 'Paid', isHeldAfterPayment, grossCents, payeCents, nettCents };
}

/** Read model `incentives`, by reservation. */
export const incentives: Projection<IncentiveRow, IncentiveEvent> = {
  name: 'incentives',
  version: 3,
  eventTypes: ['RewardDecided', 'PayoutPaid', 'PayoutReturned', 'RewardExpired', 'RewardCovered'],
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
      settledFor: 'integer',
      settledAs: 'text',
      settledGrossCents: 'bigint',
      settledPayeCents: 'bigint',
      settledTreatment: 'text',
      settledRate: 'double precision',
      runId: 'text',
      isHeldAfterPayment: 'boolean',
    },
    primaryKey: 'reservationNo',
    indexes: [
      '("agentId", "invoiceDate")',
      '("loyaltyTrackingNo")',
      // The dashboard's list, newest first, whole and by each of its filters.
      '("invoiceDate", "reservationNo")',
      '("status", "invoiceDate", "reservationNo")',
      '("reason", "invoiceDate", "reservationNo")',
      '("promotionId", "invoiceDate", "reservationNo")',
    ],
  },
  keys: ({ type, data }) =>
    type === 'PayoutPaid' || type === 'PayoutReturned'
      ? (data as AccountEventOf<'PayoutPaid'>['data']).rewards.map(({ reservationNo }) => reservationNo)
      : [(data as { reservationNo: string }).reservationNo],
  evolve: (row, event, key) =>
    event.type === 'RewardDecided'
      ? decided(row, event as FoldEvent<DecidedEvent>)
      : settled(row, event as FoldEvent<LedgerEvent>, key),
};
