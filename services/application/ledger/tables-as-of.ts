import { decoderOf } from '@fynbos/projections/engine/decode.ts';
import type { AnyProjection } from '@fynbos/projections/engine/projection-instance.ts';
import { scratchTable, type TableOf } from '@fynbos/projections/engine/read-model.ts';
import { dropScratch, rebuild } from '@fynbos/projections/engine/rebuild/rebuild.ts';
import type { Application } from '../services.ts';

/**
 * Calls `read` with the tables of read models as of an instant, from the events recorded by then. Null if `signal`
 * stopped the replay.
 */
export async function withTablesAsOf<Result>(
  { db, log }: Pick<Application, 'db' | 'log'>,
  projections: readonly AnyProjection[],
  at: Date,
  signal: AbortSignal,
  read: (tableOf: TableOf) => Promise<Result>,
): Promise<Result | null> {
  const parts = { db, store: log.store, decoder: decoderOf(log) };
  const built = await rebuild(parts, projections, { asOf: at.toISOString(), signal });
  try {
    const schemas = new Map(built.map(({ schema }, index) => [projections[index], schema]));
    if ([...schemas.values()].includes(null)) return null;
    return await read((projection) => scratchTable(projection, schemas.get(projection) ?? '').sql);
  } finally {
    for (const each of built) if (each.schema) await dropScratch(db, each);
  }
}
