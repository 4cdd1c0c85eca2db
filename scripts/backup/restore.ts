import { CHECKPOINT_STREAM } from '@fynbos/domain/checkpoint/events.ts';
import type { PayoutRun } from '@fynbos/domain/payout-run/state.ts';
import { signerOf } from '@fynbos/event-store/audit/signature.ts';
import type { LogVerification } from '@fynbos/event-store/audit/verify-log.ts';
import { verifyLog } from '@fynbos/event-store/audit/verify-log.ts';
import { openEventLog } from '@fynbos/event-store/open.ts';
import type { Config } from '@fynbos/platform/config.ts';
import { readSecondPlace } from '@fynbos/reactors/audit/second-place.ts';
import { forgetAgain, forgetListed } from '@fynbos/reactors/forgetting/again.ts';
import { holdOpenRuns } from '@fynbos/reactors/payouts/hold.ts';
import type pg from 'pg';
import { load } from './load.ts';
import { BackupUnusable, backupsIn, hasExpired, type Manifest, readBackup } from './manifest.ts';

export interface RestoreOptions {
  readonly db: pg.Pool;
  readonly config: Pick<Config, 'eventStoreUrl' | 'masterKey' | 'otherMasterKeys' | 'checkpointFolder'>;
  /** A backup, or a folder of them, of which the newest is taken. */
  readonly folder: string;
  readonly keysFolder: string;
  readonly now: Date;
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
}

const COMPARE = 'Compare it with the bank’s statement before anything else.';

async function newest(folder: string, kind: Manifest['kind']): Promise<{ folder: string; manifest: Manifest }> {
  const last = (await backupsIn(folder, kind)).at(-1);
  if (last === undefined) throw new BackupUnusable(`There is no backup of ${kind} in ${folder}.`);
  return { folder: last, manifest: await readBackup(last, kind) };
}

/**
 * What must not go on where the backup stopped: messages that may have left after it are of unknown fate and go to the dead
 * letter (edges.md, Held together under faults), and new events get an epoch of their own, whatever this cluster's
 * transaction ids.
 */
async function beginAnew(db: pg.Pool, manifest: Manifest): Promise<void> {
  if (manifest.schemas.some(({ schema }) => schema === 'eventstore'))
    await db.query('update eventstore.log set epoch = epoch + 1');
  if (manifest.schemas.some(({ schema }) => schema === 'notices'))
    await db.query(
      `update notices.notices set state = 'dead', "lastError" = 'Restored' where state in ('queued', 'sending')`,
    );
}

/**
 * Restores the newest backup with the newest keys into an empty database, forgets again whom the log says is forgotten,
 * proves the log, and then puts on record what must not go on by itself: payout runs that are not settled are on hold, and
 * who was forgotten since the backup is forgotten. Read models are not in it: the workers build them from the events. Throws `BackupUnusable`, and
 * an Error where the keys lie under a master key that is not given.
 */
export async function restore(options: RestoreOptions): Promise<Restored> {
  const { db, config, now, onTable, onProgress } = options;
  const data = await newest(options.folder, 'data');
  const keys = await newest(options.keysFolder, 'keys');
  if (hasExpired(keys.manifest, now))
    throw new BackupUnusable(
      `The keys in ${keys.folder} are older than 30 days: people may have been forgotten since.`,
    );
  if (keys.manifest.madeAt < data.manifest.madeAt)
    throw new BackupUnusable(`The keys in ${keys.folder} are older than the data: newer keys would be missing.`);
  await load(db, data.folder, data.manifest, onTable);
  await load(db, keys.folder, keys.manifest, onTable);
  await beginAnew(db, data.manifest);
  const { store, log } = await openEventLog(config, db);
  try {
    await forgetAgain(log);
    const [last] = await store.readStream(CHECKPOINT_STREAM, { direction: 'backwards', limit: 1 });
    const kept = await readSecondPlace(config.checkpointFolder);
    // The stream counts from 0, checkpoints from 1.
    const elsewhere = kept.filter(({ number }) => number <= (last?.revision ?? -1) + 1);
    const verification = await verifyLog(store, {
      keys: log.keys,
      publicKey: (await signerOf(log.keys)).publicKey,
      elsewhere,
      ...(onProgress ? { onProgress } : {}),
    });
    const { madeAt } = data.manifest;
    const held = await holdOpenRuns(log, `Restored from a backup of ${madeAt}. ${COMPARE}`, now);
    const forgotten = await forgetListed(log, config.checkpointFolder, now);
    return {
      ...{ data: data.folder, keys: keys.folder, verification, lost: kept.length - elsewhere.length, madeAt, held },
      forgotten: config.checkpointFolder === null ? null : forgotten,
    };
  } finally {
    await store.close();
  }
}
