import { readFileSync } from 'node:fs';
import { BatchLoader } from '@fynbos/platform/batch-loader.ts';
import { isUnavailable, migrate } from '@fynbos/platform/postgres.ts';
import pg from 'pg';
import { Coalescer } from './coalesce.ts';
import type { AllPage, EventStore, Position, ReadAllOptions, RecordedEvent, StreamAppend } from './port.ts';
import { appendInOneCall } from './postgres-append.ts';
import { mapConnectionErrors } from './postgres-connection.ts';
import { copiedEvents } from './postgres-copy.ts';
import { PostgresHints } from './postgres-hints.ts';
import { type Cursor, cursorOf, positionOf, START } from './postgres-position.ts';
import { STORED_TEXTS, type StoredRow, tamperedEvents } from './postgres-tampered.ts';
import { assertEvents, assertOneEntryAStream } from './rules.ts';

const UNIQUE_VIOLATION = '23505';
const LOOK_AGAIN_MS = 10;
/** Of one call. */
const MOST_STREAMS = 500;
const MOST_EVENTS = 2000;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** As `positionOf` spells it: one column instead of three spares a reader of many events a tenth of its time. */
const POSITION = `lpad(epoch::text, 6, '0') || '-' || lpad("transactionId"::text, 20, '0') || '-' || lpad(position::text, 19, '0')`;
const COLUMNS = `${POSITION}, "streamId", revision, id, type, data, metadata`;

/** Named, so that a session plans them once; what they call is planned by index however small the table was then. */
const STREAMS = { name: 'eventstore.streams', text: `select ${COLUMNS} from eventstore.streams($1)` };
const ENDS = { name: 'eventstore.ends', text: `select ${COLUMNS} from eventstore.ends($1)` };

/** When an event was stored by the clock of Postgres: ages must not depend on those of processes. Instant on any number of events. */
const STORED_AT = 'alter table events add column "storedAt" timestamptz not null default now()';

/** What commands read, several times each: planned once a session and, as in `append`, by index. */
const STREAM_READS = `
  create function streams(wanted text[]) returns setof events language plpgsql stable
  set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan
  as $$ begin
    return query select e.* from eventstore.events e where e."streamId" = any(wanted) order by e."streamId", e.revision;
  end $$;
  create function ends(wanted text[]) returns setof events language plpgsql stable
  set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan
  as $$ begin
    return query select last.* from unnest(wanted) as stream cross join lateral (
      select e.* from eventstore.events e where e."streamId" = stream order by e.revision desc limit 1) as last;
  end $$`;

export interface PostgresStoreOptions {
  /** The caller's, who ends it. At least three connections. */
  readonly pool: pg.Pool;
  /** `appenders` (default): only appends in flight hold readers back. `xmin`, the fallback: every write in the cluster does. */
  readonly horizon?: 'appenders' | 'xmin';
}

/** Makes or upgrades the schema `eventstore`, and raises the epoch after a restore. Any number of processes may call it at once. */
export async function migrateEventStore(pool: pg.Pool): Promise<void> {
  const sql = readFileSync(new URL('./postgres.sql', import.meta.url), 'utf8');
  await migrate(pool, 'eventstore', [
    { id: '0001-event-log', sql },
    { id: '0002-stored-at', sql: STORED_AT },
    { id: '0003-stream-reads', sql: STREAM_READS },
  ]);
  await pool.query('select eventstore."raiseEpochAfterRestore"()');
}

/** Columns come as the text that Postgres sends: no parser makes Dates, and JSON is parsed once, here. */
type Row = [
  position: Position,
  streamId: string,
  revision: string,
  id: string,
  type: string,
  data: string,
  metadata: string,
];
const AS_TEXT = { getTypeParser: () => (text: string) => text };

const recorded = (row: Row): RecordedEvent => ({
  id: row[3],
  type: row[4],
  data: JSON.parse(row[5]),
  metadata: JSON.parse(row[6]),
  streamId: row[1],
  revision: Number(row[2]),
  position: row[0],
});

