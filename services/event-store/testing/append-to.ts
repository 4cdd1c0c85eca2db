import type { AppendOutcome, EventStore, ExpectedRevision, StoredEvent } from '../port.ts';

/** Appends to one stream. Throws `WrongExpectedRevision`. */
export async function appendTo(
  store: Pick<EventStore, 'appendMany'>,
  streamId: string,
  expected: ExpectedRevision,
  events: readonly StoredEvent[],
): Promise<Extract<AppendOutcome, { ok: true }>> {
  const [outcome] = await store.appendMany([{ streamId, expected, events }]);
  if (outcome?.ok) return outcome;
  throw outcome?.conflict;
}
