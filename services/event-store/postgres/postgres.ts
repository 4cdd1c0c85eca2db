import { BatchLoader } from '@fynbos/platform/batch-loader.ts';
import { isUnavailable } from '@fynbos/platform/postgres.ts';
import pg from 'pg';
import { Coalescer } from '../coalesce.ts';
import type { EventStore, RecordedEvent, StreamAppend } from '../port.ts';
import { assertEvents, assertOneEntryAStream } from '../rules.ts';
import { appendInOneCall } from './append.ts';
import { COLUMNS, mapConnectionErrors, recorded, textRowsOf } from './connection.ts';
import { PostgresHints } from './hints.ts';
import { PostgresLogReader } from './log-reader.ts';
import { STORED_TEXTS, type StoredRow, tamperedEvents } from './tampered.ts';

const UNIQUE_VIOLATION = '23505';
/** Maximum number of streams per call. */
const MAX_STREAMS_PER_CALL = 500;
const MAX_EVENTS_PER_CALL = 2000;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Planned once per session; the functions use the index plan, however small the table was. */
const STREAMS_QUERY = { name: 'eventstore.streams', text: `select ${COLUMNS} from eventstore.streams($1)` };
const STREAM_ENDS_QUERY = { name: 'eventstore.ends', text: `select ${COLUMNS} from eventstore.ends($1)` };
const STREAM_AGES_SQL = `select "streamId", extract(epoch from clock_timestamp() - "storedAt") * 1000 from eventstore.ends($1)`;

/** After `migrateEventStore`. The caller closes `db`, which needs at least three connections. */
export function postgresEventStore({ db }: { readonly db: pg.Pool }): EventStore {
  const hints = new PostgresHints(db);
  const log = new PostgresLogReader(db, hints);
  // The pool replaces a connection that the server closes. Without a listener, its error would terminate the process.
  db.on('error', () => undefined);

  const appends = appendsOf(db, hints);
  const reads = streamReadsOf(db);
  return {
    appendMany: async (batch) => {
      assertOneEntryAStream(batch);
      return Promise.all(
        batch.map((entry) => {
          assertEvents(entry.events);
          return appends.submit(entry);
        }),
      );
    },
    appendInOrder: async (batch) => {
      for (const part of partsOf(batch)) {
        for (const outcome of await mapConnectionErrors(() => appendInOneCall(db, part)))
          if (!outcome.ok) throw outcome.conflict;
        hints.appended();
      }
    },
    readStream: async (streamId, { from, direction, limit } = {}) => {
      const bound =
        direction === 'backwards'
          ? `<= coalesce($2, 2147483647) order by revision desc`
          : `>= coalesce($2, 0) order by revision`;
      const text = `select ${COLUMNS} from eventstore.events where "streamId" = $1 and revision ${bound} limit $3`;
      return (await textRowsOf(db, text, [streamId, from ?? null, limit ?? null])).map(recorded);
    },
    readStreams: async (streamIds) => (streamIds.length > 0 ? reads.read(streamIds) : new Map()),
    readLast: async (streamIds) => {
      if (streamIds.length === 0) return new Map();
      const rows = await textRowsOf(db, STREAM_ENDS_QUERY.text, [[...new Set(streamIds)]], STREAM_ENDS_QUERY.name);
      return new Map(rows.map((row) => [row[1], recorded(row)]));
    },
    agesOf: async (streamIds) => {
      if (streamIds.length === 0) return new Map();
      const rows = await textRowsOf<[string, string]>(db, STREAM_AGES_SQL, [[...new Set(streamIds)]]);
      return new Map(rows.map(([stream, ms]) => [stream, Number(ms)]));
    },
    readAll: (options) => log.readAll(options),
    head: () => log.head(),
    readEvent: async (id) => {
      if (!UUID.test(id)) return null;
      const [row] = await textRowsOf(db, `select ${COLUMNS} from eventstore.events where id = $1`, [id]);
      return row ? recorded(row) : null;
    },
    findTamperedEvents: async (events) =>
      tamperedEvents(events, await textRowsOf<StoredRow>(db, STORED_TEXTS, [events.map(({ id }) => id)])),
    waitForAppend: (timeoutMs, signal) => hints.wait(timeoutMs, signal),
    close: () => hints.close(),
  };
}

const appendsOf = (db: pg.Pool, hints: PostgresHints): Coalescer =>
  new Coalescer(
    async (batch) => {
      const outcomes = await mapConnectionErrors(() => retryOnceAfterRace(() => appendInOneCall(db, batch)));
      if (outcomes.some((outcome) => outcome.ok && !outcome.repeated)) hints.appended();
      return outcomes;
    },
    (error) => !isUnavailable(error) && error instanceof pg.DatabaseError,
    { maxCalls: 2, maxStreams: MAX_STREAMS_PER_CALL, maxEvents: MAX_EVENTS_PER_CALL },
  );

const streamReadsOf = (db: pg.Pool): BatchLoader<RecordedEvent[]> =>
  new BatchLoader(
    async (streamIds) => {
      const streams = new Map<string, RecordedEvent[]>(streamIds.map((id) => [id, []]));
      for (const row of await textRowsOf(db, STREAMS_QUERY.text, [[...streams.keys()]], STREAMS_QUERY.name))
        streams.get(row[1])?.push(recorded(row));
      return streams;
    },
    { maxQueries: 4, maxKeys: 50 },
  );

/** Splits entries into calls, in order. A call has each stream once and stores its entries in the given order. */
function* partsOf(batch: readonly StreamAppend[]): Generator<StreamAppend[]> {
  let part = new Map<string, StreamAppend>();
  let events = 0;
  for (const entry of batch) {
    assertEvents(entry.events);
    const isFull = part.size === MAX_STREAMS_PER_CALL || events + entry.events.length > MAX_EVENTS_PER_CALL;
    if (part.size > 0 && (isFull || part.has(entry.streamId))) {
      yield [...part.values()];
      part = new Map();
      events = 0;
    }
    part.set(entry.streamId, entry);
    events += entry.events.length;
  }
  if (part.size > 0) yield [...part.values()];
}

/** Two calls append the same id to different streams: the second one then finds and reports it. */
async function retryOnceAfterRace<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION) return call();
    throw error;
  }
}
