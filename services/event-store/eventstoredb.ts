import { randomUUID } from 'node:crypto';
import { BACKWARDS, END, ErrorType, EventStoreDBClient, FORWARDS, START } from '@eventstore/db-client';
import pLimit from 'p-limit';
import { EventStoreDBAppender, encodeEvent } from './eventstoredb-append.ts';
import { mapConnectionErrors, type Patience, patiently, typeOf } from './eventstoredb-connection.ts';
import { attemptOf, fromClient, logPositionOf } from './eventstoredb-events.ts';
import { HeldPages, type RawPage } from './eventstoredb-pages.ts';
import { HeldStreams } from './eventstoredb-streams.ts';
import { EventStoreDBTail } from './eventstoredb-tail.ts';
import { LogEvent, readLog } from './eventstoredb-wire.ts';
import {
  type AllPage,
  type AppendOutcome,
  type EventStore,
  type Position,
  type ReadAllOptions,
  type RecordedEvent,
  type StreamAppend,
  WrongExpectedRevision,
} from './port.ts';
import { assertEvents, assertOneEntryAStream, meets, passes } from './rules.ts';

/**
 * Maximum number of concurrent calls for one batch. Appends of a process share one stream of the connection: 64
 * concurrent appends gave 2,000 a second, 1,000 gave 2,500 to 3,600 on the same two busy cores. Each read is a call of
 * its own.
 */
const APPENDS_AT_ONCE = 1_000;
const READS_AT_ONCE = 128;
const RAW_PAGE = 1001;
/**
 * Maximum number of whole pages in transfer to one process. All of its calls share a connection; with forty pages each
 * was too slow.
 */
const PAGES_AT_ONCE = 4;
/** The client's own default deadline, which it applies to neither reads nor appends. */
const ANSWER_WITHIN_MS = 10_000;
const LOOKS = 100;
const LOOK_AGAIN_MS = 10;

async function inParallel<In, Out>(
  items: readonly In[],
  atOnce: number,
  work: (item: In) => Promise<Out>,
): Promise<Out[]> {
  const results: Out[] = new Array(items.length);
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index] as In);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return results;
}

/**
 * Creates the event store on EventStoreDB or KurrentDB from its connection string (`esdb://…` or `kurrentdb://…`, of
 * one or several hosts).
 * - An append is at most 1 MiB.
 * - The server cannot look events up by id: without a position `readEvent` scans, newest first.
 * - The server answers a repeated `any` append correctly only while it remembers the ids.
 * - A call without any answer for `answerWithinMs` is aborted.
 * - The server does not report its time. `now` returns the time of another machine that all processes share, and is
 *   compared with the server's timestamps; the two clocks must agree within seconds.
 */
