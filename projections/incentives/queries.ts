import { addMonths, type Day, type Month } from '@fynbos/domain/calendar.ts';
import { OPENING_BALANCE } from '@fynbos/domain/rental/reasons.ts';
import type { Pool } from 'pg';
import { z } from 'zod';
import { balances } from '../balances/balances.ts';
import { columnOf, liveTable, rowOf, rowsOf } from '../engine/read-model.ts';
import { type IncentiveRow, incentives } from './incentives.ts';

const table = liveTable(incentives);

/** The reservations of this list that have a decision. */
export async function existingReservations(db: Pool, reservationNos: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ reservationNo: string }>({
    name: 'existing-reservations',
    text: `select "reservationNo" from ${table} where "reservationNo" = any($1)`,
    values: [reservationNos],
  });
  return new Set(rows.map(({ reservationNo }) => reservationNo));
}

/** Whether the agent's opening balance already contains the reservation, so that its decision owes nothing. */
export async function isInOpeningBalance(db: Pool, reservationNo: string): Promise<boolean> {
  const { rowCount } = await db.query(`select from ${table} where "reservationNo" = $1 and reason = $2`, [
    reservationNo,
    OPENING_BALANCE,
  ]);
  return rowCount !== 0;
}

/** When a reservation was invoiced, and under which code. */
export type InvoicedReservation = Pick<IncentiveRow, 'reservationNo' | 'invoiceDate' | 'promoCode'>;

/** The invoice day and code of each of these reservations that has a decision, by reservation number. */
export async function invoicedReservations(
  db: Pool,
  reservationNos: readonly string[],
): Promise<ReadonlyMap<string, InvoicedReservation>> {
  const rows = await rowsOf<InvoicedReservation>(
    db,
    `select "reservationNo", "invoiceDate", "promoCode" from ${table} where "reservationNo" = any($1)`,
    [reservationNos],
  );
  return new Map(rows.map((row) => [row.reservationNo, row]));
}

/** One decided reservation; null where it has no decision. */
export const findIncentive = (db: Pool, reservationNo: string): Promise<IncentiveRow | null> =>
  rowOf(db, `select * from ${table} where "reservationNo" = $1`, [reservationNo]);

export interface IncentiveFilter {
  readonly agentId: number;
  /** First and last invoice date, both included. */
  readonly from: Day;
  readonly to: Day;
  /** One reservation; all of them where null. */
  readonly reservationNo: string | null;
  /** Statuses to include; all of them where null. */
  readonly statuses: readonly string[] | null;
}

/** An agent's decided reservations, the newest first. */
export const incentivesOf = (
  db: Pool,
  { agentId, from, to, reservationNo, statuses }: IncentiveFilter,
): Promise<readonly IncentiveRow[]> =>
  rowsOf(
    db,
    `select * from ${table} where "agentId" = $1 and "invoiceDate" >= $2 and "invoiceDate" <= $3
       and ($4::text is null or "reservationNo" = $4) and ($5::text[] is null or status = any($5))
     order by "invoiceDate" desc, "reservationNo"`,
    [agentId, from, to, reservationNo, statuses],
  );

/** An agent's decided reservations of one month, the oldest first. */
export const incentivesOfMonth = (db: Pool, agentId: number, month: Month): Promise<readonly IncentiveRow[]> =>
  rowsOf(
    db,
    `select * from ${table} where "agentId" = $1 and "invoiceDate" >= $2 and "invoiceDate" < $3
     order by "invoiceDate", "reservationNo"`,
    [agentId, `${month}-01`, addMonths(`${month}-01`, 1)],
  );

/** Nett sums in cents by status, and the number of declined reservations, of one month. */
export const monthTotalsSchema = z.object({
  month: z.string(),
  earnedCents: z.int(),
  pendingCents: z.int(),
  paidCents: z.int(),
  expiredCents: z.int(),
  /** Number of reservations that earned nothing. */
  declined: z.int(),
});
export type MonthTotals = z.output<typeof monthTotalsSchema>;

/** An agent's totals of each month with a reservation, from a day on. */
export const monthTotals = (db: Pool, agentId: number, from: Day): Promise<readonly MonthTotals[]> =>
  rowsOf(
    db,
    `select "month",
       coalesce(sum("nettCents") filter (where "status" = 'Earned'), 0)::bigint as "earnedCents",
       coalesce(sum("nettCents") filter (where "status" = 'Pending'), 0)::bigint as "pendingCents",
       coalesce(sum("nettCents") filter (where "status" = 'Paid'), 0)::bigint as "paidCents",
       coalesce(sum("nettCents") filter (where "status" = 'Expired'), 0)::bigint as "expiredCents",
       count(*) filter (where "status" = 'Declined') as "declined"
     from ${table} where "agentId" = $1 and "invoiceDate" >= $2 group by "month"`,
    [agentId, from],
  );

/** An agent's nett rewards invoiced from a day to a day, both included; cents. */
export async function nettOf(db: Pool, agentId: number, from: Day, to: Day): Promise<number> {
  const [nettCents = 0] = await columnOf<number>(
    db,
    'nettCents',
    `select coalesce(sum("nettCents"), 0)::float8 as "nettCents" from ${table}
     where "agentId" = $1 and "invoiceDate" >= $2 and "invoiceDate" <= $3`,
    [agentId, from, to],
  );
  return nettCents;
}

