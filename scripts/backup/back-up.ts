import { mkdir } from 'node:fs/promises';
import { lastLogPosition } from '@fynbos/event-store/log-position.ts';
import type { EventStore } from '@fynbos/event-store/port.ts';
import type pg from 'pg';
import { dump } from './dump.ts';
import { type Manifest, removeExpiredKeys } from './manifest.ts';

export interface BackUpKeysOptions {
  readonly db: pg.Pool;
  /** EventStoreDB with the events, which has a separate backup; null if the events are in the database. */
  readonly eventStoreDb: EventStore | null;
  readonly keysFolder: string;
  readonly now: Date;
  readonly onTable?: (table: string, rows: number) => void;
}

export interface BackUpOptions extends BackUpKeysOptions {
  /** Folder of data backups; store it apart from the keys. */
  readonly folder: string;
}

export interface BackedUpKeys {
  readonly keys: string;
  /** Removed key backups, older than 30 days. */
  readonly expired: readonly string[];
}

export interface BackedUp extends BackedUpKeys {
  readonly data: string;
  readonly rows: number;
}

const storeOf = ({ eventStoreDb }: BackUpKeysOptions): Manifest['store'] =>
  eventStoreDb === null ? 'postgres' : 'eventstoredb';

/**
 * Removes backups over 30 days old. With EventStoreDB, repeat it after the copy of the events, to have all their keys.
 */
export async function backUpKeys(options: BackUpKeysOptions): Promise<BackedUpKeys> {
  const { db, keysFolder, now, onTable } = options;
  await mkdir(keysFolder, { recursive: true, mode: 0o700 });
  const keys = await dump({ db, kind: 'keys', store: storeOf(options), folder: keysFolder, now, onTable });
  return { keys: keys.folder, expired: await removeExpiredKeys(keysFolder, now) };
}

/** The keys after the data, so that every key that it needs is included. Works while the portal runs. */
export async function backUp(options: BackUpOptions): Promise<BackedUp> {
  const { db, eventStoreDb, folder, now, onTable } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const data = await dump({
    db,
    kind: 'data',
    store: storeOf(options),
    folder,
    now,
    logEnd: eventStoreDb === null ? undefined : () => lastLogPosition(eventStoreDb),
    onTable,
  });
  const rows = data.manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  return { data: data.folder, rows, ...(await backUpKeys(options)) };
}
