import { sql } from 'kysely';
import type { LRUCache } from 'lru-cache';
import type { ListDatabase } from './database.ts';
import { refreshed } from './refreshed.ts';
import { quotedName } from './table-shape.ts';

/** Rows in a sample. A text in one of fifty rows occurs in about twenty of them. */
const SAMPLED_ROWS = 1_000;
/** Age of a sample in milliseconds before another one is read in the background. */
const FRESH_MS = 60_000;
/** Maximum number of columns with a cached sample. Tables of past moments are temporary. */
const MAX_SAMPLES = 64;
/** Length of the pieces in a trigram index. */
const WINDOW = 3;
/** A piece in more rows does not narrow a search, and its long index lists take most of the time. */
const COMMON_PART = 0.05;
const SURROGATE = /[\ud800-\udfff]/;

/** The common texts of a column, estimated from a sample, without case. */
export class TextSample {
  private readonly texts: readonly string[];
  /** Number of sampled texts by three consecutive characters. */
  private readonly windows = new Map<string, number>();

  constructor(texts: readonly string[]) {
    this.texts = texts.map((text) => text.toLowerCase());
    for (const text of this.texts) {
      const own = new Set<string>();
      for (let at = 0; at + WINDOW <= text.length; at++) own.add(text.slice(at, at + WINDOW));
      for (const window of own) this.windows.set(window, (this.windows.get(window) ?? 0) + 1);
    }
  }

  part(text: string): number {
    const lowerCase = text.toLowerCase();
    return this.texts.filter((one) => one.includes(lowerCase)).length / Math.max(1, this.texts.length);
  }

  /** Parts in order; a row with the text contains them one after another. Empty if the text is common or too short. */
  rareParts(text: string): readonly string[] {
    const lowerCase = text.toLowerCase();
    // Characters of two code units, or with a longer lower-case form, would shift the indexes.
    if (lowerCase.length !== text.length || SURROGATE.test(text)) return [];
    const most = this.texts.length * COMMON_PART;
    const parts: string[] = [];
    let end = 0;
    for (let at = 0; at + WINDOW <= lowerCase.length; at++) {
      if ((this.windows.get(lowerCase.slice(at, at + WINDOW)) ?? 0) > most) continue;
      if (parts.length > 0 && at <= end) parts[parts.length - 1] += text.slice(end, at + WINDOW);
      else parts.push(text.slice(at, at + WINDOW));
      end = at + WINDOW;
    }
    return parts;
  }
}

/** Kept in memory and refreshed in the background. Empty if a sample could not be read. */
export class TextSamples {
  private readonly samples: LRUCache<string, TextSample, readonly [table: string, column: string]>;

  constructor(db: ListDatabase, clock: () => number) {
    this.samples = refreshed(clock, MAX_SAMPLES, FRESH_MS, (_name, _last, [table, column]) =>
      readSample(db, table, column),
    );
  }

  /** Returns the sample of a column of a table (`rm_agents.agents`). A column's first call waits for it. */
  of(table: string, column: string): Promise<TextSample> {
    return this.samples.forceFetch(`${table} ${column}`, { context: [table, column] });
  }
}

async function readSample(db: ListDatabase, table: string, column: string): Promise<TextSample> {
  const { rows } = await sql<{ text: string | null }>`
    select ${sql.ref(column)} as "text" from ${sql.table(table)} tablesample system ((
      select least(100, 100.0 * ${SAMPLED_ROWS}::int / greatest(1, reltuples)) from pg_class where oid = to_regclass(${quotedName(table)})
    )) limit ${2 * SAMPLED_ROWS}`.execute(db);
  return new TextSample(rows.map((row) => row.text ?? ''));
}