/** Whether an agent has an unpaid reward first invoiced by a day. */
export async function hasEarnedBy(db: Pool, agentId: number, day: Day): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from ${table} where "agentId" = $1 and status = 'Earned' and "firstInvoicedOn" <= $2 limit 1`,
    [agentId, day],
  );
  return rowCount !== 0;
}

/** The rentals of a promotion with one status and reason, and their sums in cents. */
export const promotionOutcome = z.object({
  status: z.string(),
  reason: z.string().nullable(),
  rentals: z.int(),
  grossCents: z.int(),
  nettCents: z.int(),
  tkRevenueCents: z.int(),
});
export type PromotionOutcome = Readonly<z.output<typeof promotionOutcome>>;

/** The rentals of a promotion by status and reason, the most frequent first. */
export const promotionOutcomes = (db: Pool, promotionId: string): Promise<readonly PromotionOutcome[]> =>
  rowsOf(
    db,
    `select status, reason, count(*)::int as rentals, sum("grossCents")::float8 as "grossCents",
       sum("nettCents")::float8 as "nettCents", sum("tkRevenueCents")::float8 as "tkRevenueCents"
     from ${table} where "promotionId" = $1 group by status, reason order by rentals desc, status, reason`,
    [promotionId],
  );

/** An agent's figures of one month, and the balance now; cents nett. */
export interface MonthFigures {
  readonly agentId: number;
  readonly earnedCents: number;
  readonly rewards: number;
  readonly pendingCents: number;
  readonly declined: number;
  readonly balanceCents: number;
}

/** The figures of the next agents with a decided rental in a month, by agent. */
export const digestFigures = (
  db: Pool,
  month: Month,
  afterAgentId: number,
  limit: number,
): Promise<readonly MonthFigures[]> =>
  rowsOf(
    db,
    `select i."agentId",
       coalesce(sum(i."nettCents") filter (where i.status in ('Earned', 'Paid')), 0)::float8 as "earnedCents",
       count(*) filter (where i.status in ('Earned', 'Paid'))::int as rewards,
       coalesce(sum(i."nettCents") filter (where i.status = 'Pending'), 0)::float8 as "pendingCents",
       count(*) filter (where i.status = 'Declined')::int as declined,
       coalesce(max(b."balanceCents"), 0)::float8 as "balanceCents"
     from ${table} i left join ${liveTable(balances)} b on b."agentId" = i."agentId"
     where i."invoiceDate" >= $1 and i."invoiceDate" < $2 and i."agentId" > $3
     group by i."agentId" order by i."agentId" limit $4`,
    [`${month}-01`, addMonths(`${month}-01`, 1), afterAgentId, limit],
  );

/** An agent's reward as the agent's own data export lists it. Amounts are cents. */
export type OwnReward = Pick<
  IncentiveRow,
  'reservationNo' | 'invoiceDate' | 'promoCode' | 'status' | 'reason' | 'grossCents' | 'payeCents' | 'nettCents'
>;

/** Every reward decision of an agent, oldest invoice first. */
export const listOwnRewards = (db: Pool, agentId: number): Promise<readonly OwnReward[]> =>
  rowsOf(
    db,
    `select "reservationNo", "invoiceDate", "promoCode", status, reason, "grossCents", "payeCents", "nettCents"
     from ${table} where "agentId" = $1 order by "invoiceDate", "reservationNo"`,
    [agentId],
  );

/** The reservations with a tracking number that are decided for another agent or for none. */
export const reservationsWithoutAgent = (
  db: Pool,
  loyaltyTrackingNo: string,
  agentId: number,
): Promise<readonly string[]> =>
  columnOf(
    db,
    'reservationNo',
    `select "reservationNo" from ${table} where "loyaltyTrackingNo" = $1 and "agentId" is distinct from $2`,
    [loyaltyTrackingNo, agentId],
  );

/** A decided reservation of an agent. A reservation without an agent earns nothing under any terms. */
export interface AgentReservation {
  readonly reservationNo: string;
  readonly agentId: number;
}

/** At most `limit` agents above `after` with an earned reward of a reservation first invoiced by a day, in order. */
export const agentsWithEarned = (db: Pool, invoicedBy: Day, after: number, limit: number): Promise<number[]> =>
  columnOf(
    db,
    'agentId',
    `select distinct "agentId" from ${table}
     where status = 'Earned' and "firstInvoicedOn" <= $1 and "agentId" > $2 order by "agentId" limit $3`,
    [invoicedBy, after, limit],
  );

/** Reservations of agents by invoice day, and of one promotion where it is given. */
export interface InvoicedBetween {
  readonly from: Day;
  readonly to: Day;
  readonly promotionId: string | null;
  readonly promoCode: string | null;
}

const INVOICED_BETWEEN = `"agentId" is not null and "invoiceDate" between $1 and $2
  and ($3::text is null or "promotionId" = $3 or "promoCode" = $4)`;
const invoicedBetween = ({ from, to, promotionId, promoCode }: InvoicedBetween) => [from, to, promotionId, promoCode];

/** The number of such reservations of each agent, by agent. */
export const countReservations = (
  db: Pool,
  which: InvoicedBetween,
): Promise<readonly { readonly agentId: number; readonly count: number }[]> =>
  rowsOf<{ agentId: number; count: number }>(
    db,
    `select "agentId", count(*)::int as count from ${table} where ${INVOICED_BETWEEN} group by 1 order by 1`,
    invoicedBetween(which),
  );

/** Such reservations of these agents, by agent and number. */
export const reservationsOfAgents = (
  db: Pool,
  which: InvoicedBetween,
  agentIds: readonly number[],
): Promise<readonly AgentReservation[]> =>
  rowsOf(
    db,
    `select "agentId", "reservationNo" from ${table} where "agentId" = any($5) and ${INVOICED_BETWEEN} order by 1, 2`,
    [...invoicedBetween(which), agentIds],
  );
