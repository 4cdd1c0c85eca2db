import type { EventStore, Position, RecordedEvent } from './port.ts';

const EVENTS_PER_READ = 1_000;

interface Which {
  /** Only events after this position. Default: from the first event. */
  readonly after?: Position | undefined;
  /** Only events of these types. Default: all types. */
  readonly types?: readonly string[];
  /** Maximum number of events per page. Default: 1,000. */
  readonly limit?: number;
}

/** Pages from the first event or from after a position, up to the current end. Throws `StoreUnavailable`. */
export async function* allPages(
  store: Pick<EventStore, 'readAll'>,
  { after, types, limit = 1_000 }: Which = {},
): AsyncGenerator<readonly RecordedEvent[]> {
  const filter = types && { types };
  for (let from = after; ; ) {
    const page = await store.readAll({ from, limit, filter });
    yield page.events;
    if (page.atEnd) return;
    from = page.next;
  }
}

/** Reads a stream event by event, in pages. Throws `StoreUnavailable`. */
export async function* eventsOfStream(
  store: Pick<EventStore, 'readStream'>,
  streamId: string,
): AsyncGenerator<RecordedEvent> {
  for (let from = 0; ; ) {
    const events = await store.readStream(streamId, { from, limit: EVENTS_PER_READ });
    yield* events;
    const last = events.at(-1);
    if (!last || events.length < EVENTS_PER_READ) return;
    from = last.revision + 1;
  }
}
