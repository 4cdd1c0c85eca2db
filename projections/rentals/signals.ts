import type { Day, Month } from '@fynbos/domain/calendar.ts';
import type { ReservedDay } from '@fynbos/domain/signal/rules.ts';
import type { Pool } from 'pg';
import { columnOf, liveTable, rowsOf } from '../engine/read-model.ts';
import { incentives } from '../incentives/incentives.ts';
import { rentals } from './rentals.ts';

const REWARDS_TABLE = liveTable(incentives);
const RENTALS_TABLE = liveTable(rentals);
const EARNS_CONDITION = `status in ('Earned', 'Pending', 'Paid')`;

/** The agents with at least `least` earning reservations of one day since a day, in order. */
export const busyAgents = (db: Pool, since: Day, least: number): Promise<number[]> =>
  columnOf(
    db,
    'agentId',
    `select distinct "agentId" from (select "agentId" from ${REWARDS_TABLE} where ${EARNS_CONDITION} and "reservedOn" >= $1 and "agentId" is not null
       group by "agentId", "reservedOn" having count(*) >= $2) b order by 1`,
    [since, least],
  );

/** An agent's earning reservations of a day, with at most 50 of their numbers. */
export interface AgentDay extends ReservedDay {
  readonly agentId: number;
  readonly evidence: string[];
}

/** The days since a day on which these agents reserved. */
export const reservedDays = (db: Pool, agentIds: readonly number[], since: Day): Promise<readonly AgentDay[]> =>
  rowsOf(
    db,
    `select "agentId", "reservedOn" as day, count(*)::int as rentals, (array_agg("reservationNo" order by "reservationNo"))[1:50] as evidence
     from ${REWARDS_TABLE} where ${EARNS_CONDITION} and "agentId" = any($1::int[]) and "reservedOn" >= $2 group by 1, 2`,
    [agentIds, since],
  );

export interface RebookedPair {
  readonly before: string;
  readonly after: string;
  readonly agentId: number;
}

/** The first ended without a tracking number since an instant; the second earns with one. */
export const rebookedPairs = (db: Pool, since: string): Promise<readonly RebookedPair[]> =>
  rowsOf(
    db,
    `select a."reservationNo" as before, b."reservationNo" as after, i."agentId" from ${RENTALS_TABLE} a
     join ${RENTALS_TABLE} b on b.slot = a.slot and b.status in ('Earned', 'Pending') and b."lastRecordedAt" >= $1
     join ${REWARDS_TABLE} i on i."reservationNo" = b."reservationNo" and i."agentId" is not null and i.${EARNS_CONDITION}
     where a.reason in ('Cancelled', 'Credited') and a."loyaltyTrackingNo" is null and a."lastRecordedAt" >= $1
       and a."reservationNo" <> b."reservationNo" order by 2, 1`,
    [since],
  );

export interface ReinvoicedWithNumber {
  readonly reservationNo: string;
  readonly agentId: number;
}

/** An invoice without a tracking number was credited and replaced by one with a number. */
export const reinvoicedWithNumber = (db: Pool, since: string): Promise<readonly ReinvoicedWithNumber[]> =>
  rowsOf(
    db,
    `select i."reservationNo", i."agentId" from ${RENTALS_TABLE} r join ${REWARDS_TABLE} i using ("reservationNo")
     where r."isSlippedIn" and r."lastRecordedAt" >= $1 and i.${EARNS_CONDITION} and i."agentId" is not null order by 1`,
    [since],
  );

export interface RepeatedInvoice {
  readonly agentId: number;
  readonly invoiceNo: string;
  readonly evidence: string[];
}

/** Under several reservations of an agent, at least one decided since an instant. */
export const repeatedInvoices = (db: Pool, since: string): Promise<readonly RepeatedInvoice[]> =>
  rowsOf(
    db,
    `with recent as (
       select distinct "agentId", "invoiceNo" from ${REWARDS_TABLE} where ${EARNS_CONDITION} and "agentId" is not null and "decidedAt" >= $1),
     several as materialized (
       select "agentId", "invoiceNo", array_agg("reservationNo") as numbers from ${REWARDS_TABLE} join recent using ("agentId", "invoiceNo")
       where ${EARNS_CONDITION} group by 1, 2 having count(*) > 1)
     select "agentId", "invoiceNo", array_agg("reservationNo" order by "reservationNo") as evidence
     from several cross join lateral unnest(numbers) as own ("reservationNo") join ${RENTALS_TABLE} r using ("reservationNo")
     group by "agentId", "invoiceNo", r."integratorId" having count(*) > 1 order by 1, 2`,
    [since],
  );

export interface LargeRentalMonth {
  readonly agentId: number;
  readonly month: Month;
  readonly rentals: number;
  readonly evidence: string[];
}

/** Each agent's earning rentals of a month with at least this revenue, of months with one decided since an instant. */
export const largeRentalMonths = (
  db: Pool,
  revenueCents: number,
  since: string,
): Promise<readonly LargeRentalMonth[]> =>
  rowsOf(
    db,
    `select "agentId", month, count(*)::int as rentals, (array_agg("reservationNo" order by "reservationNo"))[1:50] as evidence
     from ${REWARDS_TABLE} where ${EARNS_CONDITION} and "agentId" is not null and "tkRevenueCents" >= $1
     group by "agentId", month having max("decidedAt") >= $2 order by 1, 2`,
    [revenueCents, since],
  );
