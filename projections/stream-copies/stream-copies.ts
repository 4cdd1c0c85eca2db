import { catalogue } from '@fynbos/domain/catalogue.ts';
import type { DomainEvent } from '@fynbos/domain/decider.ts';
import type { EventMetadata, RecordedEvent } from '@fynbos/event-store/port.ts';
import type pg from 'pg';
import { z } from 'zod';
import { json } from '../engine/columns.ts';
import { defineProjection, type Handler, handleAll } from '../engine/projection.ts';
import { liveTable } from '../engine/read-model.ts';

/** An event as the store holds it: personal data stays encrypted with its subject's key. */
export const streamCopyRow = z.object({
  /** Stream id and revision. */
  id: z.string(),
  streamId: z.string(),
  revision: z.int32(),
  eventId: z.uuid().meta({ column: 'uuid' }),
  type: z.string(),
  data: json<object>(),
  metadata: json<EventMetadata>(),
  position: z.string(),
});
export type StreamCopyRow = z.output<typeof streamCopyRow>;

/** Aggregates that no page reads as a stream. Rental facts alone are the largest part of a log. */
const AGGREGATES_NOT_COPIED: ReadonlySet<string> = new Set([
  'act',
  'attempt',
  'checkpoint',
  'rental',
  'retained-agent',
]);
const COPIED_EVENT_TYPES = [...catalogue.values()]
  .filter(({ aggregate }) => !AGGREGATES_NOT_COPIED.has(aggregate))
  .map(({ type }) => type);

/** Ids of the streams that are copied. */
const COPIED_STREAM =
  /^(acb-files|admin|agent|approval|audit-pack|bank-account|bank-list|business-days|challenge|duties|enquiry|enquiry-templates|integrator|ledger-export|payout-limits|payout-run|promotion|recalculation|reconciliation|referral|reward-policy|rewards-account|sars-rules|saved-views|signal|tax-certificate|tax-year|tiers|unpaids-layout)(-|$)/;

const copy: Handler<StreamCopyRow, DomainEvent> = (
  _row,
  { id: eventId, type, data, metadata, streamId, revision, position },
  key,
) => ({ id: key, streamId, revision, eventId, type, data, metadata, position });

/**
 * Serves signed-in reads while EventStoreDB is unavailable (docs/decisions/0044); the embedded store is in the same
 * Postgres.
 */
export const streamCopies = defineProjection<StreamCopyRow>({
  name: 'stream-copies',
  version: 1,
  stored: true,
  row: streamCopyRow,
  primaryKey: 'id',
  indexes: ['("streamId", "revision")'],
  keys: ({ streamId, revision }) => [`${streamId}@${revision}`],
  handlers: handleAll(COPIED_EVENT_TYPES, copy),
});

const STREAM_COPIES_TABLE = liveTable(streamCopies);

/**
 * True if the copies are as far as every other live read model: otherwise a stream with events could look empty. Once
 * the log stops growing, all reach its head within moments.
 */
async function areComplete(db: pg.Pool): Promise<boolean> {
  const { rows } = await db.query<{ isComplete: boolean | null }>(
    `select own.reached and own."position" >= others."position" as "isComplete"
     from (select bool_and("position" is not null) as reached, min("position") as "position"
           from engine.checkpoints where "projection" = $1) own,
       (select max("position") as "position" from engine.checkpoints where "kind" = 'projection' and "projection" !~ '__') others
     where not exists (select from engine.parked where "projection" = $1)`,
    [streamCopies.name],
  );
  return rows[0]?.isComplete === true;
}

/** A stream without events is an empty list. Null where a stream is not copied, or the copies have not caught up. */
export async function copiedStreams(
  db: pg.Pool,
  streamIds: readonly string[],
): Promise<ReadonlyMap<string, readonly RecordedEvent[]> | null> {
  if (!streamIds.every((streamId) => COPIED_STREAM.test(streamId)) || !(await areComplete(db))) return null;
  const streams = new Map<string, RecordedEvent[]>(streamIds.map((streamId) => [streamId, []]));
  const { rows } = await db.query<StreamCopyRow>(
    `select * from ${STREAM_COPIES_TABLE} where "streamId" = any($1) order by "streamId", "revision"`,
    [[...streams.keys()]],
  );
  for (const { eventId, streamId, revision, type, data, metadata, position } of rows)
    streams.get(streamId)?.push({ id: eventId, type, data, metadata, streamId, revision, position });
  return streams;
}
