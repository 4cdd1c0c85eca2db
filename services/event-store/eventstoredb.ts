import { randomUUID } from 'node:crypto';
import {
  ANY,
  type AppendExpectedRevision,
  BACKWARDS,
  END,
  ErrorType,
  EventStoreDBClient,
  FORWARDS,
  NO_STREAM,
  START,
  STREAM_EXISTS,
} from '@eventstore/db-client';
import { Lanes } from '@fynbos/platform/lanes.ts';
import { attemptOf, fromClient, logPositionOf, positionOf, toClient } from './eventstoredb-events.ts';
import { EventStoreDBHints } from './eventstoredb-hints.ts';
import { type Patience, patiently, reaching, typeOf } from './eventstoredb-reaching.ts';
import {
  type AllPage,
  type AppendOutcome,
  type EventStore,
  type ExpectedRevision,
  type Position,
  type ReadAllOptions,
  type RecordedEvent,
  type StreamAppend,
  WrongExpectedRevision,
} from './port.ts';
import { assertEvents, assertOneEntryAStream, meets, passes } from './rules.ts';

/** Calls under way at a time for one batch; more only queue in the client. */
const IN_FLIGHT = 64;
const RAW_PAGE = 1001;
/** Whole pages on their way to one process at a time: all of its calls share a connection, and with forty each was too slow. */
const PAGES_AT_ONCE = 4;
/** The client's own default deadline, which it keeps for neither reads nor appends. */
const ANSWER_WITHIN_MS = 10_000;
const LOOKS = 100;
const LOOK_AGAIN_MS = 10;

const EXPECTED = { 'no-stream': NO_STREAM, exists: STREAM_EXISTS, any: ANY } as const;
const expectedOf = (expected: ExpectedRevision): AppendExpectedRevision =>
  typeof expected === 'number' ? BigInt(expected) : EXPECTED[expected];

/** `last` is where the last event seen stands, ours or not. */
interface RawPage {
  readonly events: RecordedEvent[];
  readonly seen: number;
  readonly last: Position | undefined;
}

async function inParallel<In, Out>(items: readonly In[], work: (item: In) => Promise<Out>): Promise<Out[]> {
  const results: Out[] = new Array(items.length);
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index] as In);
    }
  };
  await Promise.all(Array.from({ length: Math.min(IN_FLIGHT, items.length) }, worker));
  return results;
}

/**
 * The event store in EventStoreDB or KurrentDB, by its connection string (`esdb://…` or
 * `kurrentdb://…`, of one host or of several). An append is at most 1 MiB.
 * The server has no look-up by event id: without a position `readEvent` scans, newest first. It repeats `any` appends
 * faithfully only while it remembers their ids. A call of which nothing is heard for `answerWithinMs` is given up. The server
 * does not tell what time it is: `now` gives the time of another machine that is one for all processes, against which the
 * server's own stamps are held; their clocks have to agree within seconds.
 */
