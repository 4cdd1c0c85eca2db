import { endOfDay, isDay } from '@fynbos/domain/calendar.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { AnyProjection } from '@fynbos/projections/engine/build.ts';
import { badList } from '../rest/list-request.ts';

/** `asOf` of a query: an instant, or a date, which means the end of that day in Johannesburg; null for now. Throws 400. */
export function asOfOf(query: unknown): Date | null {
  const given = (query as { asOf?: unknown }).asOf;
  if (given === undefined || given === '') return null;
  const text = String(given);
  const at = isDay(text) ? endOfDay(text) : new Date(text);
  if (Number.isNaN(at.getTime()) || !/\d{4}-\d{2}-\d{2}/.test(text))
    throw badList('asOf must be an instant or a date.');
  return at;
}

/** Later than anything that is recorded: the record as it stands. Compares as text with `recordedAt`. */
export const FOREVER = new Date('9999-12-31T23:59:59.999Z');

/**
 * The row of a record as it stood at a moment: the read model's own fold over the record's streams up to there. Null where
 * there was none yet. What is asked for is what had been recorded by then (edges.md, Reports and logs).
 */
export async function rowAsOf<Row extends object>(
  log: EventLog,
  projection: AnyProjection,
  streamIds: readonly string[],
  key: string,
  at: Date,
): Promise<Row | null> {
  const streams = await log.readStreams(streamIds, { personal: projection.personal ?? false });
  const types = new Set<string>(projection.eventTypes);
  const events = [...streams.values()]
    .flatMap((stream) => stream.events)
    .filter(({ type, metadata }) => types.has(type) && metadata.recordedAt <= at.toISOString())
    .sort((a, b) => (a.position < b.position ? -1 : 1));
  let row: Row | null = null;
  for (const event of events)
    if (projection.keys(event).includes(key)) row = projection.evolve(row, event, key) as Row | null;
  return row;
}
