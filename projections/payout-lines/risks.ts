import type { Pool } from 'pg';
import { agents } from '../agents/agents.ts';
import { readModelTable } from '../engine/read-model.ts';
import { payoutLines } from './payout-lines.ts';

/** Days before the run in which a changed account is a risk. */
const CHANGED_DAYS = 30;
/** A payment is a jump from this multiple of the agent's average payment on, and from this amount on. */
const JUMP = { times: 3, cents: 1_000_00 };
const SHOWN = 100;

export const RISKS = ['new-payee', 'changed-account', 'jump'] as const;
export type Risk = (typeof RISKS)[number];

/** A line that an approver should look at, compared with the agent's earlier payments. Cents nett. */
export interface RiskyLine {
  readonly agentId: number;
  readonly name: string;
  readonly loyaltyTrackingNo: string | null;
  readonly bankName: string;
  readonly accountEnding: string;
  readonly nettCents: number;
  /** Earlier payments that were not returned. */
  readonly payments: number;
  readonly averageCents: number | null;
  readonly lastPaidOn: string | null;
  readonly bankChangedAt: string | null;
  readonly risks: readonly Risk[];
}

export interface RunRisks {
  readonly totals: readonly { readonly risk: Risk; readonly lines: number; readonly nettCents: number }[];
  /** The lines with a risk, largest first, at most 100. */
  readonly lines: readonly RiskyLine[];
  /** The ten largest lines of the run. */
  readonly largest: readonly RiskyLine[];
}

/**
 * The risks of a run's lines (O22): a first payment, an account that changed within 30 days before the run, and a
 * payment of at least three times the agent's average and R1 000. `proposedAt`: the instant of the run's proposal.
 */
export async function runRisks(db: Pool, runId: string, proposedAt: string): Promise<RunRisks> {
  const table = readModelTable(payoutLines).sql;
  const changedFrom = new Date(Date.parse(proposedAt) - CHANGED_DAYS * 86_400_000).toISOString();
  const marked = `
    with own as (
      select "agentId", "nettCents"::float8 as "nettCents" from ${table}
      where "runId" = $1 and state not in ('left-out', 'dropped')
    ), before as (
      select l."agentId", count(*)::int as payments, avg(l."nettCents")::float8 as average, max(l."paidOn") as last
      from ${table} l join own on own."agentId" = l."agentId"
      where l."runId" <> $1 and l.state = 'paid' group by l."agentId"
    ), marked as (
      select own."agentId", btrim(a."firstName" || ' ' || a.surname) as name, a."loyaltyTrackingNo", a."bankName",
        a."accountEnding", own."nettCents", coalesce(b.payments, 0) as payments, round(b.average)::float8 as "averageCents",
        b.last as "lastPaidOn", a."bankChangedAt",
        array_remove(array[
          case when b.payments is null then 'new-payee' end,
          case when a."bankChangedAt" >= $2 then 'changed-account' end,
          case when own."nettCents" >= ${JUMP.cents} and own."nettCents" >= ${JUMP.times} * b.average then 'jump' end
        ], null) as risks
      from own left join before b on b."agentId" = own."agentId"
      left join ${readModelTable(agents).sql} a on a.id = own."agentId"
    )`;
  const given = [runId, changedFrom];
  const [totals, lines, largest] = await Promise.all([
    db.query<RunRisks['totals'][number]>(
      `${marked} select risk, count(*)::int as lines, sum("nettCents")::float8 as "nettCents"
       from marked, unnest(risks) as risk group by risk`,
      given,
    ),
    db.query<RiskyLine>(
      `${marked} select * from marked where cardinality(risks) > 0 order by "nettCents" desc, "agentId" limit ${SHOWN}`,
      given,
    ),
    db.query<RiskyLine>(`${marked} select * from marked order by "nettCents" desc, "agentId" limit 10`, given),
  ]);
  const totalOf = (risk: Risk) => totals.rows.find((each) => each.risk === risk) ?? { risk, lines: 0, nettCents: 0 };
  return { totals: RISKS.map(totalOf), lines: lines.rows, largest: largest.rows };
}
