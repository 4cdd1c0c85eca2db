import { BatchLoader } from '@fynbos/platform/batch-loader.ts';
import { isUnavailable } from '@fynbos/platform/postgres.ts';
import pg from 'pg';
import { Coalescer } from '../coalesce.ts';
import type { AllPage, EventStore, Position, ReadAllOptions, RecordedEvent, StreamAppend } from '../port.ts';
import { assertEvents, assertOneEntryAStream } from '../rules.ts';
import { appendInOneCall } from './append.ts';
import { mapConnectionErrors } from './connection.ts';
import { copiedEvents } from './copy.ts';
import { PostgresHints } from './hints.ts';
import { type Cursor, cursorOf, positionOf, START } from './position.ts';
import { STORED_TEXTS, type StoredRow, tamperedEvents } from './tampered.ts';

const UNIQUE_VIOLATION = '23505';
const POLL_MS = 10;
/** Maximum number of streams per call. */
const MOST_STREAMS = 500;
const MOST_EVENTS = 2000;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** The form of `positionOf`. One column instead of three saves a reader of many events a tenth of its time. */
const POSITION = `lpad(epoch::text, 6, '0') || '-' || lpad("transactionId"::text, 20, '0') || '-' || lpad(position::text, 19, '0')`;
const COLUMNS = `${POSITION}, "streamId", revision, id, type, data, metadata`;

/**
 * Named, so that a session plans each statement once. The functions they call use the index plan, however small the
 * table was at planning.
 */
const STREAMS = { name: 'eventstore.streams', text: `select ${COLUMNS} from eventstore.streams($1)` };
const ENDS = { name: 'eventstore.ends', text: `select ${COLUMNS} from eventstore.ends($1)` };

export interface PostgresStoreOptions {
  /** The caller owns and closes it. At least three connections. */
  readonly db: pg.Pool;
  /**
   * `appenders` (default): only appends in progress limit readers. `xmin`, the fallback: every write in the cluster
   * does.
   */
  readonly horizon?: 'appenders' | 'xmin';
}

/** Columns arrive as the text that Postgres sends: no parser creates Dates, and JSON is parsed once, here. */
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

/** Creates the event store on Postgres. `migrateEventStore` must run first. */
export function postgresEventStore({ db, horizon = 'appenders' }: PostgresStoreOptions): EventStore {
  const hints = new PostgresHints(db);
  // The pool replaces a connection that the server closes. Without a listener, its error would terminate the process.
  db.on('error', () => undefined);
  /**
   * The furthest event seen below a horizon. No event can appear up to it, and pages that end there need no new
   * horizon.
   * It is not the horizon itself: after a crash, Postgres may reassign transaction ids above the last event, because
   * those of lost transactions never reached the disk. Events appended under them would count as settled.
   */
  let settled: Cursor = START;

  const coalescer = new Coalescer(
    async (batch) => {
      const outcomes = await mapConnectionErrors(() => onceMoreOnRace(() => appendInOneCall(db, batch)));
      if (outcomes.some((outcome) => outcome.ok && !outcome.repeated)) hints.appended();
      return outcomes;
    },
    (error) => !isUnavailable(error) && error instanceof pg.DatabaseError,
    { lanes: 2, maxStreams: MOST_STREAMS, maxEvents: MOST_EVENTS },
  );

  const rowsOf = (text: string, values: unknown[], name?: string): Promise<Row[]> =>
    mapConnectionErrors(
      async () => (await db.query<Row>({ name, text, values, rowMode: 'array', types: AS_TEXT })).rows,
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

  /** Reads a page up to a fresh horizon, and remembers the horizon. The function's last row is the mark. */
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
    if (mark[2] === '1') hints.pollAgain(POLL_MS);
    return { rows, last: mark[0] ?? undefined };
  }

  /** Reads a page between two cursors in the settled part of the log. */
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
        copiedEvents(db, `select * from eventstore.page(${values.map(literal).join(', ')})`),
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
    // A fixed copy: a concurrent read may advance `settled`, and the events in between would be lost.
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
    appendMany: async (batch) => {
      assertOneEntryAStream(batch);
      return Promise.all(batch.map(submit));
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
      const { rows } = await mapConnectionErrors(() => db.query<[string, string]>(query));
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
      return tamperedEvents(events, (await mapConnectionErrors(() => db.query<StoredRow>(query))).rows);
    },
    waitForAppend: (timeoutMs, signal) => hints.wait(timeoutMs, signal),
    close: () => hints.close(),
  };
}

/** Splits entries into calls, in order. A call has each stream once and stores its entries in the given order. */
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

/**
 * Repeats a call once after a race: if two calls append the same id to different streams, the second one then finds the
 * id and reports it.
 */
async function onceMoreOnRace<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION) return call();
    throw error;
  }
}

/** A parameter as an SQL literal. */
const literal = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `array[${value.map(literal).join(',')}]::text[]`;
  return pg.escapeLiteral(String(value));
};

const isBefore = (a: Cursor, b: Cursor): boolean => positionOf(...a) < positionOf(...b);
const later = (a: Cursor, b: Cursor): Cursor => (isBefore(a, b) ? b : a);
const furthest = (a: Position | undefined, b: Position | undefined): Position | undefined =>
  a === undefined || (b !== undefined && a < b) ? b : a;
