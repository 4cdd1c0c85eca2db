import type { Day } from '@fynbos/domain/calendar.ts';
import type { Pool } from 'pg';
import { readModelTable, rowsOf } from '../engine/read-model.ts';
import { type BalanceRow, balances } from './balances.ts';

const table = readModelTable(balances).sql;

/** The balance of an agent; undefined where nothing was booked. */
export async function balanceOf(db: Pool, agentId: number): Promise<BalanceRow | undefined> {
  return (await db.query<BalanceRow>(`select * from ${table} where "agentId" = $1`, [agentId])).rows[0];
}

/** The agent with a tracking number, or null. */
export async function agentOfTrackingNo(db: Pool, loyaltyTrackingNo: string): Promise<number | null> {
  const { rows } = await db.query<{ agentId: number }>(
    `select "agentId" from ${table} where "loyaltyTrackingNo" = $1`,
    [loyaltyTrackingNo],
  );
  return rows[0]?.agentId ?? null;
}

export type OwedAgent = Pick<BalanceRow, 'agentId' | 'balanceCents'>;

const RESERVED = '"runId" = $1';
const CONDITIONS = {
  reserved: RESERVED,
  /** Includes accounts that were reserved before a crash, even if nothing is owed now. */
  'owed-or-reserved': `("balanceCents" <> 0 or "earnedCents" <> 0 or ${RESERVED})`,
} as const;

/** At most `limit` agents above `after` that a run owes or has reserved, in order. */
export const agentsOfRun = (
  db: Pool,
  runId: string,
  which: keyof typeof CONDITIONS,
  after: number,
  limit: number,
): Promise<OwedAgent[]> =>
  rowsOf(
    db,
    `select "agentId", "balanceCents" from ${table}
     where "agentId" > $2 and ${CONDITIONS[which]} order by "agentId" limit $3`,
    [runId, after, limit],
  );

/** The agents with an opening balance, and its day. */
export const openingBalances = (
  db: Pool,
): Promise<readonly { readonly agentId: number; readonly takenOverOn: Day }[]> =>
  rowsOf<{ agentId: number; takenOverOn: Day }>(
    db,
    `select "agentId", "takenOverOn" from ${table} where "takenOverOn" is not null`,
  );
