import { mkdir } from 'node:fs/promises';
import type { EventStore } from '@fynbos/event-store/port.ts';
import type pg from 'pg';
import { dump } from './dump.ts';
import { logEndOf } from './log-end.ts';
import { removeExpiredKeys } from './manifest.ts';

export interface BackUpOptions {
  readonly db: pg.Pool;
  /** EventStoreDB with the events, which has a backup of its own; null where the events lie in the database. */
  readonly eventStoreDb: EventStore | null;
  /** Where backups of the data go, and those of the keys: best two places that nobody has both of. */
  readonly folder: string;
  readonly keysFolder: string;
  readonly now: Date;
  readonly onTable?: (table: string, rows: number) => void;
}

export interface BackedUp {
  readonly data: string;
  readonly keys: string;
  readonly rows: number;
  /** Key backups that were older than 30 days and are gone now. */
  readonly expired: readonly string[];
}

/**
 * Backs up the data, then the keys, so that every key that the data needs is among them; then ends key backups older than
 * 30 days. Works while the product runs. Throws what Postgres and the file system throw.
 */
export async function backUp({ db, eventStoreDb, folder, keysFolder, now, onTable }: BackUpOptions): Promise<BackedUp> {
  for (const one of [folder, keysFolder]) await mkdir(one, { recursive: true, mode: 0o700 });
  const telling = onTable ? { onTable } : {};
  const store = eventStoreDb === null ? 'postgres' : 'eventstoredb';
  const log = eventStoreDb === null ? {} : { logEnd: () => logEndOf(eventStoreDb) };
  const data = await dump({ db, kind: 'data', store, folder, now, ...log, ...telling });
  const keys = await dump({ db, kind: 'keys', store, folder: keysFolder, now, ...telling });
  const expired = await removeExpiredKeys(keysFolder, now);
  const rows = data.manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  return { data: data.folder, keys: keys.folder, rows, expired };
}
