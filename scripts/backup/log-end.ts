import { containsEventAt, lastLogPosition } from '@fynbos/event-store/log-position.ts';
import type { EventStore } from '@fynbos/event-store/port.ts';
import type pg from 'pg';
import { BackupUnusable, type Manifest } from './manifest.ts';

const PUT_BACK =
  'Put the copy of EventStoreDB’s files back that was made with this backup, then run the same command again.';

/** The furthest event that a restored reaction has seen or appended; null where none has. */
async function reached(db: pg.Pool): Promise<string | null> {
  const { rows } = await db.query<{ reached: string | null }>(
    `select max(greatest("position", "appendedPosition")) as reached from engine.checkpoints where "kind" = 'reaction'`,
  );
  return rows[0]?.reached ?? null;
}

/**
 * Throws `BackupUnusable` where the log is not the one that the restored data stands on: it lacks the event with which that
 * ended, or, for a backup that does not name it, ends before where reactions stand. A log in the backup itself has been
 * counted and summed already. Gives whether all of that could be checked. Throws `StoreUnavailable`.
 */
export async function assertLogReaches(store: EventStore, manifest: Manifest, db: pg.Pool): Promise<boolean> {
  if (manifest.store === 'postgres') return true;
  const { logEnd } = manifest;
  if (logEnd === null) return true;
  const end = await lastLogPosition(store);
  const needed = logEnd === undefined ? await reached(db) : logEnd.position;
  if (end === null || (needed !== null && end.position < needed))
    throw new BackupUnusable(
      `The log in EventStoreDB ends at ${end?.position ?? 'no event'}, and the backup stands on it up to ${needed ?? 'its end'}. ${PUT_BACK}`,
    );
  if (logEnd === undefined) return false;
  if (!(await containsEventAt(store, logEnd)))
    throw new BackupUnusable(`The log in EventStoreDB is another than that of the backup. ${PUT_BACK}`);
  return true;
}
