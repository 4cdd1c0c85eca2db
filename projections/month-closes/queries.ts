import type { Day, Month } from '@fynbos/domain/calendar.ts';
import type { Pool } from 'pg';
import { balances } from '../balances/balances.ts';
import { liveTable, rowOf, rowsOf } from '../engine/read-model.ts';
import { holds } from '../holds/holds.ts';
import { type LatePostingRow, latePostings } from '../late-postings/late-postings.ts';
import { type MonthCloseRow, monthCloses } from './month-closes.ts';

const MONTH_CLOSES_TABLE = liveTable(monthCloses);

/** The closings of all months that have one, newest first. `table`: another one, as of an earlier instant. */
export const monthCloseRows = (db: Pool, table = MONTH_CLOSES_TABLE): Promise<MonthCloseRow[]> =>
  rowsOf(db, `select * from ${table} order by month desc`);

export const monthCloseOf = (db: Pool, month: Month): Promise<MonthCloseRow | null> =>
  rowOf(db, `select * from ${MONTH_CLOSES_TABLE} where month = $1`, [month]);

/** What was posted in a month for earlier months. */
export const latePostingsOf = (db: Pool, bookedIn: Month): Promise<LatePostingRow[]> =>
  rowsOf(db, `select * from ${liveTable(latePostings)} where "bookedIn" = $1 order by "belongsTo" nulls first, cause`, [
    bookedIn,
  ]);

/**
 * Holds and undecided signals that were open at the end of a day, their ids, and the balances that those holds still
 * hold up now. Cents nett.
 */
export async function openHolds(db: Pool, on: Day) {
  const { rows } = await db.query<{ holds: number; signals: number; agents: number; ids: string[]; cents: number }>(
    `with open as (
       select *, coalesce("heldOn" <= $1, false) as held from ${liveTable(holds)}
       where ("raisedOn" <= $1 or "heldOn" <= $1) and ("releasedOn" is null or "releasedOn" > $1)
     )
     select count(*) filter (where held)::int as holds, count(*) filter (where not held)::int as signals,
       count(distinct open."agentId")::int as agents,
       coalesce(array_agg(id || case when held then ':held' else '' end order by id), '{}') as ids,
       coalesce((select sum(b."balanceCents") from ${liveTable(balances)} b where b."agentId" in
         (select "agentId" from open where held and status = 'open')), 0)::float8 as cents from open`,
    [on],
  );
  return rows[0] ?? { holds: 0, signals: 0, agents: 0, ids: [], cents: 0 };
}
