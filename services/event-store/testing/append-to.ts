import {
  type AppendOutcome,
  type EventStore,
  type ExpectedRevision,
  type StoredEvent,
  WrongExpectedRevision,
} from '../port.ts';

type Appended = Extract<AppendOutcome, { ok: true }>;

/** Appends to one stream, by default events that no call has appended yet. Throws `WrongExpectedRevision`. */
export async function appendTo(
  store: Pick<EventStore, 'appendMany'>,
  streamId: string,
  expected: ExpectedRevision,
  events: readonly StoredEvent[],
  areIdsFresh = true,
): Promise<Appended> {
  const [outcome] = await store.appendMany([{ streamId, expected, events, hints: { areIdsFresh } }]);
  if (outcome?.ok) return outcome;
  throw outcome?.conflict;
}

/** Appends after the last event of a stream, however many others do so at once. */
export async function appendAtEnd(
  store: Pick<EventStore, 'appendMany' | 'readLast'>,
  streamId: string,
  events: readonly StoredEvent[],
): Promise<Appended> {
  for (;;) {
    const last = (await store.readLast([streamId])).get(streamId);
    try {
      return await appendTo(store, streamId, last?.revision ?? 'no-stream', events);
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision)) throw error;
    }
  }
}
