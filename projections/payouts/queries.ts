import { instant } from '@fynbos/domain/event-schema.ts';
import { NOT_SENT } from '@fynbos/domain/payout-run/reasons.ts';
import type pg from 'pg';
import { z } from 'zod';
import { agents } from '../agents/agents.ts';
import { columnOf, liveTable, rowOf, rowsOf } from '../engine/read-model.ts';
import { type PayoutLineRow, payoutLineRow, payoutLines } from '../payout-lines/payout-lines.ts';
import { type PayoutRow, payouts } from './payouts.ts';

const table = liveTable(payouts);
const PAYOUT_LINES_TABLE = liveTable(payoutLines);

export async function countHeldRuns(db: pg.Pool): Promise<number> {
  const text = `select count(*)::int as held from ${table} where state ->> 'heldFor' is not null`;
  return (await columnOf<number>(db, 'held', text))[0] ?? 0;
}

export const findPayoutRow = (db: pg.Pool, id: string): Promise<PayoutRow | null> =>
  rowOf(db, `select * from ${table} where id = $1`, [id]);

/** The number of agents without a line for a reason, and the amount owed to them. */
export const reasonCount = z.object({
  state: payoutLineRow.shape.state,
  reason: z.string(),
  agents: z.int(),
  nettCents: z.int(),
});
export type ReasonCount = z.output<typeof reasonCount>;

/** The reasons of a run's omitted and dropped agents, most frequent first. */
export const countReasons = (db: pg.Pool, runId: string): Promise<readonly ReasonCount[]> =>
  rowsOf(
    db,
    `select state, reason, count(*)::int as agents, sum("nettCents")::float8 as "nettCents"
     from ${PAYOUT_LINES_TABLE}
     where "runId" = $1 and reason is not null group by state, reason order by agents desc, state, reason`,
    [runId],
  );

/** A line for which a response of the bank contradicts the recorded result. */
export const contradiction = z.object({
  agentId: z.int(),
  recorded: z.string(),
  /** Null where an earlier release ignored the response. */
  said: z.string().nullable(),
  at: instant,
});
export type Contradiction = z.output<typeof contradiction>;

/** At most 200 contradictions of a run, by agent. */
export const listContradictions = (db: pg.Pool, runId: string): Promise<readonly Contradiction[]> =>
  rowsOf(
    db,
    `select "agentId", case state when 'dropped' then '${NOT_SENT}' else state end as recorded,
       nullif("ignoredResult", '') as said, "ignoredAt" as at from ${PAYOUT_LINES_TABLE}
     where "runId" = $1 and "ignoredResult" is not null order by "agentId" limit 200`,
    [runId],
  );

export type RunBefore = Pick<PayoutRow, 'id' | 'reference' | 'payDate' | 'frozen'>;

/** The run of the same batch that was proposed before a run and not cancelled. */
export const findRunBefore = (
  db: pg.Pool,
  { batch, proposedAt }: Pick<PayoutRow, 'batch' | 'proposedAt'>,
): Promise<RunBefore | null> =>
  rowOf(
    db,
    `select id, reference, "payDate", frozen from ${table}
     where batch = $1 and "proposedAt" < $2 and status not in ('cancelled', 'cancelling') order by "proposedAt" desc limit 1`,
    [batch, proposedAt],
  );

/** The ids of at most twenty runs of the same batch that were proposed before a run, newest first. */
export const listRunsBefore = (
  db: pg.Pool,
  { batch, proposedAt }: Pick<PayoutRow, 'batch' | 'proposedAt'>,
): Promise<readonly string[]> =>
  columnOf(
    db,
    'id',
    `select id from ${table} where batch = $1 and "proposedAt" < $2 order by "proposedAt" desc limit 20`,
    [batch, proposedAt],
  );

export async function runReferences(db: pg.Pool, runIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const text = `select id, reference from ${table} where id = any($1)`;
  const rows = await rowsOf<{ id: string; reference: string }>(db, text, [[...new Set(runIds)]]);
  return new Map(rows.map(({ id, reference }) => [id, reference]));
}

/** The references of runs that begin with a text. */
export const referencesWith = async (db: pg.Pool, start: string): Promise<ReadonlySet<string>> =>
  new Set(
    await columnOf<string>(db, 'reference', `select reference from ${table} where starts_with(reference, $1)`, [start]),
  );

/** A payment to an agent that has no result yet. */
export interface OpenPayment {
  readonly nettCents: number;
  readonly payDate: string;
  readonly isApproved: boolean;
}

/** The newest payment of an agent that has no result yet, or null. */
export const openPaymentOf = (db: pg.Pool, agentId: number): Promise<OpenPayment | null> =>
  rowOf(
    db,
    `select l."nettCents", r."payDate", r.status in ('approved', 'exported') as "isApproved"
     from ${PAYOUT_LINES_TABLE} l join ${table} r on r.id = l."runId"
     where l."agentId" = $1 and l.state = 'frozen' and r.status not in ('cancelling', 'cancelled')
     order by r."proposedAt" desc limit 1`,
    [agentId],
  );

