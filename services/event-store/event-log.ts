import type { KeyRing } from '@fynbos/platform/keys.ts';
import { timeOrderedId } from '@fynbos/platform/time-ordered-id.ts';
import { type Change, Codec, type DecodedEvent, type DecodeOptions, type StreamHead } from './codec.ts';
import { GENESIS } from './hash-chain.ts';
import type { AppendOutcome, EventStore, RecordedEvent } from './port.ts';
import { isFence } from './revision-bump.ts';
import type { Schemas } from './upcast.ts';

export type { Change, DecodedEvent, StreamHead } from './codec.ts';

/** A stream as loaded, without fences (fences.ts): no events where nothing was ever done, revision -1 where it is not there. */
export interface LoadedStream extends StreamHead {
  readonly events: readonly DecodedEvent[];
}

/** An append's answer; `head` is where the stream stands after it, for the next append without loading again. */
export type ChangeOutcome =
  | (Extract<AppendOutcome, { ok: true }> & { readonly head: StreamHead })
  | Extract<AppendOutcome, { ok: false }>;

export interface EventLogOptions {
  readonly store: EventStore;
  readonly keys: KeyRing;
  readonly schemas?: Schemas;
  /** Event ids; UUIDs that rise with time when not given. */
  readonly newId?: () => string;
}

const headOf = (streamId: string, last: RecordedEvent | undefined): StreamHead => ({
  streamId,
  revision: last?.revision ?? -1,
  lastHash: last?.metadata.hash ?? GENESIS,
});

/** A stream that nobody has begun. */
export const newStream = (streamId: string): LoadedStream => ({ ...headOf(streamId, undefined), events: [] });

const withoutFences = (events: readonly RecordedEvent[]): readonly RecordedEvent[] =>
  events.some(isFence) ? events.filter((event) => !isFence(event)) : events;

/** The store as commands and reactors use it: domain events in, domain events out. */
export class EventLog {
  readonly store: EventStore;
  readonly keys: KeyRing;
  readonly codec: Codec;

  constructor({ store, keys, schemas = {}, newId = timeOrderedId }: EventLogOptions) {
    this.store = store;
    this.keys = keys;
    this.codec = new Codec(keys, schemas, newId);
  }

  /** Many streams at once, in one round trip (one more for keys with `personal`). Throws `StoreUnavailable`. */
  async readStreams(streamIds: readonly string[], options?: DecodeOptions): Promise<ReadonlyMap<string, LoadedStream>> {
    const streams = await this.store.readStreams(streamIds);
    const decode = await this.codec.decoder(options?.personal ? [...streams.values()].flat() : [], options);
    const loaded = new Map<string, LoadedStream>();
    for (const [streamId, events] of streams) {
      const { revision, lastHash } = headOf(streamId, events.at(-1));
      loaded.set(streamId, { streamId, revision, lastHash, events: withoutFences(events).map(decode) });
    }
    return loaded;
  }

  /** One stream; as `readStreams`. */
  async readStream(streamId: string, options?: DecodeOptions): Promise<LoadedStream> {
    return (await this.readStreams([streamId], options)).get(streamId) as LoadedStream;
  }

  /** Decodes events that were read from the store, in order. */
  decode(events: readonly RecordedEvent[], options?: DecodeOptions): Promise<readonly DecodedEvent[]> {
    return this.codec.decode(events, options);
  }

  /**
   * Appends to many streams, each at exactly the revision given, atomic by itself and answered in order: one store call,
   * one round trip for keys. Each stream at most once, each with events. Throws `StoreUnavailable`: the fate is then unknown.
   */
  async append(changes: readonly Change[]): Promise<ChangeOutcome[]> {
    if (changes.length === 0) return [];
    const encoded = await this.codec.encode(changes);
    const outcomes = await this.store.appendMany(
      changes.map(({ stream: { streamId, revision }, ids }, index) => ({
        streamId,
        expected: revision === -1 ? ('no-stream' as const) : revision,
        events: encoded[index]?.events ?? [],
        texts: encoded[index]?.texts ?? [],
        fresh: ids === undefined,
      })),
    );
    const heads: (StreamHead | Promise<StreamHead>)[] = outcomes.map((outcome, index) => {
      const head = encoded[index]?.head as StreamHead;
      return outcome.ok && outcome.repeated ? this.headAt(head.streamId, outcome.revision) : head;
    });
    const known = await Promise.all(heads);
    return outcomes.map((outcome, index) => {
      if (!outcome.ok) return outcome;
      const { ok, revision, position, repeated } = outcome;
      return { ok, revision, position, repeated, head: known[index] as StreamHead };
    });
  }

  /** What was stored the first time bears that time's hash. */
  private async headAt(streamId: string, revision: number): Promise<StreamHead> {
    return headOf(streamId, (await this.store.readStream(streamId, { from: revision, limit: 1 }))[0]);
  }
}
