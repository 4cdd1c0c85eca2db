import type { ComparedAmounts } from '@fynbos/domain/comparison/comparison.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { withAgentNames } from '@fynbos/projections/agents/queries.ts';
import type { ComparisonRow } from '@fynbos/projections/comparisons/comparisons.ts';
import { comparisonRowById, comparisonRows } from '@fynbos/projections/comparisons/queries.ts';
import type pg from 'pg';

/** `remainingMs`: an estimate; null if unknown. */
export type ComparisonProgress = ComparisonRow & {
  readonly done: number | null;
  readonly total: number | null;
  readonly remainingMs: number | null;
  /** The single entries are still kept. */
  readonly hasEntries: boolean;
};

type Progress = Pick<ComparisonProgress, 'done' | 'total' | 'remainingMs'> & { readonly comparisonId: string };

async function withProgress(db: pg.Pool, rows: readonly ComparisonRow[]): Promise<ComparisonProgress[]> {
  const { rows: found } = await db.query<Progress>(
    `select "comparisonId", done, total, case when done > 0 and total > 0 then greatest(0, round(
       extract(epoch from "updatedAt" - "startedAt") * 1000 * (total - done) / done))::float8 end as "remainingMs"
     from comparisons.progress where "comparisonId" = any($1)`,
    [rows.map(({ id }) => id)],
  );
  return rows.map((row) => {
    const {
      done = null,
      total = null,
      remainingMs = null,
    } = found.find(({ comparisonId }) => comparisonId === row.id) ?? {};
    return {
      ...row,
      done,
      total,
      remainingMs: row.status === 'running' ? remainingMs : null,
      hasEntries: done !== null,
    };
  });
}

/** The latest comparisons, newest first. */
export const latestComparisons = async (db: pg.Pool, limit: number, offset: number): Promise<ComparisonProgress[]> =>
  withProgress(db, await comparisonRows(db, limit, offset));

/** Throws `comparison.unknown`. */
export async function comparisonById(db: pg.Pool, id: string): Promise<ComparisonProgress> {
  const row = await comparisonRowById(db, id);
  const [found] = await withProgress(db, row ? [row] : []);
  if (found) return found;
  throw new DomainError('not-found', 'comparison.unknown', 'Comparison not found.');
}

/** A comparison with its entries. Throws `comparison.unknown`, `comparison.not-done` and `comparison.gone`. */
export async function finishedComparison(db: pg.Pool, id: string): Promise<ComparisonProgress> {
  const found = await comparisonById(db, id);
  if (found.status === 'running')
    throw new DomainError('conflict', 'comparison.not-done', 'This comparison has no result yet.');
  if (!found.hasEntries)
    throw new DomainError(
      'not-found',
      'comparison.gone',
      'Single entries are kept for 90 days. Compare the same moments again: the result is the same.',
    );
  return found;
}

/** The rows of a result: sums by a grouping, or the single entries. */
export const COMPARISON_GROUPINGS = ['cause', 'promotion', 'agent', 'reservation', 'entry'] as const;
export type ComparisonGrouping = (typeof COMPARISON_GROUPINGS)[number];

const SUM_COLUMNS_SQL = `count(*)::int as entries, sum("grossCents")::float8 as "grossCents", sum("payeCents")::float8 as "payeCents",
  sum("nettCents")::float8 as "nettCents"`;
const FROM_ENTRIES_SQL = 'from comparisons.entries e where "comparisonId" = $1';
const QUERIES: Readonly<Record<ComparisonGrouping, string>> = {
  cause: `select cause as id, cause, ${SUM_COLUMNS_SQL} ${FROM_ENTRIES_SQL} group by cause`,
  promotion: `select coalesce("promoCode", '') as id, "promoCode", ${SUM_COLUMNS_SQL} ${FROM_ENTRIES_SQL} group by "promoCode"`,
  agent: withAgentNames(
    `select "agentId"::text as id, "agentId", ${SUM_COLUMNS_SQL} ${FROM_ENTRIES_SQL} group by "agentId"`,
  ),
  reservation: withAgentNames(
    `select "reservationNo" || ':' || "agentId" as id, "reservationNo", max("promoCode") as "promoCode", max(month) as month,
       "agentId", string_agg(distinct cause, ' ' order by cause) as causes, ${SUM_COLUMNS_SQL}
     ${FROM_ENTRIES_SQL} and "reservationNo" is not null group by "reservationNo", "agentId"`,
  ),
  entry: withAgentNames(
    `select seq::text as id, seq, cause, "agentId", "reservationNo", "promoCode", month, "recordedAt", by, reason,
       "grossCents", "payeCents", "nettCents" ${FROM_ENTRIES_SQL}`,
  ),
};

/** All rows of a result, the largest change first; entries in the order of their recording. The parameter is the id. */
export const wholeComparison = (by: ComparisonGrouping): string =>
  `select * from (${QUERIES[by]}) r order by ${by === 'entry' ? 'seq' : 'abs("nettCents") desc, id'}`;

/** Of a promotion, an agent or a cause. */
export interface GroupRow extends ComparedAmounts {
  readonly promoCode?: string | null;
  readonly agentName?: string | null;
  readonly loyaltyTrackingNo?: string | null;
  readonly entries: number;
}

export async function comparisonPage(
  db: pg.Pool,
  id: string,
  by: ComparisonGrouping,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ rows: GroupRow[]; total: number }> {
  const { rows } = await db.query(
    `select *, count(*) over ()::int as "total" from (${wholeComparison(by)}) r offset $2 limit $3`,
    [id, offset, limit],
  );
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 };
}