export function eventStoreDb(
  url: string,
  now: () => Promise<Date> = async () => new Date(),
  answerWithinMs = ANSWER_WITHIN_MS,
): EventStore {
  // The client knows only the older name of the scheme; both mean the same.
  const client = EventStoreDBClient.connectionString(url.replace(/^kurrentdb/, 'esdb'));
  const appender = new EventStoreDBAppender(client, answerWithinMs);
  const streams = new HeldStreams();
  const tail = new EventStoreDBTail(client, answerWithinMs, {
    delivered: (event) => streams.delivered(event),
    lost: () => {
      streams.clear();
      pages.clear();
    },
  });
  const lane = pLimit(PAGES_AT_ONCE);

  async function readRaw(
    streamId: string,
    from: bigint | typeof START | typeof END,
    direction: 'forwards' | 'backwards',
    maxCount: number,
  ) {
    return mapConnectionErrors(answerWithinMs, async (patience) => {
      const events = [];
      try {
        const read = client.readStream(streamId, {
          fromRevision: from,
          direction: direction === 'backwards' ? BACKWARDS : FORWARDS,
          maxCount,
          // A follower of the cluster may lack events that the leader has acknowledged.
          requiresLeader: true,
        });
        for await (const resolved of patiently(read, patience)) events.push(resolved);
      } catch (error) {
        if (typeOf(error) !== ErrorType.STREAM_NOT_FOUND) throw error;
      }
      return events;
    });
  }

  const recorded = (resolved: Awaited<ReturnType<typeof readRaw>>): RecordedEvent[] =>
    resolved.map(fromClient).filter((event) => event !== null);

  /**
   * Finds which append stored an event of the stream, and at which position. The server's answer does not contain it.
   */
  async function findBack({
    streamId,
    expected,
    events,
  }: StreamAppend): Promise<{ event: RecordedEvent; attempt: string | undefined }> {
    const id = events.at(-1)?.id;
    const start = typeof expected === 'number' ? expected : expected === 'no-stream' ? -1 : null;
    for (let from: bigint | typeof END = start === null ? END : BigInt(start + events.length); ; ) {
      const page = await readRaw(streamId, from, 'backwards', start === null ? RAW_PAGE : 1);
      const found = page.find((resolved) => resolved.event?.id === id);
      const event = found && fromClient(found);
      if (event) return { event, attempt: attemptOf(found) };
      const last = page.at(-1)?.event?.revision;
      if (last === undefined || last === 0n) throw new Error('an appended event cannot be read back');
      from = last - 1n;
    }
  }

  async function endOf(streamId: string): Promise<number | null> {
    const [last] = await readRaw(streamId, END, 'backwards', 1);
    return last?.event ? Number(last.event.revision) : null;
  }

  /**
   * The server can reject an append because of a write that it has accepted but does not show yet. Reads until the
   * write is visible.
   */
  async function actualRevision({ streamId, expected }: StreamAppend): Promise<number | null> {
    for (let look = 0; ; look++) {
      const actual = await endOf(streamId);
      if (!meets(expected, actual) || look === LOOKS) return actual;
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
  }

  async function appendOne(entry: StreamAppend): Promise<AppendOutcome> {
    const { streamId, expected, events, texts, fresh } = entry;
    const attempt = randomUUID();
    const sent = events.map((event, index) => encodeEvent(event, attempt, texts?.[index]));
    let tries = 0;
    try {
      const position = await mapConnectionErrors(answerWithinMs, () => {
        tries++;
        return appender.append(streamId, expected, sent);
      });
      // The answer to a repetition looks the same. Only an answer that cannot be a repetition is trusted.
      const before = expected === 'no-stream' ? -1 : expected;
      if (fresh && tries === 1 && position && typeof before === 'number') {
        return { ok: true, revision: before + events.length, position, repeated: false };
      }
    } catch (error) {
      if (typeOf(error) !== ErrorType.WRONG_EXPECTED_VERSION) throw error;
      return { ok: false, conflict: new WrongExpectedRevision(streamId, expected, await actualRevision(entry)) };
    }
    const { event, attempt: stored } = await findBack(entry);
    return { ok: true, revision: event.revision, position: event.position, repeated: stored !== attempt };
  }

  const submit = (entry: StreamAppend): Promise<AppendOutcome> => {
    assertEvents(entry.events);
    return appendOne(entry);
  };

  /**
   * Sends all appends without waiting: the server processes one stream of the connection in order. The first append is
   * sent alone, because it opens that stream. After a lost connection the whole batch is sent again; events already
   * stored are acknowledged.
   */
  function appendInOrder(batch: readonly StreamAppend[]): Promise<void> {
    const [first, ...rest] = batch.map(({ streamId, expected, events, texts }) => ({
      streamId,
      expected,
      sent: events.map((event, index) => encodeEvent(event, randomUUID(), texts?.[index])),
    }));
    const send = async ({ streamId, expected, sent }: NonNullable<typeof first>): Promise<void> => {
      try {
        await appender.append(streamId, expected, sent);
      } catch (error) {
        if (typeOf(error) !== ErrorType.WRONG_EXPECTED_VERSION) throw error;
        throw new WrongExpectedRevision(streamId, expected, await endOf(streamId));
      }
    };
    return mapConnectionErrors(answerWithinMs, async ({ heard }) => {
      if (first) await send(first);
      await Promise.all(rest.map((entry) => send(entry).then(heard)));
    });
  }

  /**
   * Reads a raw page of the whole log. Forwards, the event at `from` itself comes first. Foreign events are only
   * counted.
   */
  async function rawPage(from: Position | undefined, backwards: boolean, maxCount: number): Promise<RawPage> {
    const page = async (patience: Patience): Promise<RawPage> => {
      const events: LogEvent[] = [];
      let seen = 0;
      let last: Position | undefined;
      const start = from === undefined ? (backwards ? 'end' : 'start') : logPositionOf(from);
      const read = await readLog(client, { from: start, isBackwards: backwards, maxCount });
      for await (const message of patiently(read, patience)) {
        if (!(message instanceof LogEvent)) continue;
        seen++;
        last = message.position;
        if (message.isOurs && last !== from) events.push(message);
      }
      return { events, last, isFull: seen === maxCount };
    };
    const reached = () => mapConnectionErrors(answerWithinMs, page);
    return maxCount < RAW_PAGE ? reached() : lane(reached);
  }

  /** The event at exactly this position, or null. */
  async function eventAt(position: Position): Promise<RecordedEvent | null> {
    return mapConnectionErrors(answerWithinMs, async (patience) => {
      let found: RecordedEvent | null = null;
      const read = await readLog(client, { from: logPositionOf(position), isBackwards: false, maxCount: 1 });
      for await (const message of patiently(read, patience))
        if (message instanceof LogEvent && message.isOurs) found = message.plain();
      return found;
    });
  }

  const pages = new HeldPages((after) => rawPage(after, false, RAW_PAGE));

  async function readAll(options: ReadAllOptions): Promise<AllPage> {
    return (options.direction === 'backwards' ? null : await readTail(options)) ?? readServer(options);
  }

  /** Returns the page from the tail of the log; null if the tail does not hold it. */
  async function readTail({ from, limit, filter }: ReadAllOptions): Promise<AllPage | null> {
    if (!tail.holds(from)) return null;
    const page = tail.page(from, limit, filter);
    // A full page stays the same after further appends.
    if (!page.atEnd) return page;
    const reached = await tail.reached();
    return reached && tail.holds(from) ? tail.page(from, limit, filter) : null;
  }

  async function readServer({ from, direction, limit, filter, lazily }: ReadAllOptions): Promise<AllPage> {
    const backwards = direction === 'backwards';
    const events: RecordedEvent[] = [];
    let next = from;
    // Reads one event more than requested, for the event at `from`. Later pages compensate for filtered and foreign
    // events.
    for (let [cursor, isSmall] = [from, !filter && limit + 1 < RAW_PAGE]; ; isSmall = false) {
      const page = isSmall
        ? await rawPage(cursor, backwards, limit + 1)
        : await (backwards ? rawPage(cursor, true, RAW_PAGE) : pages.after(cursor));
      for (const event of page.events) {
        if (events.length === limit) return { events, next, atEnd: false };
        if (passes(filter, event)) events.push(lazily ? event : event.plain());
        next = event.position;
      }
      if (!page.isFull || events.length === limit) return { events, next, atEnd: events.length < limit };
      cursor = page.last;
      // A page full of the server's own events still advances the reader.
      if (page.events.length === 0) next = page.last;
    }
  }

  const readWhole = async (id: string): Promise<RecordedEvent[]> =>
    recorded(await readRaw(id, START, 'forwards', Number.MAX_SAFE_INTEGER));
  const readEnd = async (id: string): Promise<RecordedEvent[]> => recorded(await readRaw(id, END, 'backwards', 1));

  /** Reads a stream, or its last event, from the server, and caches it if the tail keeps it up to date from now on. */
  function load(id: string, isWhole: boolean): Promise<readonly RecordedEvent[]> {
    const { generation, isLive } = tail;
    const read = () => (isWhole ? readWhole(id) : readEnd(id));
    return isLive ? streams.load(id, isWhole, read, () => generation === tail.generation) : read();
  }

  /**
   * Reads each stream from the cache via `held`, once the tail has everything acknowledged before this call, and the
   * others from the server. `held` returns null for streams that are not cached.
   */
  async function ofEach<Found>(
    streamIds: readonly string[],
    held: (id: string) => Found | null,
    read: (id: string) => Promise<Found>,
  ): Promise<Map<string, Found>> {
    tail.begin();
    const ids = [...new Set(streamIds)];
    const known = ids.filter((id) => held(id) !== null);
    const unknown = known.length === 0 ? ids : ids.filter((id) => held(id) === null);
    const [reached, loaded] = await Promise.all([
      known.length > 0 && tail.reached(),
      inParallel(unknown, READS_AT_ONCE, read),
    ]);
    const found = new Map<string, Found>(unknown.map((id, index) => [id, loaded[index] as Found]));
    const late: string[] = [];
    for (const id of known) {
      const one = reached ? held(id) : null;
      if (one === null) late.push(id);
      else found.set(id, one);
    }
    const afterwards = await inParallel(late, READS_AT_ONCE, read);
    late.forEach((id, index) => {
      found.set(id, afterwards[index] as Found);
    });
    return found;
  }

  return {
    readsOneByOne: true,
    append: async (streamId, expected, events) => {
      const outcome = await submit({ streamId, expected, events });
      if (!outcome.ok) throw outcome.conflict;
      return outcome;
    },
    appendMany: async (batch) => {
      assertOneEntryAStream(batch);
      return inParallel(batch, APPENDS_AT_ONCE, submit);
    },
    appendInOrder: async (batch) => {
      for (const { events } of batch) assertEvents(events);
      await appendInOrder(batch);
    },
    readStream: async (streamId, { from, direction = 'forwards', limit = Number.MAX_SAFE_INTEGER } = {}) => {
      const start = from === undefined ? (direction === 'backwards' ? END : START) : BigInt(from);
      return recorded(await readRaw(streamId, start, direction, limit));
    },
    readStreams: (streamIds) =>
      ofEach<readonly RecordedEvent[]>(
        streamIds,
        (id) => streams.whole(id),
        (id) => load(id, true),
      ),
    readLast: async (streamIds) => {
      const ends = await ofEach<RecordedEvent | undefined>(
        streamIds,
        (id) => streams.last(id),
        async (id) => (await load(id, false)).at(-1),
      );
      return new Map([...ends].flatMap(([id, last]) => (last ? [[id, last] as const] : [])));
    },
    agesOf: async (streamIds) => {
      const ids = [...new Set(streamIds)];
      const ends = await inParallel(ids, READS_AT_ONCE, (id) => readRaw(id, END, 'backwards', 1));
      const at = (await now()).getTime();
      return new Map(
        ends.flatMap(([last], index) =>
          last?.event ? [[ids[index] as string, at - last.event.created.getTime()] as const] : [],
        ),
      );
    },
    readAll,
    head: async () => (await readAll({ direction: 'backwards', limit: 1 })).next,
    readEvent: async (id, at) => {
      const there = at === undefined ? null : await eventAt(at);
      if (there?.id === id) return there;
      for (let from: Position | undefined; ; ) {
        const page = await readAll({ direction: 'backwards', limit: RAW_PAGE, from });
        const found = page.events.find((event) => event.id === id);
        if (found || page.atEnd) return found ?? null;
        from = page.next;
      }
    },
    // No `findTamperedEvents`: the server stores no columns besides an event, and every reader parses its whole text.
    waitForAppend: (timeoutMs, signal) => tail.wait(timeoutMs, signal),
    close: async () => {
      await tail.close();
      pages.clear();
      await client.dispose();
    },
  };
}
