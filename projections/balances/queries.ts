import type { Day } from '@fynbos/domain/calendar.ts';
import type { Pool } from 'pg';
import { columnOf, liveTable, rowOf, rowsOf } from '../engine/read-model.ts';
import { type BalanceRow, balances } from './balances.ts';

const table = liveTable(balances);

/** The balance of an agent; null where nothing was booked. */
export const balanceOf = (db: Pool, agentId: number): Promise<BalanceRow | null> =>
  rowOf(db, `select * from ${table} where "agentId" = $1`, [agentId]);

/** The agent with a tracking number, or null. */
export async function agentOfTrackingNo(db: Pool, loyaltyTrackingNo: string): Promise<number | null> {
  const text = `select "agentId" from ${table} where "loyaltyTrackingNo" = $1`;
  return (await columnOf<number>(db, 'agentId', text, [loyaltyTrackingNo]))[0] ?? null;
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
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<OwedAgent[]> =>
  rowsOf(
    db,
    `select "agentId", "balanceCents" from ${table}
     where "agentId" > $2 and ${CONDITIONS[which]} order by "agentId" limit $3`,
    [runId, after, limit],
  );

/** The agents with an opening balance, and its day. */
export const openingBalances = (db: Pool): Promise<readonly { readonly agentId: number; readonly openedOn: Day }[]> =>
  rowsOf<{ agentId: number; openedOn: Day }>(
    db,
    `select "agentId", "takenOverOn" as "openedOn" from ${table} where "takenOverOn" is not null`,
  );
