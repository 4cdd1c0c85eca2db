import type { KeyRing } from '@fynbos/platform/crypto/keys.ts';
import { freshBytes } from '@fynbos/platform/crypto/random.ts';
import { v7 as uuidV7 } from 'uuid';
import { type Change, Codec, type DecodedEvent, type DecodeOptions, type StreamHead } from './codec.ts';
import { GENESIS } from './hash-chain.ts';
import type { AppendOutcome, EventStore, RecordedEvent } from './port.ts';
import { isRevisionBump } from './revision-bump.ts';
import type { Schemas } from './upcast.ts';

export type { Change, DecodedEvent, StreamHead } from './codec.ts';

/** A stream as loaded, without revision bumps. A stream that does not exist has no events and revision -1. */
export interface LoadedStream extends StreamHead {
  readonly events: readonly DecodedEvent[];
}

/** The outcome of an append. `head` is the end of the stream after it, for the next append without a reload. */
export type ChangeOutcome =
  | (Extract<AppendOutcome, { ok: true }> & { readonly head: StreamHead })
  | Extract<AppendOutcome, { ok: false }>;

export interface EventLogOptions {
  readonly store: EventStore;
  readonly keys: KeyRing;
  readonly schemas?: Schemas;
  /** Generates event ids. Default: UUID v7, so that the id index grows at its end. */
  readonly newId?: () => string;
}

let lastMs = 0;
let sequence = 0;

/** A UUID v7. Ids of a process ascend, also within a millisecond and after the clock was set back. */
function newEventId(): string {
  const now = Date.now();
  if (now > lastMs) {
    lastMs = now;
    sequence = freshBytes(4).readUInt32BE() >>> 2;
  } else sequence++;
  return uuidV7({ random: freshBytes(16), msecs: lastMs, seq: sequence });
}

const headOf = (streamId: string, last: RecordedEvent | undefined): StreamHead => ({
  streamId,
  revision: last?.revision ?? -1,
  lastHash: last?.metadata.hash ?? GENESIS,
});

export const newStream = (streamId: string): LoadedStream => ({ ...headOf(streamId, undefined), events: [] });

const withoutBumps = (events: readonly RecordedEvent[]): readonly RecordedEvent[] =>
  events.some(isRevisionBump) ? events.filter((event) => !isRevisionBump(event)) : events;

/** The store as application and projections use it: it accepts and returns domain events. */
export class EventLog {
  readonly store: EventStore;
  readonly keys: KeyRing;
  readonly codec: Codec;

  constructor({ store, keys, schemas = {}, newId = newEventId }: EventLogOptions) {
    this.store = store;
    this.keys = keys;
    this.codec = new Codec(keys, schemas, newId);
  }

  /** Reads many streams in one round trip (two with `personal`, for the keys). Throws `StoreUnavailable`. */
  async readStreams(streamIds: readonly string[], options?: DecodeOptions): Promise<ReadonlyMap<string, LoadedStream>> {
    const streams = await this.store.readStreams(streamIds);
    const decode = await this.codec.decoder(options?.personal ? [...streams.values()].flat() : [], options);
    const loaded = new Map<string, LoadedStream>();
    for (const [streamId, events] of streams) {
      const { revision, lastHash } = headOf(streamId, events.at(-1));
      loaded.set(streamId, { streamId, revision, lastHash, events: withoutBumps(events).map(decode) });
    }
    return loaded;
  }

  /** Throws `StoreUnavailable`. */
  async readStream(streamId: string, options?: DecodeOptions): Promise<LoadedStream> {
    return (await this.readStreams([streamId], options)).get(streamId) as LoadedStream;
  }

  /** Decodes events that were read from the store, in order. */
  decode(events: readonly RecordedEvent[]): Promise<readonly DecodedEvent[]> {
    return this.codec.decode(events);
  }

  /**
   * Each stream atomically at its revision, at most one change per stream, in one call and one round trip for keys.
   * Outcomes in order. Throws `StoreUnavailable`; any of the changes may then have been stored.
   */
  async append(changes: readonly Change[]): Promise<ChangeOutcome[]> {
    if (changes.length === 0) return [];
    const encoded = await this.codec.encode(changes);
    const outcomes = await this.store.appendMany(
      changes.map(({ stream: { streamId, revision } }, index) => ({
        streamId,
        expected: revision === -1 ? ('no-stream' as const) : revision,
        events: encoded[index]?.events ?? [],
        hints: { texts: encoded[index]?.texts ?? [], areIdsFresh: true },
      })),
    );
    const heads: (StreamHead | Promise<StreamHead>)[] = outcomes.map((outcome, index) => {
      const head = encoded[index]?.head as StreamHead;
      return outcome.ok && outcome.repeated ? this.headAt(head.streamId, outcome.revision) : head;
    });
    const resolved = await Promise.all(heads);
    return outcomes.map((outcome, index) => {
      if (!outcome.ok) return outcome;
      const { ok, revision, position, repeated } = outcome;
      return { ok, revision, position, repeated, head: resolved[index] as StreamHead };
    });
  }

  /** The head after a repeated append. The first append stored it with a different hash. */
  private async headAt(streamId: string, revision: number): Promise<StreamHead> {
    return headOf(streamId, (await this.store.readStream(streamId, { from: revision, limit: 1 }))[0]);
  }
}
