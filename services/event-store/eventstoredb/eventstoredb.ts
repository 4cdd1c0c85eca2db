import { randomUUID } from 'node:crypto';
import { BACKWARDS, END, ErrorType, EventStoreDBClient, FORWARDS, START } from '@eventstore/db-client';
import pLimit from 'p-limit';
import {
  type AppendOutcome,
  type EventStore,
  type RecordedEvent,
  type StreamAppend,
  WrongExpectedRevision,
} from '../port.ts';
import { assertEvents, assertOneEntryAStream, meets } from '../rules.ts';
import { EventStoreDBAppender, encodeEvent } from './append.ts';
import { mapConnectionErrors, patiently, typeOf } from './connection.ts';
import { attemptOf, fromClient } from './events.ts';
import { EventStoreDBLogReader } from './log-reader.ts';
import { StreamCache } from './streams.ts';
import { EventStoreDBTail } from './tail.ts';

/**
 * Maximum number of concurrent calls for one batch. Appends of a process share one stream of the connection: 1,000
 * concurrent appends gave up to 1.8 times as many a second as 64. Each read is a call of its own.
 */
const APPENDS_AT_ONCE = 1_000;
const READS_AT_ONCE = 128;
const RAW_PAGE = 1001;
/** The client's own default deadline, which it applies to neither reads nor appends. */
const ANSWER_WITHIN_MS = 10_000;
const LOOKS = 100;
const POLL_MS = 10;

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
  const streams = new StreamCache();
  const tail = new EventStoreDBTail(client, answerWithinMs, {
    delivered: (event) => streams.delivered(event),
    lost: () => {
      streams.clear();
      reader.clear();
    },
  });
  const reader = new EventStoreDBLogReader(client, tail, answerWithinMs);

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
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
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

  const readFromStart = async (id: string): Promise<RecordedEvent[]> =>
    recorded(await readRaw(id, START, 'forwards', Number.MAX_SAFE_INTEGER));
  const readEnd = async (id: string): Promise<RecordedEvent[]> => recorded(await readRaw(id, END, 'backwards', 1));

  /** Reads a stream, or its last event, from the server, and caches it if the tail keeps it up to date from now on. */
  function load(id: string, isComplete: boolean): Promise<readonly RecordedEvent[]> {
    const { generation, isLive } = tail;
    const read = () => (isComplete ? readFromStart(id) : readEnd(id));
    return isLive ? streams.load(id, isComplete, read, () => generation === tail.generation) : read();
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
      pLimit(READS_AT_ONCE).map(unknown, read),
    ]);
    const found = new Map<string, Found>(unknown.map((id, index) => [id, loaded[index] as Found]));
    const late: string[] = [];
    for (const id of known) {
      const one = reached ? held(id) : null;
      if (one === null) late.push(id);
      else found.set(id, one);
    }
    const afterwards = await pLimit(READS_AT_ONCE).map(late, read);
    late.forEach((id, index) => {
      found.set(id, afterwards[index] as Found);
    });
    return found;
  }

  return {
    readsOneByOne: true,
    appendMany: async (batch) => {
      assertOneEntryAStream(batch);
      return pLimit(APPENDS_AT_ONCE).map(batch, submit);
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
      const ends = await pLimit(READS_AT_ONCE).map(ids, (id) => readRaw(id, END, 'backwards', 1));
      const at = (await now()).getTime();
      return new Map(
        ends.flatMap(([last], index) =>
          last?.event ? [[ids[index] as string, at - last.event.created.getTime()] as const] : [],
        ),
      );
    },
    readAll: (options) => reader.readAll(options),
    head: async () => (await reader.readAll({ direction: 'backwards', limit: 1 })).next,
    readEvent: (id, at) => reader.readEvent(id, at),
    // No `findTamperedEvents`: the server stores no columns besides an event, and every reader parses its whole text.
    waitForAppend: (timeoutMs, signal) => tail.wait(timeoutMs, signal),
    close: async () => {
      await tail.close();
      reader.clear();
      await client.dispose();
    },
  };
}
