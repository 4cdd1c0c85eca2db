import { BACKWARDS, END, ErrorType, type EventStoreDBClient, FORWARDS, START } from '@eventstore/db-client';
import pLimit from 'p-limit';
import type { EventStore, RecordedEvent } from '../port.ts';
import { eventsOf, retryOnce, typeOf } from './connection.ts';
import { fromClient } from './events.ts';
import type { StreamCache } from './streams.ts';
import type { EventStoreDBTail } from './tail.ts';

/** Maximum number of concurrent reads of one call. */
const MAX_CONCURRENT_READS = 128;

/** Reads streams of EventStoreDB: those that the tail keeps up to date from the cache, others from the server. */
export class EventStoreDBStreamReader {
  constructor(
    private readonly client: EventStoreDBClient,
    private readonly cache: StreamCache,
    private readonly tail: EventStoreDBTail,
    private readonly answerWithinMs: number,
  ) {}

  /** Events of a stream as the server returns them, foreign ones included; none if the stream does not exist. */
  readRaw(
    streamId: string,
    fromRevision: bigint | typeof START | typeof END,
    direction: typeof FORWARDS | typeof BACKWARDS,
    maxCount: number,
  ) {
    return retryOnce(this.answerWithinMs, async (deadline) => {
      const events = [];
      try {
        // A follower of the cluster may lack events that the leader has acknowledged.
        const options = { fromRevision, direction, maxCount, requiresLeader: true };
        for await (const resolved of eventsOf(this.client.readStream(streamId, options), deadline))
          events.push(resolved);
      } catch (error) {
        if (typeOf(error) !== ErrorType.STREAM_NOT_FOUND) throw error;
      }
      return events;
    });
  }

  /** The last event of a stream as the server returns it. */
  async rawEnd(streamId: string) {
    return (await this.readRaw(streamId, END, BACKWARDS, 1))[0]?.event;
  }

  readonly readStream: EventStore['readStream'] = (
    streamId,
    { from, direction = 'forwards', limit = Number.MAX_SAFE_INTEGER } = {},
  ) => {
    const isBackwards = direction === 'backwards';
    const start = from === undefined ? (isBackwards ? END : START) : BigInt(from);
    return this.recorded(streamId, start, isBackwards ? BACKWARDS : FORWARDS, limit);
  };

  readonly readStreams: EventStore['readStreams'] = (streamIds) =>
    this.ofEach<readonly RecordedEvent[]>(
      streamIds,
      (id) => this.cache.whole(id),
      (id) => this.load(id, true),
    );

  readonly readLast: EventStore['readLast'] = async (streamIds) => {
    const ends = await this.ofEach<RecordedEvent | undefined>(
      streamIds,
      (id) => this.cache.last(id),
      async (id) => (await this.load(id, false)).at(-1),
    );
    return new Map([...ends].flatMap(([id, last]) => (last ? [[id, last] as const] : [])));
  };

  /** When the last event of each stream was stored, by the server's clock; streams without events are left out. */
  async storedAt(streamIds: readonly string[]): Promise<[streamId: string, at: Date][]> {
    const ends = await pLimit(MAX_CONCURRENT_READS).map([...new Set(streamIds)], (id) => this.rawEnd(id));
    return ends.flatMap((last) => (last ? [[last.streamId, last.created]] : []));
  }

  private async recorded(...read: Parameters<EventStoreDBStreamReader['readRaw']>): Promise<RecordedEvent[]> {
    return (await this.readRaw(...read)).map(fromClient).filter((event) => event !== null);
  }

  /** Reads a stream, or its last event, from the server, and caches it if the tail keeps it up to date from now on. */
  private load(id: string, isComplete: boolean): Promise<readonly RecordedEvent[]> {
    const { generation, isLive } = this.tail;
    const read = () =>
      isComplete ? this.recorded(id, START, FORWARDS, Number.MAX_SAFE_INTEGER) : this.recorded(id, END, BACKWARDS, 1);
    return isLive ? this.cache.load(id, isComplete, read, () => generation === this.tail.generation) : read();
  }

  /**
   * Answers from the cache via `held` once the tail has everything that was acknowledged before this call. Streams for
   * which `held` is null are read from the server.
   */
  private async ofEach<Found>(
    streamIds: readonly string[],
    held: (id: string) => Found | null,
    read: (id: string) => Promise<Found>,
  ): Promise<Map<string, Found>> {
    this.tail.begin();
    const ids = [...new Set(streamIds)];
    const cached = ids.filter((id) => held(id) !== null);
    const unknown = cached.length === 0 ? ids : ids.filter((id) => held(id) === null);
    const found = new Map<string, Found>();
    const readAll = async (missing: readonly string[]): Promise<void> => {
      const loaded = await pLimit(MAX_CONCURRENT_READS).map(missing, read);
      missing.forEach((id, index) => void found.set(id, loaded[index] as Found));
    };
    const [reached] = await Promise.all([cached.length > 0 && this.tail.waitUntilCaughtUp(), readAll(unknown)]);
    const late = cached.filter((id) => {
      const one = reached ? held(id) : null;
      if (one !== null) found.set(id, one);
      return one === null;
    });
    await readAll(late);
    return found;
  }
}