/** A payment that was sent to the bank, with the pay date of its run. */
export interface SentPayment {
  readonly agentId: number;
  readonly nettCents: number;
  readonly payDate: string;
  readonly proposedAt: string;
}

/** The payments of other runs to the agents of a run, with a pay date on or after a day. */
export const paymentsOfOtherRuns = (db: pg.Pool, runId: string, since: string): Promise<readonly SentPayment[]> =>
  rowsOf(
    db,
    `select l."agentId", l."nettCents"::float8 as "nettCents", r."payDate", r."proposedAt"
     from ${PAYOUT_LINES_TABLE} own join ${PAYOUT_LINES_TABLE} l on l."agentId" = own."agentId" and l."runId" <> own."runId"
     join ${table} r on r.id = l."runId"
     where own."runId" = $1 and l.state not in ('left-out', 'dropped') and r."payDate" >= $2
       and r.status in ('approved', 'exported', 'settled')`,
    [runId, since],
  );

/** A payout as its agent sees it. `run`: the status of the run. */
export type AgentPayout = Pick<
  PayoutLineRow,
  'reason' | 'grossCents' | 'payeCents' | 'nettCents' | 'treatment' | 'rewards' | 'settledOn'
> & {
  readonly state: Exclude<PayoutLineRow['state'], 'left-out' | 'dropped'>;
  readonly id: string;
  readonly reference: string;
  readonly payDate: string;
  readonly run: string;
};

/** The payouts of an agent, newest first: by default at most 120, ten years with one a month; null for all. */
export const payoutsOfAgent = (
  db: pg.Pool,
  agentId: number,
  most: number | null = 120,
): Promise<readonly AgentPayout[]> =>
  rowsOf(
    db,
    `select l."runId" as id, r.reference, r."payDate", r.status as run, l.state, l.reason, l."grossCents", l."payeCents",
       l."nettCents", l.treatment, l.rewards, l."settledOn"
     from ${PAYOUT_LINES_TABLE} l join ${table} r on r.id = l."runId"
     where l."agentId" = $1 and l.state in ('frozen', 'paid', 'failed', 'returned')
       and r.status not in ('cancelling', 'cancelled') order by r."proposedAt" desc, r.id limit $2`,
    [agentId, most],
  );

export interface RunLine extends PayoutLineRow {
  readonly reference: string | null;
  readonly loyaltyTrackingNo: string | null;
  readonly firstName: string | null;
  readonly surname: string | null;
}

/** Adds the run's reference and the agent's tracking number and name to a query of lines, in its order. */
export const withRunAndAgent = (
  lines: string,
): string => `select l.*, p.reference, a."loyaltyTrackingNo", a."firstName", a.surname
  from (select *, row_number() over () as number from (${lines}) q) l
  left join ${table} p on p.id = l."runId"
  left join ${liveTable(agents)} a on a.id = l."agentId" order by l.number`;

export const RUN_LINES = withRunAndAgent(`select * from ${PAYOUT_LINES_TABLE} where "runId" = $1 order by "agentId"`);

/** The first lines of a run without the omitted agents, by agent. */
export const firstRunLines = (db: pg.Pool, runId: string, limit: number): Promise<readonly RunLine[]> =>
  rowsOf(db, `select * from (${RUN_LINES}) l where state <> 'left-out' order by "agentId" limit $2`, [runId, limit]);

/** The reasons of a run's lines over all states, most frequent first. */
export const countLineReasons = (db: pg.Pool, runId: string): Promise<readonly Omit<ReasonCount, 'state'>[]> =>
  rowsOf(
    db,
    `select reason, count(*)::int as agents, sum("nettCents")::float8 as "nettCents" from ${PAYOUT_LINES_TABLE}
     where "runId" = $1 and reason is not null group by reason order by agents desc, reason`,
    [runId],
  );

export interface LineInRun {
  readonly agentId: number;
  readonly runId: string;
  readonly reference: string;
  readonly proposedAt: string;
}

const LINES_IN_RUNS = `select l."agentId", l."runId", p.reference, p."proposedAt" from ${PAYOUT_LINES_TABLE} l
  join ${table} p on p.id = l."runId"`;

/** A bank account that was ever changed, or is cooling; by agent. */
export const linesWithChangedAccount = (
  db: pg.Pool,
  runId: string,
): Promise<readonly (LineInRun & { readonly bankChangedAt: string })[]> =>
  rowsOf<LineInRun & { bankChangedAt: string }>(
    db,
    `select l.*, a."bankChangedAt"
     from (${LINES_IN_RUNS} where l."runId" = $1 and (l.state <> 'left-out' or l.reason = 'BankAccountCooling')) l
     join ${liveTable(agents)} a on a.id = l."agentId" where a."bankChangedAt" is not null order by 1`,
    [runId],
  );

/** The lines of an agent in unsettled runs that were proposed since an instant. */
export const openLinesOf = (db: pg.Pool, agentId: number, since: string): Promise<readonly LineInRun[]> =>
  rowsOf(
    db,
    `${LINES_IN_RUNS} where l."agentId" = $1 and l.state = 'frozen' and p."proposedAt" >= $2
       and p.status in ('freezing', 'frozen', 'approved', 'exported')`,
    [agentId, since],
  );
