import type { RecordedEvent } from '../port.ts';

/** A row of the table: the texts of data and metadata, and the column `recordedAt`. */
export type StoredRow = [id: string, data: string, metadata: string, recordedAtMs: string];

export const STORED_TEXTS = `select id, data, metadata, extract(epoch from "recordedAt") * 1000
  from eventstore.events where id = any($1::uuid[])`;

/**
 * Every append writes JSON.stringify, so any other text was edited. The column `recordedAt` must agree with the event,
 * because filters and COPY read it alone.
 */
export function tamperedEvents(
  events: readonly RecordedEvent[],
  rows: readonly StoredRow[],
): ReadonlyMap<string, string> {
  const stored = new Map(rows.map((row) => [row[0], row]));
  const tampered = new Map<string, string>();
  for (const { id, data, metadata } of events) {
    const row = stored.get(id);
    if (!row) continue;
    if (Number(row[3]) !== Date.parse(metadata.recordedAt)) tampered.set(id, 'its column "recordedAt" was edited');
    else if (row[1] !== JSON.stringify(data) || row[2] !== JSON.stringify(metadata))
      tampered.set(id, 'its text was edited, though it reads the same');
  }
  return tampered;
}
