import type { EventStore, Position, RecordedEvent } from './port.ts';

interface Which {
  /** Only events after that place; from the first when not given. */
  readonly after?: Position | undefined;
  /** Only events of these types; all when not given. */
  readonly types?: readonly string[];
  /** Most events a page; 1,000 when not given. */
  readonly limit?: number;
}

/** The log from its first event, or from after a place, to its end as it is by then, page by page in its order. Throws `StoreUnavailable`. */
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
