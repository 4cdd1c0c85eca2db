import type { Pool } from 'pg';
import { balances } from '../balances/balances.ts';
import { readModelTable } from '../engine/read-model.ts';
import { payoutLines } from './payout-lines.ts';

export interface ReferencedAgent {
  readonly agentId: number;
  readonly loyaltyTrackingNo: string;
}

/**
 * The agents with a line in a run that references may name: `references` as sent, `own` without the run's reference and
 * in capitals, `ids` of agents at their end.
 */
export async function findReferencedAgents(
  db: Pool,
  runId: string,
  { references, own, ids }: Readonly<Record<'references' | 'own' | 'ids', readonly string[]>>,
): Promise<readonly ReferencedAgent[]> {
  const { rows } = await db.query<ReferencedAgent>(
    `select b."agentId", b."loyaltyTrackingNo" from ${readModelTable(balances).sql} b
     join ${readModelTable(payoutLines).sql} l on l."agentId" = b."agentId" and l."runId" = $1 and l.state <> 'left-out'
     where b."loyaltyTrackingNo" = any($2) or ltrim(upper(b."loyaltyTrackingNo"), '-') = any($3) or b."agentId" = any($4::int[])`,
    [runId, references, own, ids],
  );
  return rows;
}

/** A line that was sent to the bank, with its recorded state; `frozen` has no result yet. */
export interface SentLine extends ReferencedAgent {
  readonly state: 'frozen' | 'paid' | 'failed' | 'returned';
  readonly nettCents: number;
}

/** The lines of a run that were sent to the bank, by agent. */
export async function sentLines(db: Pool, runId: string): Promise<readonly SentLine[]> {
  const { rows } = await db.query<SentLine>(
    `select l."agentId", b."loyaltyTrackingNo", l.state, l."nettCents"::float8 as "nettCents"
     from ${readModelTable(payoutLines).sql} l join ${readModelTable(balances).sql} b on b."agentId" = l."agentId"
     where l."runId" = $1 and l.state not in ('left-out', 'dropped') order by l."agentId"`,
    [runId],
  );
  return rows;
}
