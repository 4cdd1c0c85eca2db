import type { EventStore, Position, RecordedEvent } from './port.ts';

interface Which {
  /** Only events after this position. Default: from the first event. */
  readonly after?: Position | undefined;
  /** Only events of these types. Default: all types. */
  readonly types?: readonly string[];
  /** Maximum number of events per page. Default: 1,000. */
  readonly limit?: number;
}

/**
 * Reads the log in order, page by page, from its first event or from after a position, up to its current end. Throws
 * `StoreUnavailable`.
 */
export async function* allPages(
  store: Pick<EventStore, 'readAll'>,
  { after, types, limit = 1_000 }: Which = {},
): AsyncGenerator<readonly RecordedEvent[]> {
  const filter = types ? { filter: { types } } : {};
  for (let from = after; ; ) {
    const page = await store.readAll({ ...(from === undefined ? {} : { from }), limit, ...filter });
    yield page.events;
    if (page.atEnd) return;
    from = page.next;
  }
}
