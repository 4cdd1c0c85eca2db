import { eventStoreDb } from '@fynbos/event-store/eventstoredb/eventstoredb.ts';
import { eventStoreServer, withNode } from '@fynbos/event-store/testing/eventstoredb-server.ts';

/** Results of a run on the embedded store and on EventStoreDB, or the reason why it was not run there. */
export interface BothStores<Result> {
  readonly embedded: Result;
  readonly eventStoreDb: Result | string;
}

/** Why there is no result for EventStoreDB. */
export const SKIPPED = 'skipped: neither EVENTSTORE_SERVER nor EVENTSTORE_URL is set';

/** Runs with an EventStoreDB: an empty node of the program EVENTSTORE_SERVER, or the one at EVENTSTORE_URL, or null. */
export function withEventStoreDb<Result>(work: (url: string | null) => Promise<Result>): Promise<Result> {
  return eventStoreServer() === null ? work(process.env.EVENTSTORE_URL || null) : withNode(work);
}

/** The embedded one (null), then an empty EventStoreDB. Throws if EVENTSTORE_URL names a node with events. */
export async function onBothStores<Result>(work: (url: string | null) => Promise<Result>): Promise<BothStores<Result>> {
  const embedded = await work(null);
  return withEventStoreDb(async (url) => {
    if (url === null) return { embedded, eventStoreDb: SKIPPED };
    await assertEmpty(url);
    return { embedded, eventStoreDb: await work(url) };
  });
}

async function assertEmpty(url: string): Promise<void> {
  const store = eventStoreDb(url);
  try {
    const { events } = await store.readAll({ direction: 'backwards', limit: 1 });
    if (events.length > 0)
      throw new Error('EVENTSTORE_URL names a node with events. Use an empty one, or set EVENTSTORE_SERVER.');
  } finally {
    await store.close();
  }
}