export function eventStoreDb(
  url: string,
  now: () => Promise<Date> = async () => new Date(),
  answerWithinMs = ANSWER_WITHIN_MS,
): EventStore {
  // The client knows the older name of the scheme alone; both mean the same.
  const client = EventStoreDBClient.connectionString(url.replace(/^kurrentdb/, 'esdb'));
  const hints = new EventStoreDBHints(client);
  const lanes = new Lanes(PAGES_AT_ONCE);

  async function readRaw(
    streamId: string,
    from: bigint | typeof START | typeof END,
    direction: 'forwards' | 'backwards',
    maxCount: number,
  ) {
    return reaching(answerWithinMs, async (patience) => {
      const events = [];
      try {
        const read = client.readStream(streamId, {
          fromRevision: from,
          direction: direction === 'backwards' ? BACKWARDS : FORWARDS,
          maxCount,
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

  /** Which append stored an event that is in the stream, and where: what the server's answer does not say. */
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

  /** The server refuses on account of a write that it has accepted but does not show yet: looks until it does. */
  async function actualRevision({ streamId, expected }: StreamAppend): Promise<number | null> {
    for (let look = 0; ; look++) {
      const [last] = await readRaw(streamId, END, 'backwards', 1);
      const actual = last?.event ? Number(last.event.revision) : null;
      if (!meets(expected, actual) || look === LOOKS) return actual;
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
  }

  async function appendOne(entry: StreamAppend): Promise<AppendOutcome> {
    const { streamId, expected, events, fresh } = entry;
    const attempt = randomUUID();
    const sent = events.map((event) => toClient(event, attempt));
    let tries = 0;
    try {
      const { position } = await reaching(answerWithinMs, () => {
        tries++;
        return client.appendToStream(streamId, sent, { expectedRevision: expectedOf(expected) });
      });
      // The answer to a repetition looks the same: only what cannot be one is taken at its word.
      const before = expected === 'no-stream' ? -1 : expected;
      if (fresh && tries === 1 && position && typeof before === 'number') {
        return { ok: true, revision: before + events.length, position: positionOf(position), repeated: false };
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

  /** A raw page of the whole log; forwards the event at `from` itself comes first. What is not ours is counted only. */
  async function rawPage(from: Position | undefined, backwards: boolean, maxCount: number): Promise<RawPage> {
    const page = async (patience: Patience): Promise<RawPage> => {
      const events: RecordedEvent[] = [];
      let seen = 0;
      let last: Position | undefined;
      const fromPosition = from === undefined ? (backwards ? END : START) : logPositionOf(from);
      const direction = backwards ? BACKWARDS : FORWARDS;
      for await (const resolved of patiently(client.readAll({ fromPosition, direction, maxCount }), patience)) {
        seen++;
        if (resolved.event) last = positionOf(resolved.event.position);
        const event = fromClient(resolved);
        if (event) events.push(event);
      }
      return { events, seen, last };
    };
    const reached = () => reaching(answerWithinMs, page);
    return maxCount < RAW_PAGE ? reached() : lanes.run(reached);
  }

  async function readAll({ from, direction, limit, filter }: ReadAllOptions): Promise<AllPage> {
    const backwards = direction === 'backwards';
    const events: RecordedEvent[] = [];
    let next = from;
    // One more than is wanted, for the event at `from`; after that whatever the filter or others' events leave to find.
    for (let cursor = from, size = filter ? RAW_PAGE : Math.min(limit + 1, RAW_PAGE); ; size = RAW_PAGE) {
      const { events: page, seen, last } = await rawPage(cursor, backwards, size);
      const unread = page.filter(({ position }) => position !== cursor);
      for (const event of unread) {
        if (events.length === limit) return { events, next, atEnd: false };
        if (passes(filter, event)) events.push(event);
        next = event.position;
      }
      if (seen < size || events.length === limit) return { events, next, atEnd: events.length < limit };
      cursor = last;
      // A page full of the server's own events still moves the reader on.
      if (unread.length === 0) next = last;
    }
  }

  return {
    append: async (streamId, expected, events) => {
      const outcome = await submit({ streamId, expected, events });
      if (!outcome.ok) throw outcome.conflict;
      return outcome;
    },
    appendMany: async (batch) => {
      assertOneEntryAStream(batch);
      return inParallel(batch, submit);
    },
    readStream: async (streamId, { from, direction = 'forwards', limit = Number.MAX_SAFE_INTEGER } = {}) => {
      const start = from === undefined ? (direction === 'backwards' ? END : START) : BigInt(from);
      return recorded(await readRaw(streamId, start, direction, limit));
    },
    readStreams: async (streamIds) => {
      const ids = [...new Set(streamIds)];
      const streams = await inParallel(ids, (id) => readRaw(id, START, 'forwards', Number.MAX_SAFE_INTEGER));
      return new Map(ids.map((id, index) => [id, recorded(streams[index] ?? [])]));
    },
    readLast: async (streamIds) => {
      const ids = [...new Set(streamIds)];
      const ends = await inParallel(ids, (id) => readRaw(id, END, 'backwards', 1));
      return new Map(ends.flatMap((events) => recorded(events).map((event) => [event.streamId, event])));
    },
    agesOf: async (streamIds) => {
      const ids = [...new Set(streamIds)];
      const ends = await inParallel(ids, (id) => readRaw(id, END, 'backwards', 1));
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
      const there = at === undefined ? undefined : (await rawPage(at, false, 1)).events[0];
      if (there?.id === id) return there;
      for (let from: Position | undefined; ; ) {
        const page = await readAll({ direction: 'backwards', limit: RAW_PAGE, from });
        const found = page.events.find((event) => event.id === id);
        if (found || page.atEnd) return found ?? null;
        from = page.next;
      }
    },
    // Nothing stands beside an event there, and every reader takes its text whole.
    heldOtherwise: async () => new Map(),
    waitForAppend: (timeoutMs, signal) => hints.wait(timeoutMs, signal),
    close: async () => {
      await hints.close();
      await client.dispose();
    },
  };
}
