import type { DomainEvent } from '@fynbos/domain/decider.ts';
import { allPages } from '@fynbos/event-store/all-pages.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { reactionPosition } from '@fynbos/projections/engine/checkpoint.ts';
import { eventsOfTypes, type FoldEvent } from '@fynbos/projections/engine/projection.ts';
import type pg from 'pg';
import { MONEY_EVENTS, MONEY_NOTICES_REACTION, type MoneyEvent, moneyNoticesOf } from './money-notices.ts';
import { discardNotices, type NewNotice } from './notices.ts';
import { isRecent, NOTICES_REACTION, NOTIFIED_EVENT_TYPES, type NotifiedEvent, noticesOf } from './reaction.ts';
import { migrateNotices } from './schema.ts';

/**
 * Moves notices that the restored table lacks to the dead letter before the reaction repeats them, because their
 * recipients may have been notified. A log in EventStoreDB is copied after the notices; one in Postgres is ahead of
 * them by the backlog. Also records the restore, for the jobs of digests and expiry warnings, which discard what they
 * may have sent before it. Notices to all administrators may be sent twice. Returns the number of notices moved.
 */
export async function discardUnsent(log: EventLog, db: pg.Pool, now: Date): Promise<number> {
  // The backup may contain the tables of an older release.
  await migrateNotices(db);
  await db.query('insert into notices.restores values ($1) on conflict do nothing', [now]);
  const general = await discardAfter<NotifiedEvent>(log, db, now, {
    reaction: NOTICES_REACTION,
    types: NOTIFIED_EVENT_TYPES,
    noticesFor: async (event) => noticesOf(event),
  });
  const money = await discardAfter<MoneyEvent>(log, db, now, {
    reaction: MONEY_NOTICES_REACTION,
    types: MONEY_EVENTS,
    noticesFor: (event) => moneyNoticesOf(log, event),
  });
  return general + money;
}

interface NoticeReaction<Event extends DomainEvent> {
  readonly reaction: string;
  readonly types: readonly Event['type'][];
  readonly noticesFor: (event: FoldEvent<Event>) => Promise<readonly NewNotice[]>;
}

/** Discards the notices of the events that one reaction has not reached. */
async function discardAfter<Event extends DomainEvent>(
  log: EventLog,
  db: pg.Pool,
  now: Date,
  { reaction, types, noticesFor }: NoticeReaction<Event>,
): Promise<number> {
  const reached = await reactionPosition(db, reaction);
  let discarded = 0;
  for await (const page of allPages(log.store, { types, after: reached ?? undefined })) {
    const events = eventsOfTypes<Event>(await log.decode(page), types).filter((event) => isRecent(event, now));
    const unsent = (await Promise.all(events.map(noticesFor))).flat();
    discarded += (await discardNotices(db, unsent, now)).length;
  }
  return discarded;
}
