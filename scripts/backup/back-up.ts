import { mkdir } from 'node:fs/promises';
import { lastLogPosition } from '@fynbos/event-store/log-position.ts';
import type { EventStore } from '@fynbos/event-store/port.ts';
import type pg from 'pg';
import { dump } from './dump.ts';
import { type Manifest, removeExpiredKeys } from './manifest.ts';

export interface BackUpKeysOptions {
  readonly db: pg.Pool;
  /** EventStoreDB with the events, which has a backup of its own; null where the events lie in the database. */
  readonly eventStoreDb: EventStore | null;
  /** Where backups of the keys go. */
  readonly keysFolder: string;
  readonly now: Date;
  readonly onTable?: (table: string, rows: number) => void;
}

export interface BackUpOptions extends BackUpKeysOptions {
  /** Where backups of the data go: best a place that nobody has who has that of the keys. */
  readonly folder: string;
}

export interface BackedUpKeys {
  readonly keys: string;
  /** Key backups that were older than 30 days and are gone now. */
  readonly expired: readonly string[];
}

export interface BackedUp extends BackedUpKeys {
  readonly data: string;
  /** Of the data. */
  readonly rows: number;
}

const storeOf = ({ eventStoreDb }: BackUpKeysOptions): Manifest['store'] =>
  eventStoreDb === null ? 'postgres' : 'eventstoredb';
const telling = ({ onTable }: BackUpKeysOptions) => (onTable ? { onTable } : {});

/**
 * Backs up the keys, and ends key backups older than 30 days. Where the events lie in EventStoreDB it is to be done once
 * more after that was copied, so that every key that its events need is among them. Throws what Postgres and the file system
 * throw.
 */
export async function backUpKeys(options: BackUpKeysOptions): Promise<BackedUpKeys> {
  const { db, keysFolder, now } = options;
  await mkdir(keysFolder, { recursive: true, mode: 0o700 });
  const keys = await dump({ db, kind: 'keys', store: storeOf(options), folder: keysFolder, now, ...telling(options) });
  return { keys: keys.folder, expired: await removeExpiredKeys(keysFolder, now) };
}

/**
 * Backs up the data, then the keys, so that every key that the data needs is among them. Works while the product runs.
 * Throws what Postgres and the file system throw, and `StoreUnavailable`.
 */
export async function backUp(options: BackUpOptions): Promise<BackedUp> {
  const { db, eventStoreDb, folder, now } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const data = await dump({
    ...{ db, kind: 'data', store: storeOf(options), folder, now },
    ...(eventStoreDb === null ? {} : { logEnd: () => lastLogPosition(eventStoreDb) }),
    ...telling(options),
  });
  const rows = data.manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  return { data: data.folder, rows, ...(await backUpKeys(options)) };
}
