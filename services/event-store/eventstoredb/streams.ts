import type { RecordedEvent } from '../port.ts';
import type { LogEvent } from './wire.ts';

/** Maximum number of cached events over all streams: about 40 MB. */
const MAX_CACHED_EVENTS = 20_000;
/** Streams with more events are not cached. */
const MAX_CACHED_STREAM_LENGTH = 300;

type Delivered = Pick<LogEvent, 'streamId' | 'revision' | 'plain'>;

interface CachedStream {
  /** Replaced, never mutated: readers hold references to it. */
  readonly events: readonly RecordedEvent[];
  /** Whether `events` is the whole stream. Otherwise it is only the last event. */
  readonly isComplete: boolean;
}

/** Kept up to date by the tail; evicts the least recently used. Readers first await the tail's `waitUntilCaughtUp`. */
export class StreamCache {
  private readonly streams = new Map<string, CachedStream>();
  /** Events delivered while a stream is being read. That read may have missed them. */
  private readonly loading = new Map<string, Set<Delivered[]>>();
  private count = 0;

  /** All events of a stream; null if they are not cached. */
  whole(streamId: string): readonly RecordedEvent[] | null {
    const cached = this.used(streamId);
    return cached?.isComplete ? cached.events : null;
  }

  /** The last event of a stream, undefined if the stream is empty; null if it is not cached. */
  last(streamId: string): RecordedEvent | undefined | null {
    const cached = this.used(streamId);
    return cached ? cached.events.at(-1) : null;
  }

  /** Reads a stream and caches it. `read` starts after this call; `mayHold` is evaluated when it has ended. */
  async load(
    streamId: string,
    isComplete: boolean,
    read: () => Promise<readonly RecordedEvent[]>,
    mayHold: () => boolean,
  ): Promise<readonly RecordedEvent[]> {
    const arrived: Delivered[] = [];
    const all = this.loading.get(streamId) ?? new Set();
    this.loading.set(streamId, all.add(arrived));
    try {
      const events = await read();
      if (mayHold() && events.length <= MAX_CACHED_STREAM_LENGTH) {
        // An event that has arrived may already be cached, because another call loaded the stream concurrently.
        this.put(streamId, { events, isComplete });
        for (const event of arrived) this.delivered(event, true);
      }
      return events;
    } finally {
      all.delete(arrived);
      if (all.size === 0) this.loading.delete(streamId);
    }
  }

  /** Applies events that the tail delivered. */
  delivered(event: Delivered, isLate = false): void {
    const { streamId, revision } = event;
    if (!isLate) for (const arrived of this.loading.get(streamId) ?? []) arrived.push(event);
    const cached = this.streams.get(streamId);
    if (!cached) return;
    const last = cached.events.at(-1)?.revision ?? -1;
    if (revision <= last) return;
    if (!cached.isComplete) this.put(streamId, { events: [event.plain()], isComplete: false });
    else if (revision === last + 1 && cached.events.length < MAX_CACHED_STREAM_LENGTH)
      this.put(streamId, { events: [...cached.events, event.plain()], isComplete: true });
    else this.remove(streamId);
  }

  clear(): void {
    this.streams.clear();
    this.count = 0;
  }

  private used(streamId: string): CachedStream | undefined {
    const cached = this.streams.get(streamId);
    if (cached) {
      // A map iterates its keys in insertion order: the first is the least recently used.
      this.streams.delete(streamId);
      this.streams.set(streamId, cached);
    }
    return cached;
  }

  private put(streamId: string, cached: CachedStream): void {
    this.remove(streamId);
    this.streams.set(streamId, cached);
    this.count += cached.events.length + 1;
    for (const oldest of this.streams.keys()) {
      if (this.count <= MAX_CACHED_EVENTS) return;
      this.remove(oldest);
    }
  }

  private remove(streamId: string): void {
    const cached = this.streams.get(streamId);
    if (!cached) return;
    this.streams.delete(streamId);
    this.count -= cached.events.length + 1;
  }
}
