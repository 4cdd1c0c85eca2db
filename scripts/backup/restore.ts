import path from 'node:path';
import { assertCheckpointArchive, readCheckpointArchive } from '@fynbos/application/audit/checkpoint-archive.ts';
import { readErased } from '@fynbos/application/erasure/erasure-register.ts';
import { eraseListed, repeatErasures } from '@fynbos/application/erasure/repeat-erasures.ts';
import { discardUnsent } from '@fynbos/application/notices/after-restore.ts';
import { LOST_IN_RESTORE } from '@fynbos/application/notices/notices.ts';
import { holdOpenRuns } from '@fynbos/application/payouts/run-commands.ts';
import { agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import { CHECKPOINT_STREAM } from '@fynbos/domain/audit/checkpoint.ts';
import { HOUR_MS } from '@fynbos/domain/calendar.ts';
import { formatInstant } from '@fynbos/domain/format.ts';
import type { ProposedRun } from '@fynbos/domain/payout-run/state.ts';
import { signerOf } from '@fynbos/event-store/audit/signature.ts';
import { type LogVerification, verifyLog } from '@fynbos/event-store/audit/verify-log.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { openEventLog } from '@fynbos/event-store/open.ts';
import type { EventStore } from '@fynbos/event-store/port.ts';
import type { Config } from '@fynbos/platform/config/config.ts';
import { endRestore, markRestore, unfinishedRestore } from '@fynbos/platform/unfinished-restore.ts';
import type pg from 'pg';
import { advanceSequences } from './advance-sequences.ts';
import { type CheckedBackup, load } from './load.ts';
import { assertLogReaches } from './log-end.ts';
import { BackupUnusable, backupsIn, folderName, hasExpired, type Manifest, readBackup } from './manifest.ts';

export interface RestoreOptions {
  readonly db: pg.Pool;
  readonly config: Pick<Config, 'eventStoreUrl' | 'masterKey' | 'otherMasterKeys' | 'checkpointFolder'>;
  /** The event store instead of that of `config`; closed at the end. */
  readonly store?: EventStore;
  /** A backup, or a folder of backups; the newest one is used. */
  readonly folder: string;
  readonly keysFolder: string;
  readonly now: Date;
  /** Continues without keys that are missing in the key backup: their encrypted data is lost. */
  readonly acceptLostKeys?: boolean;
  readonly onTable?: (table: string, rows: number) => void;
  readonly onProgress?: (done: number, total: number) => void;
}

export interface Restored {
  readonly data: string;
  readonly keys: string;
  readonly verification: LogVerification;
  /** Checkpoints in the archive that are newer than the backup: the events they cover are lost. */
  readonly lost: number;
  /** Time of the backup, ISO 8601 UTC. Later payments and changes are not in the restored data. */
  readonly madeAt: string;
  /** Payout runs that are now on hold, because they may have been sent to the bank since. */
  readonly held: readonly ProposedRun[];
  /** Number of erasures since, from the checkpoint archive; null without an archive. */
  readonly forgotten: number | null;
  /** Streams without a key in the backup: their encrypted data is lost, and they never get another key. */
  readonly lostKeys: readonly string[];
  /** Whether the log is known to be complete; backups of older releases did not record its end. */
  readonly reaches: boolean;
  /** Whether an unfinished restore of these backups was resumed. */
  readonly resumed: boolean;
}

const HOLD_ADVICE = 'Compare it with the bank statement before you resume it.';

/** The newest, or the one that was made at `madeAt`, which an interrupted restore has loaded. */
async function findBackup(
  folder: string,
  kind: Manifest['kind'],
  now: Date,
  madeAt: string | undefined,
): Promise<CheckedBackup> {
  const all = await backupsIn(folder, kind);
  const unfinished = madeAt === undefined ? undefined : folderName(kind, new Date(madeAt));
  const chosen = all.find((one) => path.basename(one) === unfinished) ?? all.at(-1);
  if (chosen === undefined) throw new BackupUnusable(`Found no backup of ${kind} in ${folder}.`);
  const older = all[all.indexOf(chosen) - 1];
  const advice = older === undefined ? '' : ` To use an older one, pass its folder, such as ${older}.`;
  const manifest = await readBackup(chosen, kind).catch((error: unknown) => {
    throw error instanceof BackupUnusable ? new BackupUnusable(`${error.message}${advice}`) : error;
  });
  if (chosen !== folder && Date.parse(manifest.madeAt) > now.getTime() + HOUR_MS)
    throw new BackupUnusable(
      `${chosen} has a later date than this machine: one of the two clocks was wrong, so it may not be the newest. Pass the folder of the right backup.`,
    );
  return { folder: chosen, manifest };
}

/** Throws `BackupUnusable` if the events are in another kind of store than the configuration names. */
function assertSameStore({ store }: Manifest, { eventStoreUrl }: RestoreOptions['config']): void {
  if (store === 'eventstoredb' && eventStoreUrl === null)
    throw new BackupUnusable(
      'The events of this backup are in EventStoreDB. Restore the copy of its files first, and set EVENTSTORE_URL.',
    );
  if (store === 'postgres' && eventStoreUrl !== null)
    throw new BackupUnusable(
      'This backup contains its events. Restore without EVENTSTORE_URL, then move them with npm run move-events.',
    );
}

/**
 * Waiting messages, which may have been sent after the backup, become failed notices. New events get an epoch of their
 * own, independent of this cluster's transaction ids.
 */
async function replaceLogAndKeys(client: pg.PoolClient, manifest: Manifest): Promise<void> {
  if (manifest.schemas.some(({ schema }) => schema === 'eventstore'))
    await client.query('update eventstore.log set epoch = epoch + 1');
  if (manifest.schemas.some(({ schema }) => schema === 'notices'))
    await client.query(
      `update notices.notices set state = 'dead', "lastError" = '${LOST_IN_RESTORE}' where state in ('queued', 'sending')`,
    );
}

/** Unless an interrupted restore has loaded them, which it returns. No process starts until the mark is removed. */
async function loadBoth({ db, onTable }: RestoreOptions, data: CheckedBackup, keys: CheckedBackup): Promise<boolean> {
  const unfinished = await unfinishedRestore(db);
  const own = { dataMadeAt: data.manifest.madeAt, keysMadeAt: keys.manifest.madeAt };
  if (unfinished) {
    if (unfinished.dataMadeAt === own.dataMadeAt && unfinished.keysMadeAt === own.keysMadeAt) return true;
    throw new BackupUnusable(
      `The database holds an unfinished restore of the data of ${unfinished.dataMadeAt} with the keys of ${unfinished.keysMadeAt}: pass their folders, or restore into a new database.`,
    );
  }
  const beforeCommit = async (client: pg.PoolClient): Promise<void> => {
    await replaceLogAndKeys(client, data.manifest);
    await markRestore(client, own);
  };
  await load(db, [data, keys], beforeCommit, onTable);
  return false;
}

/** Their streams never get another key. Throws `BackupUnusable` unless that was requested. */
async function destroyLostKeys(lost: ReadonlySet<string>, { keys }: EventLog, options: RestoreOptions): Promise<void> {
  if (lost.size > 0 && !options.acceptLostKeys)
    throw new BackupUnusable(
      `${lost.size} streams of the log contain encrypted data whose keys are missing in the key backup (${[...lost].slice(0, 3).join(', ')}${lost.size > 3 ? ', …' : ''}), which was made before the copy of the log. Restore into a new database with keys that were backed up after it. If there are none, run the same command with --accept-lost-keys; the personal data in these streams is then lost.`,
    );
  for (const subject of lost) await keys.destroy(subject);
}

/**
 * The newest backup with the newest keys, into an empty database: holds unsettled payout runs, repeats erasures,
 * reserves used numbers, prevents repeated notices and verifies the log. A log in EventStoreDB must be restored before.
 * No process starts until it finishes; an interrupted restore resumes. Throws `BackupUnusable`,
 * `CheckpointArchiveUnavailable`, and an Error for a missing master key or an unreadable file of the archive.
 */
export async function restore(options: RestoreOptions): Promise<Restored> {
  const { db, config, now, onProgress } = options;
  const unfinished = await unfinishedRestore(db);
  const data = await findBackup(options.folder, 'data', now, unfinished?.dataMadeAt);
  const keys = await findBackup(options.keysFolder, 'keys', now, unfinished?.keysMadeAt);
  if (hasExpired(keys.manifest, now))
    throw new BackupUnusable(`The keys in ${keys.folder} are older than 30 days. People may have been erased since.`);
  if (keys.manifest.madeAt < data.manifest.madeAt)
    throw new BackupUnusable(`The keys in ${keys.folder} are older than the data. Newer keys would be missing.`);
  assertSameStore(data.manifest, config);
  // Read before anything is loaded, because an unreadable file must not interrupt the holds and erasures.
  await assertCheckpointArchive(config.checkpointFolder);
  const archive = await readCheckpointArchive(config.checkpointFolder);
  const listed = await readErased(config.checkpointFolder);
  const resumed = await loadBoth(options, data, keys);
  const { store, log } = await openEventLog(config, db, options.store);
  try {
    // Checked before anything is appended, because another log must stay unchanged.
    const reaches = await assertLogReaches(store, data.manifest, db);
    const { madeAt } = data.manifest;
    const held = await holdOpenRuns(log, `Restored from a backup of ${formatInstant(madeAt)}. ${HOLD_ADVICE}`, now);
    const forgotten = await eraseListed(log, listed, now);
    await repeatErasures(log, db);
    await discardUnsent(log, db, now);
    const erasedStreams = listed.map(({ agentId }) => agentStreamOf(agentId));
    // Erased people have a row in the list by now.
    const lostKeys = await advanceSequences(store, db, erasedStreams);
    await destroyLostKeys(lostKeys, log, options);
    const [last] = await store.readStream(CHECKPOINT_STREAM, { direction: 'backwards', limit: 1 });
    // Revisions start at 0, checkpoint numbers at 1.
    const isCovered = (number: number) => number <= (last?.revision ?? -1) + 1;
    const archived = archive.checkpoints.filter(({ number }) => isCovered(number));
    const lost = [...archive.checkpoints.map(({ number }) => number), ...archive.unwritten].filter(
      (one) => !isCovered(one),
    );
    const verification = await verifyLog(store, {
      keys: log.keys,
      publicKey: (await signerOf(log.keys)).publicKey,
      elsewhere: archived,
      onProgress,
    });
    await endRestore(db);
    return {
      data: data.folder,
      keys: keys.folder,
      verification,
      lost: lost.length,
      madeAt,
      held,
      forgotten: config.checkpointFolder === null ? null : forgotten,
      lostKeys: [...lostKeys],
      reaches,
      resumed,
    };
  } finally {
    await store.close();
  }
}
