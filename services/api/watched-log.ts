import { type WatchedStore, watchStore } from '@fynbos/event-store/availability.ts';
import type { OpenLog } from '@fynbos/event-store/open.ts';
import type { EventStore } from '@fynbos/event-store/port.ts';
import type { Config } from '@fynbos/platform/config/config.ts';
import type { Logger } from '@fynbos/platform/logger.ts';
import { copiedStreams } from '@fynbos/projections/stream-copies/stream-copies.ts';
import type { Pool } from 'pg';

/**
 * An EventStoreDB log is watched: while it is unavailable, streams are read from their copies. The embedded store is in
 * the Postgres that the read models need. `open`: opens the log with its store wrapped.
 */
export async function openWatchedLog<Log extends OpenLog>(
  config: Config,
  db: Pool,
  logger: Logger,
  now: () => Date,
  open: (around: (store: EventStore) => EventStore) => Promise<Log>,
): Promise<Log & Pick<WatchedStore, 'unavailableSince'>> {
  if (config.eventStoreUrl === null) return { ...(await open((store) => store)), unavailableSince: () => null };
  let watched: WatchedStore | undefined;
  const watch = (store: EventStore): EventStore => {
    watched = watchStore(store, {
      copies: (streamIds) => copiedStreams(db, streamIds),
      now,
      onChange: (unavailableSince) =>
        unavailableSince === null
          ? logger.info('the event store answers again: changes are saved')
          : logger.warn(
              { unavailableSince },
              'the event store does not answer: reads come from read models, changes are refused',
            ),
    });
    const { store: guarded, close } = watched;
    return { ...guarded, close: () => Promise.resolve(close()).then(() => store.close()) };
  };
  const log = await open(watch);
  return { ...log, unavailableSince: () => watched?.unavailableSince() ?? null };
}
