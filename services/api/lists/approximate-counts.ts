import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { ListDatabase } from './database.ts';
import type { Filters } from './filters.ts';
import { refreshed } from './refreshed.ts';
import { quotedName } from './table-shape.ts';
import { TextSamples } from './text-samples.ts';

interface Cell {
  readonly values: readonly unknown[];
  n: number;
}

/** Maximum number of tables with cached counts. Tables of past moments are temporary. */
const MAX_CUBES = 24;
/** Maximum age of a count in milliseconds before it is refreshed in the background. */
const FRESH_MS = 2_000;
/** Blocks counted in one batch: 2 MB of a table, a few milliseconds, so that other work soon gets the processor. */
const BATCH_BLOCKS = 256;
/** As a multiple of the batch's duration: counting uses a twentieth of a processor for any list length. */
const REST_FACTOR = 19;
/** Maximum number of cached search counts, and their lifetime in milliseconds: while a user pages through a search. */
const MAX_COUNTS = 500;
const COUNT_TTL_MS = 10_000;

/**
 * Totals of long lists without counting rows at each call: a cube of counts per table over the facets (status, month,
 * …), refreshed in the background when requested. A row that moves during the count may count twice or not. Small
 * totals are counted exactly, so an inexact count changes only the last digits of a large number.
 */
export class ApproximateCounts {
  private readonly cubes: LRUCache<string, readonly Cell[], readonly string[]>;
  private readonly counts: LRUCache<string, number>;
  /** Samples of the texts of the lists, which show the common ones. */
  readonly samples: TextSamples;

  constructor(
    private readonly db: ListDatabase,
    private readonly clock: () => number = () => performance.now(),
    private readonly rest: (ms: number) => Promise<unknown> = (ms) => wait(ms, undefined, { ref: false }),
  ) {
    this.samples = new TextSamples(db, clock);
    this.counts = new LRUCache({ max: MAX_COUNTS, ttl: COUNT_TTL_MS, ttlResolution: 0, perf: { now: clock } });
    this.cubes = refreshed(clock, MAX_CUBES, FRESH_MS, (table, last, facets) =>
      this.count(table, facets, last !== undefined),
    );
  }

  /** Returns the result of `count`, which is cached for a while if it is over `floor`. */
  async many(name: string, floor: number, count: () => Promise<number>): Promise<number> {
    const cached = this.counts.get(name);
    if (cached !== undefined) return cached;
    const n = await count();
    if (n > floor) this.counts.set(name, n);
    return n;
  }

  /** Null if a filter is not on a facet. A table's first call waits for its counts. */
  async total(
    table: string,
    facets: readonly string[],
    filters: Filters,
    filter: Readonly<Record<string, unknown>>,
  ): Promise<number | null> {
    const conditions: [number, unknown][] = [];
    for (const [name, value] of Object.entries(filter)) {
      if (value === null || value === '') continue;
      const declared = filters[name];
      const at = declared ? facets.indexOf(declared.facet ?? declared.column) : -1;
      if (at === -1 || (declared?.match !== 'equals' && declared?.facet === undefined) || typeof value === 'object')
        return null;
      conditions.push([at, value]);
    }
    const cells = await this.cubes.forceFetch(table, { context: facets });
    let total = 0;
    for (const { values, n } of cells) if (conditions.every(([at, value]) => values[at] === value)) total += n;
    return total;
  }

  private async count(table: string, facets: readonly string[], mayRest: boolean): Promise<readonly Cell[]> {
    const columns = sql.join(facets.map((facet) => sql.ref(facet)));
    const size = await sql<{ blocks: number }>`select
      (pg_relation_size(to_regclass(${quotedName(table)})) / current_setting('block_size')::int)::int as blocks`.execute(
      this.db,
    );
    const blocks = size.rows[0]?.blocks ?? 0;
    const cells = new Map<string, Cell>();
    for (let from = 0; from < blocks; from += BATCH_BLOCKS) {
      const began = this.clock();
      const bite = await sql<Record<string, unknown>>`select ${columns}, count(*)::int as n from ${sql.table(table)}
        where ctid >= ${`(${from},0)`}::tid and ctid < ${`(${from + BATCH_BLOCKS},0)`}::tid group by ${columns}`.execute(
        this.db,
      );
      for (const row of bite.rows) {
        const values = facets.map((facet) => row[facet]);
        const key = JSON.stringify(values);
        const cell = cells.get(key);
        if (cell) cell.n += Number(row.n);
        else cells.set(key, { values, n: Number(row.n) });
      }
      if (mayRest) await this.rest(REST_FACTOR * (this.clock() - began));
    }
    return [...cells.values()];
  }
}

const countsByDatabase = new WeakMap<ListDatabase, ApproximateCounts>();

/** Returns the counts of this database, the same object at each call. */
export function countsOf(db: ListDatabase): ApproximateCounts {
  const counts = countsByDatabase.get(db) ?? new ApproximateCounts(db);
  countsByDatabase.set(db, counts);
  return counts;
}
