import type { Pool } from 'pg';
import { balances } from '../balances/balances.ts';
import { liveTable, rowOf } from '../engine/read-model.ts';
import { incentives } from '../incentives/incentives.ts';
import { payoutLines } from '../payout-lines/payout-lines.ts';
import { payouts } from '../payouts/payouts.ts';
import { tax } from '../tax/tax.ts';

/** The financial records of an agent, which decide what an erasure keeps and whether it must wait. */
export interface AgentFinances {
  readonly hasRewards: boolean;
  readonly hasPayouts: boolean;
  readonly hasTax: boolean;
  /** Whether a payout line is frozen and not settled. */
  readonly payoutUnderWay: boolean;
  readonly owedCents: number;
}

/** The agent's payout lines. Lines of a cancelled run do not count; lines of a run that is being cancelled do. */
const LINES = `${liveTable(payoutLines)} l where l."agentId" = $1 and not exists
  (select from ${liveTable(payouts)} r where r.id = l."runId" and r.status = 'cancelled')`;

export const AGENT_FINANCES_READS = [balances.name, incentives.name, payoutLines.name, payouts.name, tax.name];

/** An agent's financial records; all empty where there are none. */
export async function agentFinances(db: Pool, agentId: number): Promise<AgentFinances> {
  const found = await rowOf<AgentFinances>(
    db,
    `select
       exists (select from ${liveTable(incentives)} where "agentId" = $1) as "hasRewards",
       exists (select from ${LINES} and l.state not in ('left-out', 'dropped')) as "hasPayouts",
       exists (select from ${LINES} and l.state = 'frozen') as "payoutUnderWay",
       exists (select from ${liveTable(tax)} where "agentId" = $1) as "hasTax",
       coalesce((select "balanceCents" from ${liveTable(balances)} where "agentId" = $1), 0)::float8 as "owedCents"`,
    [agentId],
  );
  return found as AgentFinances;
}
