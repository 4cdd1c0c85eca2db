import { NOT_SENT } from '@fynbos/domain/payout-run/reasons.ts';
import type pg from 'pg';
import { readModelTable } from '../engine/read-model.ts';
import { payoutLines } from '../payout-lines/payout-lines.ts';
import { type PayoutRow, payouts } from './payouts.ts';

const table = readModelTable(payouts).sql;

/** The number of payout runs on hold. */
export async function countHeldRuns(db: pg.Pool): Promise<number> {
  const { rows } = await db.query<{ held: number }>(
    `select count(*)::int as held from ${table} where state ->> 'heldFor' is not null`,
  );
  return rows[0]?.held ?? 0;
}

/** A run's row; null where it does not exist. */
export async function findPayoutRow(db: pg.Pool, id: string): Promise<PayoutRow | null> {
  const { rows } = await db.query<PayoutRow>(`select * from ${table} where id = $1`, [id]);
  return rows[0] ?? null;
}

/** The number of agents without a line for a reason, and the amount owed to them. */
export interface ReasonCount {
  readonly state: string;
  readonly reason: string;
  readonly agents: number;
  readonly nettCents: number;
}

/** The reasons of a run's omitted and dropped agents, most frequent first. */
export async function countReasons(db: pg.Pool, runId: string): Promise<readonly ReasonCount[]> {
  const { rows } = await db.query<ReasonCount>(
    `select state, reason, count(*)::int as agents, sum("nettCents")::float8 as "nettCents"
     from ${readModelTable(payoutLines).sql}
     where "runId" = $1 and reason is not null group by state, reason order by agents desc`,
    [runId],
  );
  return rows;
}

/** A line for which an answer of the bank contradicts the recorded result. */
export interface Contradiction {
  readonly agentId: number;
  readonly recorded: string;
  /** Null where an earlier release ignored the answer. */
  readonly said: string | null;
  readonly at: string;
}

/** At most 200 contradictions of a run, by agent. */
export async function listContradictions(db: pg.Pool, runId: string): Promise<readonly Contradiction[]> {
  const { rows } = await db.query<Contradiction>(
    `select "agentId", case state when 'dropped' then '${NOT_SENT}' else state end as recorded,
       nullif("ignoredResult", '') as said, "ignoredAt" as at from ${readModelTable(payoutLines).sql}
     where "runId" = $1 and "ignoredResult" is not null order by "agentId" limit 200`,
    [runId],
  );
  return rows;
}

export type RunBefore = Pick<PayoutRow, 'id' | 'reference' | 'payDate' | 'frozen'>;

/** The run of the same batch that was proposed before a run and not cancelled. */
export async function findRunBefore(
  db: pg.Pool,
  { batch, proposedAt }: Pick<PayoutRow, 'batch' | 'proposedAt'>,
): Promise<RunBefore | undefined> {
  const { rows } = await db.query<RunBefore>(
    `select id, reference, "payDate", frozen from ${table}
     where batch = $1 and "proposedAt" < $2 and status not in ('cancelled', 'cancelling') order by "proposedAt" desc limit 1`,
    [batch, proposedAt],
  );
  return rows[0];
}

/** The ids of at most twenty runs of the same batch that were proposed before a run, newest first. */
export async function listRunsBefore(
  db: pg.Pool,
  { batch, proposedAt }: Pick<PayoutRow, 'batch' | 'proposedAt'>,
): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from ${table} where batch = $1 and "proposedAt" < $2 order by "proposedAt" desc limit 20`,
    [batch, proposedAt],
  );
  return rows.map(({ id }) => id);
}

/** The references of runs, by id. */
export async function runReferences(db: pg.Pool, runIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ id: string; reference: string }>(
    `select id, reference from ${readModelTable(payouts).sql} where id = any($1)`,
    [[...new Set(runIds)]],
  );
  return new Map(rows.map(({ id, reference }) => [id, reference]));
}

/** The references of runs that begin with a text. */
export async function referencesWith(db: pg.Pool, start: string): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ reference: string }>(
    `select reference from ${table} where starts_with(reference, $1)`,
    [start],
  );
  return new Set(rows.map(({ reference }) => reference));
}
