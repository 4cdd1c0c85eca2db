import type { RecordedEvent } from './port.ts';

/** A row as its table holds it: texts as they are, and the time of recording that stands beside them. */
export type HeldRow = [id: string, data: string, metadata: string, recordedAtMs: string];

/** COPY and filters read these columns by themselves, so they must say what the event says. */
export const HELD = `select id, data, metadata, extract(epoch from "recordedAt") * 1000
  from eventstore.events where id = any($1::uuid[])`;

/** As `EventStore.heldOtherwise` says. Every append writes what JSON.stringify gives, so another text was written by hand. */
export function findTamperedEvents(
  events: readonly RecordedEvent[],
  rows: readonly HeldRow[],
): ReadonlyMap<string, string> {
  const held = new Map(rows.map((row) => [row[0], row]));
  const otherwise = new Map<string, string>();
  for (const { id, data, metadata } of events) {
    const row = held.get(id);
    if (!row) continue;
    if (Number(row[3]) !== Date.parse(metadata.recordedAt))
      otherwise.set(id, 'the time of recording beside it was edited');
    else if (row[1] !== JSON.stringify(data) || row[2] !== JSON.stringify(metadata))
      otherwise.set(id, 'its text was edited, though it reads the same');
  }
  return otherwise;
}
