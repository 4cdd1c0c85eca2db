import { containsEventAt, lastLogPosition } from '@fynbos/event-store/log-position.ts';
import type { EventStore } from '@fynbos/event-store/port.ts';
import type pg from 'pg';
import { BackupUnusable, type Manifest } from './manifest.ts';

const RESTORE_FILES =
  'Restore the copy of EventStoreDB’s files that was made with this backup, then run the same command again.';

/** The last position that a restored reaction processed or appended; null without one. */
async function reached(db: pg.Pool): Promise<string | null> {
  const { rows } = await db.query<{ reached: string | null }>(
    `select max(greatest("position", "appendedPosition")) as reached from engine.checkpoints where "kind" = 'reaction'`,
  );
  return rows[0]?.reached ?? null;
}

/**
 * The log lacks the data's last event or, for backups without it, ends before the checkpoints of reactions: throws
 * `BackupUnusable`. Returns whether everything could be checked.
 */
export async function assertLogReaches(store: EventStore, manifest: Manifest, db: pg.Pool): Promise<boolean> {
  if (manifest.store === 'postgres') return true;
  const { logEnd } = manifest;
  if (logEnd === null) return true;
  const end = await lastLogPosition(store);
  const needed = logEnd === undefined ? await reached(db) : logEnd.position;
  if (end === null || (needed !== null && end.position < needed))
    throw new BackupUnusable(
      `The log in EventStoreDB ends at ${end?.position ?? 'no event'}, but the backup needs it up to ${needed ?? 'its end'}. ${RESTORE_FILES}`,
    );
  if (logEnd === undefined) return false;
  if (!(await containsEventAt(store, logEnd)))
    throw new BackupUnusable(`EventStoreDB contains another log than the backup. ${RESTORE_FILES}`);
  return true;
}
