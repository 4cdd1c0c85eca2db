import type { Pool } from 'pg';
import { balances } from '../balances/balances.ts';
import { readModelTable } from '../engine/read-model.ts';
import { incentives } from '../incentives/incentives.ts';
import { payoutLines } from '../payout-lines/payout-lines.ts';
import { payouts } from '../payouts/payouts.ts';
import { tax } from '../tax/tax.ts';
import { type AgentRow, agents } from './agents.ts';

const AGENTS = readModelTable(agents).sql;

/** An agent's row; null where the read model does not have it yet. */
export async function findAgentRow(db: Pool, agentId: number): Promise<AgentRow | null> {
  const { rows } = await db.query<AgentRow>(`select * from ${AGENTS} where id = $1`, [agentId]);
  return rows[0] ?? null;
}

/** An agent's reward as the agent's own data export lists it. Amounts are cents. */
export interface OwnReward {
  readonly reservationNo: string;
  readonly invoiceDate: string;
  readonly promoCode: string | null;
  readonly status: string;
  readonly reason: string | null;
  readonly grossCents: number;
  readonly payeCents: number;
  readonly nettCents: number;
}

/** Every reward decision of an agent, oldest invoice first. */
export async function listOwnRewards(db: Pool, agentId: number): Promise<readonly OwnReward[]> {
  const { rows } = await db.query<OwnReward>(
    `select "reservationNo", "invoiceDate", "promoCode", status, reason, "grossCents", "payeCents", "nettCents"
     from ${readModelTable(incentives).sql} where "agentId" = $1 order by "invoiceDate", "reservationNo"`,
    [agentId],
  );
  return rows;
}

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
const LINES = `${readModelTable(payoutLines).sql} l where l."agentId" = $1 and not exists
  (select from ${readModelTable(payouts).sql} r where r.id = l."runId" and r.status = 'cancelled')`;

export const AGENT_FINANCES_READS = [balances.name, incentives.name, payoutLines.name, payouts.name, tax.name];

/** An agent's financial records; all empty where there are none. */
export async function agentFinances(db: Pool, agentId: number): Promise<AgentFinances> {
  const { rows } = await db.query<AgentFinances>(
    `select
       exists (select from ${readModelTable(incentives).sql} where "agentId" = $1) as "hasRewards",
       exists (select from ${LINES} and l.state not in ('left-out', 'dropped')) as "hasPayouts",
       exists (select from ${LINES} and l.state = 'frozen') as "payoutUnderWay",
       exists (select from ${readModelTable(tax).sql} where "agentId" = $1) as "hasTax",
       coalesce((select "balanceCents" from ${readModelTable(balances).sql} where "agentId" = $1), 0)::float8 as "owedCents"`,
    [agentId],
  );
  return rows[0] as AgentFinances;
}
