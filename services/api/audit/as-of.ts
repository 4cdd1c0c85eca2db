import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { AnyProjection } from '@fynbos/projections/engine/projection-instance.ts';
import { badList } from '../lists/list-request.ts';
import { asOfMoment } from '../reports/as-of-moment.ts';

/** `asOf` of a query: an instant, or a date, which means the end of that day in Johannesburg; null for now. Throws 400. */
export function asOfOf(query: unknown): Date | null {
  const given = (query as { asOf?: unknown }).asOf;
  if (given === undefined || given === '') return null;
  const { data } = asOfMoment.safeParse(given);
  if (data === undefined) throw badList('asOf must be an instant with its zone, or a date.');
  return new Date(data);
}

/** Later than anything that is recorded: the record as it stands. Compares as text with `recordedAt`. */
export const FOREVER = new Date('9999-12-31T23:59:59.999Z');

/** What a read model folds of these streams, up to a moment, in the order of the log. */
async function eventsAsOf(log: EventLog, projection: AnyProjection, streamIds: readonly string[], at: Date) {
  const streams = await log.readStreams(streamIds, { personal: projection.personal ?? false });
  const types = new Set<string>(projection.eventTypes);
  return [...streams.values()]
    .flatMap((stream) => stream.events)
    .filter(({ type, metadata }) => types.has(type) && metadata.recordedAt <= at.toISOString())
    .sort((a, b) => (a.position < b.position ? -1 : 1));
}

/** All rows, by key, that these streams had made of a read model at a moment: for records that several rows belong to. */
export async function rowsAsOf<Row extends object>(
  log: EventLog,
  projection: AnyProjection,
  streamIds: readonly string[],
  at: Date,
): Promise<ReadonlyMap<string, Row>> {
  const rows = new Map<string, Row>();
  for (const event of await eventsAsOf(log, projection, streamIds, at)) {
    for (const key of projection.keys(event)) {
      const row = projection.evolve(rows.get(key) ?? null, event, key) as Row | null;
      if (row === null) rows.delete(key);
      else rows.set(key, row);
    }
  }
  return rows;
}

/**
 * The row of a record as it stood at a moment: the read model's own fold over the record's streams up to there. Null where
 * there was none yet. What is asked for is what had been recorded by then.
 */
export async function rowAsOf<Row extends object>(
  log: EventLog,
  projection: AnyProjection,
  streamIds: readonly string[],
  key: string,
  at: Date,
): Promise<Row | null> {
  let row: Row | null = null;
  for (const event of await eventsAsOf(log, projection, streamIds, at))
    if (projection.keys(event).includes(key)) row = projection.evolve(row, event, key) as Row | null;
  return row;
}
