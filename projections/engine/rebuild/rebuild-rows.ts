import type { LimitFunction } from 'p-limit';
import type pg from 'pg';
import type { ProjectionInstance } from '../projection-instance.ts';
import { loadRows, type Row, sqlOf } from '../table.ts';
import { copyRows } from './copy-rows.ts';

interface Entry {
  readonly key: string;
  row: Row | null;
  /** The row differs from the table. */
  dirty: boolean;
  /** The row is in the table. */
  stored: boolean;
}

const ROWS_PER_WRITE = 10_000;

/**
 * The rows of an instance during its rebuild, kept in memory so that a key with a hundred events is written once. Two
 * generations bound the memory. When the younger is full, the rows of the older are written and evicted; a key that is
 * used again moves to the younger.
 */
export class RebuildRows {
  private young = new Map<string, Entry>();
  private old = new Map<string, Entry>();
  private evicted = false;
  private writing: Promise<void> = Promise.resolve();
  private readonly sql;

  constructor(
    private readonly client: pg.ClientBase,
    private readonly instance: ProjectionInstance,
    /** Serialises the queries of all projections that share the client. */
    private readonly serialize: LimitFunction,
    /** Maximum rows of one generation; at most three times as many are in memory, one third of them being written. */
    private readonly limit: number,
  ) {
    this.sql = sqlOf(instance);
  }

  /** Whether rows were evicted: a key that is not in memory may have a row in the table, so `bring` is needed. */
  get spilled(): boolean {
    return this.evicted;
  }

  /** Loads evicted rows of these keys into memory. Required before `entry` for each page. */
  async bring(keys: Iterable<string>): Promise<void> {
    const absent = new Set<string>();
    for (const key of keys) if (!this.young.has(key) && !this.old.has(key)) absent.add(key);
    if (absent.size === 0) return;
    await this.writing;
    const rows = await this.serialize(() => loadRows(this.client, this.instance, [...absent]));
    for (const [key, row] of rows) this.young.set(key, { key, row, dirty: false, stored: true });
  }

  /** The entry of a key, created if absent; `put` sets its row. */
  entry(key: string): Entry {
    let entry = this.young.get(key);
    if (entry) return entry;
    entry = this.old.get(key) ?? { key, row: null, dirty: false, stored: false };
    this.young.set(key, entry);
    return entry;
  }

  put(entry: Entry, row: Row | null): void {
    entry.row = row;
    entry.dirty = true;
  }

  /** When the younger generation is full, starts to write the older one and evicts it. Call between pages. */
  async spill(): Promise<void> {
    if (this.young.size < this.limit) return;
    await this.writing;
    const leaving: Entry[] = [];
    for (const [key, entry] of this.old) if (this.young.get(key) !== entry) leaving.push(entry);
    if (leaving.length > 0) {
      this.evicted = true;
      this.writing = this.serialize(() => this.write(leaving));
      // The error is thrown where the write is awaited.
      this.writing.catch(() => undefined);
    }
    this.old = this.young;
    this.young = new Map();
  }

  /** Writes all unwritten rows. The caller has exclusive use of the client. */
  async flush(): Promise<void> {
    await this.writing;
    // A key that moved to the younger generation is in both, and is written once.
    await this.write(this.old.values());
    await this.write(this.young.values());
  }

  private async write(entries: Iterable<Entry>): Promise<void> {
    const fresh: Row[] = [];
    const changed: Row[] = [];
    const removed: string[] = [];
    for (const entry of entries) {
      if (!entry.dirty) continue;
      entry.dirty = false;
      if (entry.row) (entry.stored ? changed : fresh).push(entry.row);
      else if (entry.stored) removed.push(entry.key);
      entry.stored = entry.row !== null;
    }
    if (fresh.length > 0) await copyRows(this.client, this.instance, fresh);
    for (let at = 0; at < changed.length; at += ROWS_PER_WRITE) {
      await this.client.query(this.sql.upsert('$1'), [JSON.stringify(changed.slice(at, at + ROWS_PER_WRITE))]);
    }
    if (removed.length > 0) await this.client.query(this.sql.remove('$1'), [removed]);
  }
}
