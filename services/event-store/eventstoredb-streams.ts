import type { LogEvent } from './eventstoredb-wire.ts';
import type { RecordedEvent } from './port.ts';

/** Events of all streams held together: some 40 MB. */
const MOST_EVENTS = 20_000;
/** A longer stream is not held. */
const LONGEST = 300;

type Delivered = Pick<LogEvent, 'streamId' | 'revision' | 'plain'>;

interface Held {
  /** Replaced, never changed: readers have been given it. */
  readonly events: readonly RecordedEvent[];
  /** From the first event on; otherwise only the last event. */
  readonly isWhole: boolean;
}

/**
 * Streams as they were read from the server, kept up to date by what the tail delivers; those unused longest are left out.
 * Valid up to where the tail has been read: whoever reads from it calls `reached` of the tail first.
 */
export class HeldStreams {
  private readonly streams = new Map<string, Held>();
  /** What is delivered while a stream is being read, which that read may not have seen. */
  private readonly loading = new Map<string, Set<Delivered[]>>();
  private count = 0;

  /** All events of a stream; null where they are not held. */
  whole(streamId: string): readonly RecordedEvent[] | null {
    const held = this.used(streamId);
    return held?.isWhole ? held.events : null;
  }

  /** The last event of a stream, undefined where it has none; null where that is not held. */
  last(streamId: string): RecordedEvent | undefined | null {
    const held = this.used(streamId);
    return held ? held.events.at(-1) : null;
  }

  /** Reads a stream and holds it from then on. `read` begins after this call; `mayHold` is asked when it has ended. */
  async load(
    streamId: string,
    isWhole: boolean,
    read: () => Promise<readonly RecordedEvent[]>,
    mayHold: () => boolean,
  ): Promise<readonly RecordedEvent[]> {
    const arrived: Delivered[] = [];
    const all = this.loading.get(streamId) ?? new Set();
    this.loading.set(streamId, all.add(arrived));
    try {
      const events = await read();
      if (mayHold() && events.length <= LONGEST) {
        // An event that has arrived is held already where another call loaded the stream meanwhile.
        this.put(streamId, { events, isWhole });
        for (const event of arrived) this.delivered(event, true);
      }
      return events;
    } finally {
      all.delete(arrived);
      if (all.size === 0) this.loading.delete(streamId);
    }
  }

  /** Takes what the tail delivered. */
  delivered(event: Delivered, isLate = false): void {
    const { streamId, revision } = event;
    if (!isLate) for (const arrived of this.loading.get(streamId) ?? []) arrived.push(event);
    const held = this.streams.get(streamId);
    if (!held) return;
    const last = held.events.at(-1)?.revision ?? -1;
    if (revision <= last) return;
    if (!held.isWhole) this.put(streamId, { events: [event.plain()], isWhole: false });
    else if (revision === last + 1 && held.events.length < LONGEST)
      this.put(streamId, { events: [...held.events, event.plain()], isWhole: true });
    else this.remove(streamId);
  }

  clear(): void {
    this.streams.clear();
    this.count = 0;
  }

  private used(streamId: string): Held | undefined {
    const held = this.streams.get(streamId);
    if (held) {
      // A map keeps the order in which its keys were set: the first is the one unused longest.
      this.streams.delete(streamId);
      this.streams.set(streamId, held);
    }
    return held;
  }

  private put(streamId: string, held: Held): void {
    this.remove(streamId);
    this.streams.set(streamId, held);
    this.count += held.events.length + 1;
    for (const oldest of this.streams.keys()) {
      if (this.count <= MOST_EVENTS) return;
      this.remove(oldest);
    }
  }

  private remove(streamId: string): void {
    const held = this.streams.get(streamId);
    if (!held) return;
    this.streams.delete(streamId);
    this.count -= held.events.length + 1;
  }
}
