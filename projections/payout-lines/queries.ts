import type { Pool } from 'pg';
import { balances } from '../balances/balances.ts';
import { liveTable, rowsOf } from '../engine/read-model.ts';
import { incentives } from '../incentives/incentives.ts';
import { payoutLines } from './payout-lines.ts';

export interface ReferencedAgent {
  readonly agentId: number;
  readonly loyaltyTrackingNo: string;
}

/** `references` as sent, `own` without the run's reference and in capitals, `ids` of agents at their end. */
export const findReferencedAgents = (
  db: Pool,
  runId: string,
  { references, own, ids }: Readonly<Record<'references' | 'own' | 'ids', readonly string[]>>,
): Promise<readonly ReferencedAgent[]> =>
  rowsOf(
    db,
    `select b."agentId", b."loyaltyTrackingNo" from ${liveTable(balances)} b
     join ${liveTable(payoutLines)} l on l."agentId" = b."agentId" and l."runId" = $1 and l.state <> 'left-out'
     where b."loyaltyTrackingNo" = any($2) or ltrim(upper(b."loyaltyTrackingNo"), '-') = any($3) or b."agentId" = any($4::int[])`,
    [runId, references, own, ids],
  );

/** A line that was sent to the bank, with its recorded state; `frozen` has no result yet. */
export interface SentLine extends ReferencedAgent {
  readonly state: 'frozen' | 'paid' | 'failed' | 'returned';
  readonly nettCents: number;
}

/** The lines of a run that were sent to the bank, by agent. */
export const sentLines = (db: Pool, runId: string): Promise<readonly SentLine[]> =>
  rowsOf(
    db,
    `select l."agentId", b."loyaltyTrackingNo", l.state, l."nettCents"::float8 as "nettCents"
     from ${liveTable(payoutLines)} l join ${liveTable(balances)} b on b."agentId" = l."agentId"
     where l."runId" = $1 and l.state not in ('left-out', 'dropped') order by l."agentId"`,
    [runId],
  );

/** An account's amounts next to the sums of its lines and rewards. Cents. */
export interface PaidAndEarned {
  readonly agentId: number;
  readonly paid: number;
  readonly lines: number;
  readonly earned: number;
  readonly rewards: number;
  readonly same: boolean;
}

export const paidAndEarned = (db: Pool): Promise<readonly PaidAndEarned[]> =>
  rowsOf(
    db,
    `with by_line as (select "agentId", sum("nettCents") as nett from ${liveTable(payoutLines)} where state = 'paid' group by 1),
     by_reward as (select "agentId", sum("nettCents") as nett from ${liveTable(incentives)} where status = 'Earned' and "agentId" is not null group by 1)
     select b."agentId", b."paidCents" as paid, coalesce(l.nett, 0)::float8 as lines, b."earnedCents" as earned, coalesce(r.nett, 0)::float8 as rewards,
       b."paidCents" = coalesce(l.nett, 0) and b."earnedCents" = coalesce(r.nett, 0) as same
     from ${liveTable(balances)} b left join by_line l using ("agentId") left join by_reward r using ("agentId") order by 1`,
  );
