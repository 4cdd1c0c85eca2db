import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { ListDatabase } from './database.ts';
import type { Filters } from './filters.ts';
import { quotedName } from './table-shape.ts';
import { TextSamples } from './text-samples.ts';

interface Cell {
  readonly values: readonly unknown[];
  n: number;
}

interface Cube {
  readonly cells: readonly Cell[];
  /** By the clock, until when it is fresh. */
  readonly until: number;
}

/** Tables whose counts are kept at once: tables of the past come and go. */
const MOST_CUBES = 8;
/** How old a count may be before it is taken anew, in the background, in milliseconds. */
const FRESH_MS = 2_000;
/** What is counted at once: 2 MB of a table, a few milliseconds, so that nobody waits long for the processor it has. */
const BITE_BLOCKS = 256;
/** Rest after each bite, in times that it took: counting has a twentieth of a processor however long the list becomes. */
const REST_TIMES = 19;
/** Large counts of searches that are kept at once, and how long, in milliseconds: while somebody turns its pages. */
const MOST_COUNTS = 100;
const KEPT_MS = 10_000;

/**
 * Totals of long lists without counting their rows at each call: for each table a cube of counts over its facets (status,
 * month, …), kept in memory and taken again in the background, bite by bite, when it is asked for and no longer fresh. A row
 * that moves meanwhile from one bite to another may count twice or not at all. Small totals are counted exactly by the
 * caller, so what is late or off is a large number's last digits.
 */
export class ApproximateCounts {
  readonly #cubes = new Map<string, Cube>();
  readonly #taking = new Map<string, Promise<Cube>>();
  readonly #counts: LRUCache<string, number>;
  /** What is common in the texts of its lists. */
  readonly samples: TextSamples;

  constructor(
    private readonly db: ListDatabase,
    private readonly clock: () => number = () => performance.now(),
    private readonly rest: (ms: number) => Promise<unknown> = (ms) => wait(ms, undefined, { ref: false }),
  ) {
    this.samples = new TextSamples(db, clock);
    this.#counts = new LRUCache({ max: MOST_COUNTS, ttl: KEPT_MS, ttlResolution: 0, perf: { now: clock } });
  }

  /** What `count` gives, which is remembered for a while where it is over `floor`. */
  async many(name: string, floor: number, count: () => Promise<number>): Promise<number> {
    const known = this.#counts.get(name);
    if (known !== undefined) return known;
    const n = await count();
    if (n > floor) this.#counts.set(name, n);
    return n;
  }

  /** How many rows match, or null where a filter is not on a facet. The first call of a table waits for its counts. */
  async total(
    table: string,
    facets: readonly string[],
    filters: Filters,
    asked: Readonly<Record<string, unknown>>,
  ): Promise<number | null> {
    const wanted: [number, unknown][] = [];
    for (const [name, value] of Object.entries(asked)) {
      if (value === null || value === '') continue;
      const filter = filters[name];
      const at = filter ? facets.indexOf(filter.facet ?? filter.column) : -1;
      if (at === -1 || (filter?.match !== 'equals' && filter?.facet === undefined) || typeof value === 'object')
        return null;
      wanted.push([at, value]);
    }
    const { cells } = await this.#cube(table, facets);
    let total = 0;
    for (const { values, n } of cells) if (wanted.every(([at, value]) => values[at] === value)) total += n;
    return total;
  }

  async #cube(table: string, facets: readonly string[]): Promise<Cube> {
    const known = this.#cubes.get(table);
    if (known && this.clock() < known.until) return known;
    const taking = this.#taking.get(table) ?? this.#take(table, facets, known !== undefined);
    // A failed count leaves the one before in place; the next call tries again.
    if (known) {
      taking.catch(() => undefined);
      return known;
    }
    return taking;
  }

  #take(table: string, facets: readonly string[], mayRest: boolean): Promise<Cube> {
    const taking = this.#count(table, facets, mayRest)
      .then((cells) => {
        const cube = { cells, until: this.clock() + FRESH_MS };
        this.#cubes.delete(table);
        this.#cubes.set(table, cube);
        if (this.#cubes.size > MOST_CUBES) this.#cubes.delete(this.#cubes.keys().next().value as string);
        return cube;
      })
      .finally(() => this.#taking.delete(table));
    this.#taking.set(table, taking);
    return taking;
  }

  async #count(table: string, facets: readonly string[], mayRest: boolean): Promise<readonly Cell[]> {
    const columns = sql.join(facets.map((facet) => sql.ref(facet)));
    const size = await sql<{ blocks: number }>`select
      (pg_relation_size(to_regclass(${quotedName(table)})) / current_setting('block_size')::int)::int as blocks`.execute(
      this.db,
    );
    const blocks = size.rows[0]?.blocks ?? 0;
    const cells = new Map<string, Cell>();
    for (let from = 0; from < blocks; from += BITE_BLOCKS) {
      const began = this.clock();
      const bite = await sql<Record<string, unknown>>`select ${columns}, count(*)::int as n from ${sql.table(table)}
        where ctid >= ${`(${from},0)`}::tid and ctid < ${`(${from + BITE_BLOCKS},0)`}::tid group by ${columns}`.execute(
        this.db,
      );
      for (const row of bite.rows) {
        const values = facets.map((facet) => row[facet]);
        const key = JSON.stringify(values);
        const cell = cells.get(key);
        if (cell) cell.n += Number(row.n);
        else cells.set(key, { values, n: Number(row.n) });
      }
      if (mayRest) await this.rest(REST_TIMES * (this.clock() - began));
    }
    return [...cells.values()];
  }
}