/** The event store in Postgres. `migrateEventStore` comes first. */
export function postgresEventStore({ pool, horizon = 'appenders' }: PostgresStoreOptions): EventStore {
  const hints = new PostgresHints(pool);
  // A pooled connection that the server ends is replaced by the pool; unheard, its error would end the process.
  pool.on('error', () => undefined);
  /**
   * The furthest event seen below a horizon: up to it nothing can appear any more, and pages that end there need no new
   * horizon. Not the horizon itself: transaction ids above the last event may be given out again after a crash of Postgres,
   * since those of the lost transactions were on no disk, and what is appended under them would be taken for settled.
   */
  let settled: Cursor = START;

  const coalescer = new Coalescer(
    async (batch) => {
      const outcomes = await mapConnectionErrors(() => onceMoreOnRace(() => appendInOneCall(pool, batch)));
      if (outcomes.some((outcome) => outcome.ok && !outcome.repeated)) hints.appended();
      return outcomes;
    },
    (error) => !isUnavailable(error) && error instanceof pg.DatabaseError,
    { lanes: 2, maxStreams: MOST_STREAMS, maxEvents: MOST_EVENTS },
  );

  const rowsOf = (text: string, values: unknown[], name?: string): Promise<Row[]> =>
    mapConnectionErrors(
      async () => (await pool.query<Row>({ name, text, values, rowMode: 'array', types: AS_TEXT })).rows,
    );

  const reads = new BatchLoader(
    async (streamIds) => {
      const streams = new Map<string, RecordedEvent[]>(streamIds.map((id) => [id, []]));
      for (const row of await rowsOf(STREAMS.text, [[...streams.keys()]], STREAMS.name))
        streams.get(row[1])?.push(recorded(row));
      return streams;
    },
    { lanes: 4, most: 50 },
  );

  const submit = (entry: StreamAppend) => {
    assertEvents(entry.events);
    return coalescer.submit(entry);
  };

  /** A page up to a fresh horizon, which it remembers. The function's last row is the mark. */
  async function pageToHorizon(
    after: Cursor,
    limit: number,
    filter: unknown[],
  ): Promise<{ rows: Row[]; last: Position | undefined }> {
    const rows = await rowsOf(`select ${COLUMNS} from eventstore."pageToHorizon"($1, $2, $3, $4, $5, $6, $7, $8)`, [
      ...after,
      limit,
      ...filter,
      horizon === 'appenders',
    ]);
    const mark = rows.pop() as Row;
    if (mark[0] !== null) settled = later(settled, cursorOf(mark[0]));
    if (mark[2] === '1') hints.lookAgain(LOOK_AGAIN_MS);
    return { rows, last: mark[0] ?? undefined };
  }

  /** A page between two cursors under which all is settled. */
  async function settledPage(
    after: Cursor,
    upTo: Cursor,
    limit: number,
    filter: unknown[],
    lazily: boolean,
  ): Promise<RecordedEvent[]> {
    const values = [...after, upTo[0], String(BigInt(upTo[1]) + 1n), limit, ...filter];
    // COPY takes no parameters.
    if (lazily)
      return mapConnectionErrors(() =>
        copiedEvents(pool, `select * from eventstore.page(${values.map(literal).join(', ')})`),
      );
    const text = `select ${COLUMNS} from eventstore.page($1, $2, $3, $4, $5, $6, $7, $8, $9)`;
    return (await rowsOf(text, values)).map(recorded);
  }

  async function forwards(
    from: Position | undefined,
    limit: number,
    filter: unknown[],
    lazily: boolean,
  ): Promise<AllPage> {
    let after = from === undefined ? START : cursorOf(from);
    const events: RecordedEvent[] = [];
    // Held still: another read may move `settled` on while this one is under way, and what lies between would be lost.
    const upTo = settled;
    if (isBefore(after, upTo)) {
      events.push(...(await settledPage(after, upTo, limit, filter, lazily)));
      after = upTo;
    }
    let last: Position | undefined;
    if (events.length < limit) {
      const fresh = await pageToHorizon(after, limit - events.length, filter);
      events.push(...fresh.rows.map(recorded));
      last = fresh.last;
    }
    const atEnd = events.length < limit;
    return { events, next: atEnd ? furthest(from, last) : events.at(-1)?.position, atEnd };
  }

  async function backwards(from: Position | undefined, limit: number, filter: unknown[]): Promise<AllPage> {
    const { last } = await pageToHorizon(cursorOf(positionOf('999999', '0', '0')), 0, [null, null, null]);
    const start = from === undefined || (last !== undefined && last < from) ? last : from;
    if (start === undefined) return { events: [], next: undefined, atEnd: true };
    const [epoch, transactionId, position] = cursorOf(start);
    const before = start === from ? position : String(BigInt(position) + 1n);
    const events = (
      await rowsOf(`select ${COLUMNS} from eventstore."pageBackwards"($1, $2, $3, $4, $5, $6, $7)`, [
        epoch,
        transactionId,
        before,
        limit,
        ...filter,
      ])
    ).map(recorded);
    return { events, next: events.at(-1)?.position ?? start, atEnd: events.length < limit };
  }

  return {
    append: async (streamId, expected, events) => {
      const outcome = await submit({ streamId, expected, events });
      if (!outcome.ok) throw outcome.conflict;
      return outcome;
    },
    appendMany: async (batch) => {
      assertOneEntryAStream(batch);
      return Promise.all(batch.map(submit));
    },
    appendInOrder: async (batch) => {
      for (const part of partsOf(batch)) {
        for (const outcome of await mapConnectionErrors(() => appendInOneCall(pool, part)))
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
      return (await rowsOf(text, [streamId, from ?? null, limit ?? null])).map(recorded);
    },
    readStreams: async (streamIds) => (streamIds.length > 0 ? reads.read(streamIds) : new Map()),
    readLast: async (streamIds) => {
      if (streamIds.length === 0) return new Map();
      const rows = await rowsOf(ENDS.text, [[...new Set(streamIds)]], ENDS.name);
      return new Map(rows.map((row) => [row[1], recorded(row)]));
    },
    agesOf: async (streamIds) => {
      if (streamIds.length === 0) return new Map();
      const text = `select "streamId", extract(epoch from clock_timestamp() - "storedAt") * 1000 from eventstore.ends($1)`;
      const query = { text, values: [[...new Set(streamIds)]], rowMode: 'array' as const, types: AS_TEXT };
      const { rows } = await mapConnectionErrors(() => pool.query<[string, string]>(query));
      return new Map(rows.map(([stream, ms]) => [stream, Number(ms)]));
    },
    readAll: async ({ from, direction, limit, filter, lazily = false }: ReadAllOptions) => {
      const conditions = [filter?.types ?? null, filter?.streamPrefixes ?? null, filter?.recordedUntil ?? null];
      return direction === 'backwards' ? backwards(from, limit, conditions) : forwards(from, limit, conditions, lazily);
    },
    head: async () => (await pageToHorizon(cursorOf(positionOf('999999', '0', '0')), 0, [null, null, null])).last,
    readEvent: async (id) => {
      if (!UUID.test(id)) return null;
      const [row] = await rowsOf(`select ${COLUMNS} from eventstore.events where id = $1`, [id]);
      return row ? recorded(row) : null;
    },
    findTamperedEvents: async (events) => {
      const query = {
        text: STORED_TEXTS,
        values: [events.map(({ id }) => id)],
        rowMode: 'array' as const,
        types: AS_TEXT,
      };
      return tamperedEvents(events, (await mapConnectionErrors(() => pool.query<StoredRow>(query))).rows);
    },
    waitForAppend: (timeoutMs, signal) => hints.wait(timeoutMs, signal),
    close: () => hints.close(),
  };
}

/** Cuts entries into calls, in order: a call has each stream once and stores its entries in the order given. */
function* partsOf(batch: readonly StreamAppend[]): Generator<StreamAppend[]> {
  let part = new Map<string, StreamAppend>();
  let events = 0;
  for (const entry of batch) {
    assertEvents(entry.events);
    const isFull = part.size === MOST_STREAMS || events + entry.events.length > MOST_EVENTS;
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

/** Two that append the same id to different streams at once: the second then finds the id and is told so. */
async function onceMoreOnRace<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION) return call();
    throw error;
  }
}

/** A parameter as SQL. */
const literal = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `array[${value.map(literal).join(',')}]::text[]`;
  return pg.escapeLiteral(String(value));
};

const isBefore = (a: Cursor, b: Cursor): boolean => positionOf(...a) < positionOf(...b);
const later = (a: Cursor, b: Cursor): Cursor => (isBefore(a, b) ? b : a);
const furthest = (a: Position | undefined, b: Position | undefined): Position | undefined =>
  a === undefined || (b !== undefined && a < b) ? b : a;
