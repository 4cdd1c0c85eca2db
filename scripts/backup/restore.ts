import { assertCheckpointArchive, readCheckpointArchive } from '@fynbos/application/audit/checkpoint-archive.ts';
import { eraseListed, repeatErasures } from '@fynbos/application/erasure/again.ts';
import { readErased } from '@fynbos/application/erasure/list.ts';
import { discardUnsent } from '@fynbos/application/notices/after-restore.ts';
import { RESTORED } from '@fynbos/application/notices/notices.ts';
import { holdOpenRuns } from '@fynbos/application/payouts/hold.ts';
import { agentStream } from '@fynbos/domain/agent/agent.ts';
import { CHECKPOINT_STREAM } from '@fynbos/domain/checkpoint/events.ts';
import type { PayoutRun } from '@fynbos/domain/payout-run/state.ts';
import { signerOf } from '@fynbos/event-store/audit/signature.ts';
import type { LogVerification } from '@fynbos/event-store/audit/verify-log.ts';
import { verifyLog } from '@fynbos/event-store/audit/verify-log.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { openEventLog } from '@fynbos/event-store/open.ts';
import type { EventStore } from '@fynbos/event-store/port.ts';
import type { Config } from '@fynbos/platform/config.ts';
import { endRestore, markRestore, unfinishedRestore } from '@fynbos/platform/unfinished-restore.ts';
import type pg from 'pg';
import { levelWithLog } from './level-with-log.ts';
import { type CheckedBackup, load } from './load.ts';
import { assertLogReaches } from './log-end.ts';
import { BackupUnusable, backupsIn, hasExpired, type Manifest, readBackup } from './manifest.ts';

export interface RestoreOptions {
  readonly db: pg.Pool;
  readonly config: Pick<Config, 'eventStoreUrl' | 'masterKey' | 'otherMasterKeys' | 'checkpointFolder'>;
  /** Holds the events in place of the store that `config` names; closed at the end. */
  readonly store?: EventStore;
  /** A backup, or a folder of them, of which the newest is taken. */
  readonly folder: string;
  readonly keysFolder: string;
  readonly now: Date;
  /** Goes on without the keys of streams that have none in the backup of the keys: what is sealed there is lost for good. */
  readonly acceptLostKeys?: boolean;
  readonly onTable?: (table: string, rows: number) => void;
  readonly onProgress?: (done: number, total: number) => void;
}

export interface Restored {
  readonly data: string;
  readonly keys: string;
  readonly verification: LogVerification;
  /** Checkpoints in the second place that were signed after the backup: what they cover is lost. */
  readonly lost: number;
  /** When the backup was made, ISO 8601 UTC: what was paid or changed since is in nothing that was restored. */
  readonly madeAt: string;
  /** Payout runs that are on hold now, because they may have gone to the bank since. */
  readonly held: readonly PayoutRun[];
  /** How many people the second place knows as forgotten since; null where there is no second place. */
  readonly forgotten: number | null;
  /** Streams whose sealed data is lost, because the backup of the keys has none for them; they never get another key. */
  readonly lostKeys: readonly string[];
  /** Whether the log is known to reach as far as the backup; backups of older releases did not note how far that is. */
  readonly reaches: boolean;
  /** Whether the database held the unfinished restore of these backups, which went on. */
  readonly resumed: boolean;
}

const COMPARE = 'Compare it with the bank’s statement before anything else.';

async function newest(folder: string, kind: Manifest['kind']): Promise<CheckedBackup> {
  const last = (await backupsIn(folder, kind)).at(-1);
  if (last === undefined) throw new BackupUnusable(`There is no backup of ${kind} in ${folder}.`);
  return { folder: last, manifest: await readBackup(last, kind) };
}

/** Throws `BackupUnusable` where the events lie elsewhere than the configuration says: another log would pass for theirs. */
function assertSameStore({ store }: Manifest, { eventStoreUrl }: RestoreOptions['config']): void {
  if (store === 'eventstoredb' && eventStoreUrl === null)
    throw new BackupUnusable(
      'The events of this backup lie in EventStoreDB: put the copy of its files back first, and name it by EVENTSTORE_URL.',
    );
  if (store === 'postgres' && eventStoreUrl !== null)
    throw new BackupUnusable(
      'The events of this backup lie in it, not in EventStoreDB: restore without EVENTSTORE_URL, then move them (npm run move-events).',
    );
}

/**
 * What must not go on where the backup stopped: messages that may have left after it are of unknown fate and go to the dead
 * letter, and new events get an epoch of their own, whatever this cluster's
 * transaction ids.
 */
async function beginAnew(client: pg.PoolClient, manifest: Manifest): Promise<void> {
  if (manifest.schemas.some(({ schema }) => schema === 'eventstore'))
    await client.query('update eventstore.log set epoch = epoch + 1');
  if (manifest.schemas.some(({ schema }) => schema === 'notices'))
    await client.query(
      `update notices.notices set state = 'dead', "lastError" = '${RESTORED}' where state in ('queued', 'sending')`,
    );
}

