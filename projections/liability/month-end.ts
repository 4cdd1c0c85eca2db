import type { Day } from '@fynbos/domain/calendar.ts';
import type { Pool } from 'pg';
import { liveTable, rowsOf } from '../engine/read-model.ts';
import { type HoldRow, holds } from '../holds/holds.ts';
import { payoutLines } from '../payout-lines/payout-lines.ts';
import { type PayoutRow, payouts } from '../payouts/payouts.ts';

/** From a day to a day, both included. */
type DayRange = Readonly<Record<'from' | 'to', Day>>;

/** Payout runs with a pay date, or with payments by the bank's day, in a period; without cancelled ones. */
export const runsOfPeriod = (
  db: Pool,
  { from, to }: DayRange,
  limit: number,
  tableOf = liveTable,
): Promise<PayoutRow[]> =>
  rowsOf(
    db,
    `select * from ${tableOf(payouts)}
     where ("payDate" between $1 and $2 or id in (select "runId" from ${tableOf(payoutLines)} where "paidOn" between $1 and $2))
       and status not in ('cancelling', 'cancelled') order by "payDate", reference limit $3`,
    [from, to, limit],
  );

/** Signals and holds that were raised or ended in a period, or were open in it. */
export const holdsOfPeriod = (
  db: Pool,
  { from, to }: DayRange,
  limit: number,
  tableOf = liveTable,
): Promise<HoldRow[]> =>
  rowsOf(
    db,
    `select * from ${tableOf(holds)}
     where ("raisedOn" <= $2 or "heldOn" <= $2) and ("releasedOn" is null or "releasedOn" >= $1)
     order by "placedOn", id limit $3`,
    [from, to, limit],
  );
