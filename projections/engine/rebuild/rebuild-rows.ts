import type { LimitFunction } from 'p-limit';
import type pg from 'pg';
import type { ProjectionInstance } from '../projection-instance.ts';
import { loadRows, type Row, sqlOf } from '../table.ts';
import { copyRows } from './copy-rows.ts';

interface CachedRow {
  readonly key: string;
  row: Row | null;
  /** The row differs from the table. */
  isDirty: boolean;
  /** The row is in the table. */
  isStored: boolean;
}

const ROWS_PER_WRITE = 10_000;

/**
 * Keeps rows in memory, so that a key with a hundred events is written once. When the younger of two generations is
 * full, the older is written and evicted; a key that is used again moves to the younger.
 */
export class RebuildRows {
  private young = new Map<string, CachedRow>();
  private old = new Map<string, CachedRow>();
  /** Whether rows were evicted: a key that is not in memory may have a row in the table, so `loadEvicted` is needed. */
  hasEvicted = false;
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

  /** Loads evicted rows of these keys into memory. Required before `rowOf` for each page. */
  async loadEvicted(keys: Iterable<string>): Promise<void> {
    const absent = new Set<string>();
    for (const key of keys) if (!this.young.has(key) && !this.old.has(key)) absent.add(key);
    if (absent.size === 0) return;
    await this.writing;
    const rows = await this.serialize(() => loadRows(this.client, this.instance, [...absent]));
    for (const [key, row] of rows) this.young.set(key, { key, row, isDirty: false, isStored: true });
  }

  /** The cached row of a key, created if absent; `set` changes it. */
  rowOf(key: string): CachedRow {
    let entry = this.young.get(key);
    if (entry) return entry;
    entry = this.old.get(key) ?? { key, row: null, isDirty: false, isStored: false };
    this.young.set(key, entry);
    return entry;
  }

  set(entry: CachedRow, row: Row | null): void {
    entry.row = row;
    entry.isDirty = true;
  }

  /** When the younger generation is full, starts to write the older one and evicts it. Call between pages. */
  async evict(): Promise<void> {
    if (this.young.size < this.limit) return;
    await this.writing;
    const leaving: CachedRow[] = [];
    for (const [key, entry] of this.old) if (this.young.get(key) !== entry) leaving.push(entry);
    if (leaving.length > 0) {
      this.hasEvicted = true;
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

  private async write(entries: Iterable<CachedRow>): Promise<void> {
    const fresh: Row[] = [];
    const changed: Row[] = [];
    const removed: string[] = [];
    for (const entry of entries) {
      if (!entry.isDirty) continue;
      entry.isDirty = false;
      if (entry.row) (entry.isStored ? changed : fresh).push(entry.row);
      else if (entry.isStored) removed.push(entry.key);
      entry.isStored = entry.row !== null;
    }
    if (fresh.length > 0) await copyRows(this.client, this.instance, fresh);
    for (let at = 0; at < changed.length; at += ROWS_PER_WRITE) {
      await this.client.query(this.sql.upsert('$1'), [JSON.stringify(changed.slice(at, at + ROWS_PER_WRITE))]);
    }
    if (removed.length > 0) await this.client.query(this.sql.remove('$1'), [removed]);
  }
}
