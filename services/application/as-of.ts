import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { foldPartsOf } from '@fynbos/projections/engine/decode.ts';
import type { AnyProjection } from '@fynbos/projections/engine/projection-instance.ts';
import { scratchTable, type TableOf } from '@fynbos/projections/engine/read-model.ts';
import { dropScratch, rebuild } from '@fynbos/projections/engine/rebuild/rebuild.ts';
import type { Stores } from './services.ts';

/** Later than any recorded event, for the current record. Compares as text with `recordedAt`. */
export const AFTER_EVERY_EVENT = new Date('9999-12-31T23:59:59.999Z');

/** The events of these streams that a projection reads, recorded up to an instant, in log order. */
async function eventsAsOf(log: EventLog, projection: AnyProjection, streamIds: readonly string[], at: Date) {
  const streams = await log.readStreams(streamIds, { personal: projection.personal ?? false });
  const types = new Set<string>(projection.eventTypes);
  return [...streams.values()]
    .flatMap((stream) => stream.events)
    .filter(({ type, metadata }) => types.has(type) && metadata.recordedAt <= at.toISOString())
    .sort((a, b) => (a.position < b.position ? -1 : 1));
}

/** All rows, by key, of these streams at an instant; for records that span several rows. */
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

/** The read model's own fold over the record's streams, by recording time. Null if the record did not exist yet. */
export async function rowAsOf<Row extends object>(
  log: EventLog,
  projection: AnyProjection,
  { streamIds, key, at }: { readonly streamIds: readonly string[]; readonly key: string; readonly at: Date },
): Promise<Row | null> {
  let row: Row | null = null;
  for (const event of await eventsAsOf(log, projection, streamIds, at))
    if (projection.keys(event).includes(key)) row = projection.evolve(row, event, key) as Row | null;
  return row;
}

/** A table with the events recorded by then; the caller drops it. Null if `signal` stopped the fold. */
export async function tableAsOf(
  { db, log }: Stores,
  projection: AnyProjection,
  { at, signal }: { readonly at: Date; readonly signal: AbortSignal },
): Promise<{ readonly sql: string; drop(): Promise<unknown> } | null> {
  const [built] = await rebuild(foldPartsOf(log, db), [projection], { asOf: at.toISOString(), signal });
  if (!built?.schema) return null;
  return { sql: scratchTable(projection, built.schema).sql, drop: () => dropScratch(db, built) };
}

/** `read` gets tables with the events recorded by then. Null if `signal` stopped the fold. */
export async function withTablesAsOf<Result>(
  { db, log }: Stores,
  projections: readonly AnyProjection[],
  { at, signal }: { readonly at: Date; readonly signal: AbortSignal },
  read: (tableOf: TableOf) => Promise<Result>,
): Promise<Result | null> {
  const built = await rebuild(foldPartsOf(log, db), projections, { asOf: at.toISOString(), signal });
  try {
    const schemas = new Map(built.map(({ schema }, index) => [projections[index], schema]));
    if ([...schemas.values()].includes(null)) return null;
    return await read((projection) => scratchTable(projection, schemas.get(projection) ?? '').sql);
  } finally {
    for (const each of built) if (each.schema) await dropScratch(db, each);
  }
}
