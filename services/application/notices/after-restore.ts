import { allPages } from '@fynbos/event-store/all-pages.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { reactionPosition } from '@fynbos/projections/engine/checkpoint.ts';
import type { FoldEvent } from '@fynbos/projections/engine/projection.ts';
import type pg from 'pg';
import { insertNotices, type NewNotice, RESTORED } from './notices.ts';
import { isNews, NOTICED, NOTICES, noticesOf } from './reaction.ts';
import { migrateNotices } from './schema.ts';

/**
 * Moves to the dead letter the notices of events that the restored log has and the restored notices table lacks. Runs
 * before the reaction reaches these events, because their recipients may already have been notified.
 * A log in EventStoreDB is copied after the notices. A log in Postgres is ahead of them by the reaction's backlog.
 * Notices to all administrators are not covered and may be sent twice.
 * Returns the number of notices moved. Throws `StoreUnavailable` and Postgres errors.
 */
export async function discardUnsent(log: EventLog, db: pg.Pool, now: Date): Promise<number> {
  // The backup may contain the tables of an older release.
  await migrateNotices(db);
  const told = await reactionPosition(db, NOTICES);
  let buried = 0;
  for await (const page of allPages(log.store, { types: NOTICED, after: told ?? undefined })) {
    const events = (await log.decode(page)) as readonly FoldEvent[];
    const untold: NewNotice[] = events.filter((event) => isNews(event, now)).flatMap(noticesOf);
    buried += (await insertNotices(db, untold, now, { state: 'dead', lastError: RESTORED })).length;
  }
  return buried;
}