/**
 * Loads both backups, unless a restore of the same ones was cut off after it had loaded them. From here until the mark is
 * taken away no process of the product starts on the database. Gives whether they were there already.
 */
async function loadBoth({ db, onTable }: RestoreOptions, data: CheckedBackup, keys: CheckedBackup): Promise<boolean> {
  const begun = await unfinishedRestore(db);
  const own = { dataMadeAt: data.manifest.madeAt, keysMadeAt: keys.manifest.madeAt };
  if (begun) {
    if (begun.dataMadeAt === own.dataMadeAt && begun.keysMadeAt === own.keysMadeAt) return true;
    throw new BackupUnusable(
      `The database holds an unfinished restore of the data of ${begun.dataMadeAt} with the keys of ${begun.keysMadeAt}: name the folders of these, or restore into a new one.`,
    );
  }
  const last = async (client: pg.PoolClient): Promise<void> => {
    await beginAnew(client, data.manifest);
    await markRestore(client, own);
  };
  await load(db, [data, keys], last, onTable);
  return false;
}

/**
 * Ends for good what the keys do not open. Who gets a new key for a stream with sealed events could never read it again, so
 * each of them counts as destroyed from here on. Throws `BackupUnusable` where that was not asked for.
 */
async function giveUp(lost: ReadonlySet<string>, { keys }: EventLog, options: RestoreOptions): Promise<void> {
  if (lost.size > 0 && !options.acceptLostKeys)
    throw new BackupUnusable(
      `${lost.size} streams of the log hold sealed data whose keys are not in the backup of the keys (${[...lost].slice(0, 3).join(', ')}${lost.size > 3 ? ', …' : ''}): it was made before the copy of the log. Restore into a new database with keys that were backed up after it. Only where there are none: the same command with --accept-lost-keys; what is personal in these streams is then lost for good.`,
    );
  for (const subject of lost) await keys.destroy(subject);
}

/**
 * Restores the newest backup with the newest keys into an empty database, puts on record at once what must not go on by
 * itself (payout runs that are not settled are on hold, who was forgotten since the backup is forgotten), forgets again whom
 * the log says is forgotten, sees to it that no number is given out and nobody is told twice, and proves the log with all that. A log in
 * EventStoreDB must be there by then, and reach as far as the backup. Until it ends no process of the product starts on the
 * database; cut off after the loading it goes on when it is called again. Read models are not in it: the workers build them
 * from the events. Throws `BackupUnusable`, `StoreUnavailable`, `SecondPlaceAway`, and an Error where the keys lie under a
 * master key that is not given or a file of the second place cannot be read.
 */
export async function restore(options: RestoreOptions): Promise<Restored> {
  const { db, config, now, onProgress } = options;
  const data = await newest(options.folder, 'data');
  const keys = await newest(options.keysFolder, 'keys');
  if (hasExpired(keys.manifest, now))
    throw new BackupUnusable(
      `The keys in ${keys.folder} are older than 30 days: people may have been forgotten since.`,
    );
  if (keys.manifest.madeAt < data.manifest.madeAt)
    throw new BackupUnusable(`The keys in ${keys.folder} are older than the data: newer keys would be missing.`);
  assertSameStore(data.manifest, config);
  // Before anything is loaded: a file that cannot be read must not stop what protects.
  await assertCheckpointArchive(config.checkpointFolder);
  const kept = await readCheckpointArchive(config.checkpointFolder);
  const listed = await readErased(config.checkpointFolder);
  const resumed = await loadBoth(options, data, keys);
  const { store, log } = await openEventLog(config, db, options.store);
  try {
    // Before anything is appended: another log must not be written into.
    const reaches = await assertLogReaches(store, data.manifest, db);
    const { madeAt } = data.manifest;
    const held = await holdOpenRuns(log, `Restored from a backup of ${madeAt}. ${COMPARE}`, now);
    const forgotten = await eraseListed(log, listed, now);
    await repeatErasures(log, db);
    await discardUnsent(log, db, now);
    const numbers = listed.map(({ agentId }) => agentStream(agentId));
    // Whoever was forgotten has a row by now, which says so.
    const lostKeys = await levelWithLog(store, db, numbers);
    await giveUp(lostKeys, log, options);
    const [last] = await store.readStream(CHECKPOINT_STREAM, { direction: 'backwards', limit: 1 });
    // The stream counts from 0, checkpoints from 1.
    const isCovered = (number: number) => number <= (last?.revision ?? -1) + 1;
    const elsewhere = kept.checkpoints.filter(({ number }) => isCovered(number));
    const lost = [...kept.checkpoints.map(({ number }) => number), ...kept.unwritten].filter((one) => !isCovered(one));
    const verification = await verifyLog(store, {
      keys: log.keys,
      publicKey: (await signerOf(log.keys)).publicKey,
      elsewhere,
      ...(onProgress ? { onProgress } : {}),
    });
    await endRestore(db);
    return {
      ...{ data: data.folder, keys: keys.folder, verification, lost: lost.length, madeAt, held },
      ...{ forgotten: config.checkpointFolder === null ? null : forgotten, lostKeys: [...lostKeys], reaches, resumed },
    };
  } finally {
    await store.close();
  }
}
