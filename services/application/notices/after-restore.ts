import { allPages } from '@fynbos/event-store/all-pages.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { reactionPosition } from '@fynbos/projections/engine/checkpoint.ts';
import type { FoldEvent } from '@fynbos/projections/engine/projection.ts';
import type pg from 'pg';
import { insertNotices, type NewNotice, RESTORED } from './notices.ts';
import { isNews, NOTICED, NOTICES, noticesOf } from './reaction.ts';
import { migrateNotices } from './schema.ts';

/**
 * Puts what the log beyond the notices of a backup tells into the dead letter, before the reaction comes to it: whoever was told
 * then would be told a second time. A log in EventStoreDB is copied after the notices; one in Postgres is ahead of them by what the
 * reaction had still to do. What all administrators are told may come twice. Gives how many. Throws `StoreUnavailable` and
 * what Postgres throws.
 */
export async function discardUnsent(log: EventLog, db: pg.Pool, now: Date): Promise<number> {
  // The tables are those of the release that made the backup.
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
