import { sql } from 'kysely';
import type { ListDatabase } from './database.ts';
import { quotedName } from './table-shape.ts';

/** Rows looked at; what one in fifty has is seen in some twenty of them. */
const SAMPLED_ROWS = 1_000;
/** How old a sample may be before another is taken, in the background, in milliseconds. */
const FRESH_MS = 60_000;
/** Columns whose samples are kept at once: tables of the past come and go. */
const MOST_SAMPLES = 16;
/** The length of what a trigram index knows. */
const WINDOW = 3;
/** What more rows than this part have does not narrow a search, and its long lists in the index take most of its time. */
const COMMON_PART = 0.05;
const SURROGATE = /[\ud800-\udfff]/;

/** What is common in the texts of a column, by a sample of them; without case. */
export class TextSample {
  readonly #texts: readonly string[];
  /** In how many of the texts three characters stand side by side. */
  readonly #windows = new Map<string, number>();

  constructor(texts: readonly string[]) {
    this.#texts = texts.map((text) => text.toLowerCase());
    for (const text of this.#texts) {
      const own = new Set<string>();
      for (let at = 0; at + WINDOW <= text.length; at++) own.add(text.slice(at, at + WINDOW));
      for (const window of own) this.#windows.set(window, (this.#windows.get(window) ?? 0) + 1);
    }
  }

  /** Which part of the rows contains a text, as far as the sample tells. */
  part(text: string): number {
    const wanted = text.toLowerCase();
    return this.#texts.filter((one) => one.includes(wanted)).length / Math.max(1, this.#texts.length);
  }

  /**
   * The stretches of a text that few rows have, in their order: whoever contains the text contains them, one after the
   * other. None where all of it is common, or too short.
   */
  rareParts(text: string): readonly string[] {
    const wanted = text.toLowerCase();
    // Letters of two units, and those whose small form is longer, cannot be cut by place.
    if (wanted.length !== text.length || SURROGATE.test(text)) return [];
    const most = this.#texts.length * COMMON_PART;
    const parts: string[] = [];
    let end = 0;
    for (let at = 0; at + WINDOW <= wanted.length; at++) {
      if ((this.#windows.get(wanted.slice(at, at + WINDOW)) ?? 0) > most) continue;
      if (parts.length > 0 && at <= end) parts[parts.length - 1] += text.slice(end, at + WINDOW);
      else parts.push(text.slice(at, at + WINDOW));
      end = at + WINDOW;
    }
    return parts;
  }
}

/** Samples of the texts that are searched, kept in memory and taken anew in the background; none where it could not be taken. */
export class TextSamples {
  readonly #samples = new Map<string, { readonly sample: TextSample; readonly at: number }>();
  readonly #taking = new Map<string, Promise<TextSample>>();

  constructor(
    private readonly db: ListDatabase,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /** The sample of a column of a table (`rm_agents.agents`). The first call of a column waits for it. */
  async of(table: string, column: string): Promise<TextSample> {
    const name = `${table} ${column}`;
    const known = this.#samples.get(name);
    if (known && this.clock() - known.at < FRESH_MS) return known.sample;
    const taking = this.#taking.get(name) ?? this.#take(name, table, column);
    if (!known) return taking;
    // One that cannot be taken now leaves the one before in place.
    taking.catch(() => undefined);
    return known.sample;
  }

  #take(name: string, table: string, column: string): Promise<TextSample> {
    const text = sql.ref(column);
    const taking = sql<{ text: string | null }>`select ${text} as "text" from ${sql.table(table)} tablesample system ((
        select least(100, 100.0 * ${SAMPLED_ROWS}::int / greatest(1, reltuples)) from pg_class where oid = to_regclass(${quotedName(table)})
      )) limit ${2 * SAMPLED_ROWS}`
      .execute(this.db)
      .then(({ rows }) => {
        const sample = new TextSample(rows.map((row) => row.text ?? ''));
        this.#samples.delete(name);
        this.#samples.set(name, { sample, at: this.clock() });
        if (this.#samples.size > MOST_SAMPLES) this.#samples.delete(this.#samples.keys().next().value as string);
        return sample;
      })
      .finally(() => this.#taking.delete(name));
    this.#taking.set(name, taking);
    return taking;
  }
}
