import { catalogue } from '@fynbos/domain/catalogue.ts';
import type { EventMetadata, RecordedEvent } from '@fynbos/event-store/port.ts';
import type pg from 'pg';
import type { Projection } from '../engine/projection.ts';
import { readModelTable } from '../engine/read-model.ts';

/** An event as the store holds it: personal data stays sealed under its subject's key. */
export interface StreamCopyRow {
  /** Stream id and revision. */
  id: string;
  streamId: string;
  revision: number;
  eventId: string;
  type: string;
  data: object;
  metadata: EventMetadata;
  position: string;
}

/** Aggregates that no page reads as a stream; the rental facts alone are most of a log. */
const NOT_COPIED: ReadonlySet<string> = new Set(['act', 'attempt', 'checkpoint', 'rental', 'retained-agent']);
const COPIED = [...catalogue.values()].filter(({ aggregate }) => !NOT_COPIED.has(aggregate)).map(({ type }) => type);

/** Streams of the copied aggregates. Any other stream would look empty here. */
const COPIED_STREAM =
  /^(admin|agent|approval|bank-account|bank-list|business-days|enquiry|enquiry-templates|integrator|payout-run|promotion|recalculation|reconciliation|referral|reward-policy|rewards-account|signal|tax-certificate|tax-year)(-|$)/;

/**
 * Read model `stream-copies`, by event: copies of the streams that signed-in reads need, so that they can be read while
 * EventStoreDB is away (docs/decisions/0044). Kept only beside an EventStoreDB: the embedded store is in the same Postgres.
 */
export const streamCopies: Projection<StreamCopyRow> = {
  name: 'stream-copies',
  version: 1,
  eventTypes: COPIED,
  stored: true,
  table: {
    columns: {
      id: 'text',
      streamId: 'text',
      revision: 'integer',
      eventId: 'uuid',
      type: 'text',
      data: 'json',
      metadata: 'json',
      position: 'text',
    },
    primaryKey: 'id',
    indexes: ['("streamId", "revision")'],
  },
  keys: ({ streamId, revision }) => [`${streamId}@${revision}`],
  evolve: (_row, { id: eventId, type, data, metadata, streamId, revision, position }, key) => ({
    ...{ id: key, streamId, revision, eventId, type, data, metadata, position },
  }),
};

const TABLE = readModelTable(streamCopies).sql;

/**
 * Whether the copies hold everything that any other live read model has taken: otherwise a stream could look empty that is
 * not. Once the log stops growing, all of them reach its end within moments.
 */
async function areWhole(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ isWhole: boolean | null }>(
    `select own.reached and own."position" >= others."position" as "isWhole"
     from (select bool_and("position" is not null) as reached, min("position") as "position"
           from engine.checkpoints where "projection" = $1) own,
       (select max("position") as "position" from engine.checkpoints where "kind" = 'projection' and "projection" !~ '__') others
     where not exists (select from engine.parked where "projection" = $1)`,
    [streamCopies.name],
  );
  return rows[0]?.isWhole === true;
}

/**
 * These streams as they were copied; a stream without events is an empty list. Gives null where the copies cannot stand in
 * for the store: a stream that is not copied, or copies that have not caught up. Throws what Postgres throws.
 */
export async function copiedStreams(
  pool: pg.Pool,
  streamIds: readonly string[],
): Promise<ReadonlyMap<string, readonly RecordedEvent[]> | null> {
  if (!streamIds.every((streamId) => COPIED_STREAM.test(streamId)) || !(await areWhole(pool))) return null;
  const streams = new Map<string, RecordedEvent[]>(streamIds.map((streamId) => [streamId, []]));
  const { rows } = await pool.query<StreamCopyRow>(
    `select * from ${TABLE} where "streamId" = any($1) order by "streamId", "revision"`,
    [[...streams.keys()]],
  );
  for (const { eventId, streamId, revision, type, data, metadata, position } of rows)
    streams.get(streamId)?.push({ id: eventId, type, data, metadata, streamId, revision, position });
  return streams;
}
