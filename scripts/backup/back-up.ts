import { mkdir } from 'node:fs/promises';
import { lastLogPosition } from '@fynbos/event-store/log-position.ts';
import type { EventStore } from '@fynbos/event-store/port.ts';
import { KEYED_HASHES } from '@fynbos/platform/crypto/keys.ts';
import { tableExists } from '@fynbos/platform/postgres.ts';
import { unfinishedRestore } from '@fynbos/platform/unfinished-restore.ts';
import type pg from 'pg';
import { dump } from './dump.ts';
import { BackupUnusable, backupsIn, type Manifest, readManifest, removeExpired } from './manifest.ts';

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
  /** Removed key backups older than 30 days, and unfinished backups. */
  readonly expired: readonly string[];
}

export interface BackedUp extends BackedUpKeys {
  readonly data: string;
  readonly rows: number;
}

const storeOf = ({ eventStoreDb }: BackUpKeysOptions): Manifest['store'] =>
  eventStoreDb === null ? 'postgres' : 'eventstoredb';

/** Throws `BackupUnusable` for an unusable database: a restore would take its backup, which is the newest. */
async function assertHoldsPortal({ db, keysFolder }: BackUpKeysOptions): Promise<void> {
  if (await unfinishedRestore(db))
    throw new BackupUnusable('A restore into this database did not end. Run the same restore again, then back up.');
  if (!(await tableExists(db, 'keys."subjectKeys"')))
    throw new BackupUnusable('The database has no tables of the portal. Nothing was backed up; check DATABASE_URL.');
  const keys = 'select from keys."subjectKeys" where subject <> $1 limit 1';
  const { rowCount } = await db.query(keys, [KEYED_HASHES]);
  if (rowCount !== 0) return;
  const earlier = await Promise.all((await backupsIn(keysFolder, 'keys')).map(readManifest));
  if (earlier.some((manifest) => manifest?.tables?.some(({ rows }) => rows > 0)))
    throw new BackupUnusable(
      `The database has no keys of people, but ${keysFolder} has backups with keys. Nothing was backed up: it would become the newest backup. Check DATABASE_URL, or name other folders for a new portal.`,
    );
}

/**
 * Removes backups over 30 days old. With EventStoreDB, repeat it after the copy of the events, to have all their keys.
 */
export async function backUpKeys(options: BackUpKeysOptions): Promise<BackedUpKeys> {
  const { db, keysFolder, now, onTable } = options;
  await mkdir(keysFolder, { recursive: true, mode: 0o700 });
  await assertHoldsPortal(options);
  const keys = await dump({ db, kind: 'keys', store: storeOf(options), folder: keysFolder, now, onTable });
  return { keys: keys.folder, expired: await removeExpired(keysFolder, now) };
}

/** The keys after the data, so that every key that it needs is included. Works while the portal runs. */
export async function backUp(options: BackUpOptions): Promise<BackedUp> {
  const { db, eventStoreDb, folder, keysFolder, now, onTable } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await mkdir(keysFolder, { recursive: true, mode: 0o700 });
  await assertHoldsPortal(options);
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
  const { keys, expired } = await backUpKeys(options);
  return { data: data.folder, rows, keys, expired: [...(await removeExpired(folder, now)), ...expired] };
}
