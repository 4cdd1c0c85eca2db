import { randomUUID } from 'node:crypto';
import type { AllPage, EventStore, Position, ReadAllOptions, RecordedEvent, StoredEvent } from '../../port.ts';
import { appendTo } from '../append-to.ts';

/** One store under test: two handles on the same log, as two processes have, and the faults to inject. */
export interface Subject {
  readonly store: EventStore;
  /** Another handle on the same log. */
  readonly other: EventStore;
  /** Cuts every connection of the handles, as a server restart does. */
  readonly cut: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A stored event in the codec's form. The suite's stores never read its content. */
export const newEvent = (
  type = 'Tested',
  data: object = {},
  over: Partial<StoredEvent['metadata']> = {},
): StoredEvent => ({
  id: randomUUID(),
  type,
  data,
  metadata: {
    v: 1,
    recordedAt: '2026-03-01T10:00:00.000Z',
    actor: { kind: 'system', id: 'contract' },
    correlationId: 'contract',
    hash: '0'.repeat(64),
    ...over,
  },
});

export const someEvents = (count: number): StoredEvent[] =>
  Array.from({ length: count }, (_, n) => newEvent('Tested', { n }));

/** A stream id that no other test uses. */
export const newStreamId = (kind = 'test'): string => `${kind}-${randomUUID()}`;

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Maximum wait in milliseconds before a test fails. */
export const TEST_TIMEOUT_MS = 60_000;

/** Polls until the condition is true; throws after `timeoutMs`. */
export async function eventually(
  condition: () => Promise<boolean> | boolean,
  timeoutMs = TEST_TIMEOUT_MS,
): Promise<void> {
  const until = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > until) throw new Error('the condition did not become true in time');
    await pause(10);
  }
}

/** An append elsewhere may delay an event but never lose it. */
export const reached = (store: EventStore, position: Position): Promise<void> =>
  eventually(async () => ((await store.head()) ?? '') >= position);

/** The end of the log after all earlier appends have settled: the position of a new event. */
export async function endOfLog(store: EventStore): Promise<Position> {
  const { position } = await appendTo(store, newStreamId('mark'), 'no-stream', [newEvent('Marked')]);
  await reached(store, position);
  return position;
}

/** All events from a position to the end of the log. */
export async function readToEnd(
  store: EventStore,
  options: Partial<ReadAllOptions> = {},
): Promise<{ events: RecordedEvent[]; pages: AllPage[] }> {
  const pages: AllPage[] = [];
  let from = options.from;
  for (;;) {
    const page = await store.readAll({ ...options, from, limit: options.limit ?? 500 });
    pages.push(page);
    from = page.next;
    if (page.atEnd) return { events: pages.flatMap((each) => each.events), pages };
  }
}
