import type { Actor } from '@fynbos/domain/decider.ts';

/** Opaque outside its store; compares as text (`<` is earlier). A reader never meets an earlier event afterwards. */
export type Position = string;

export interface EventMetadata {
  /** Schema version of `data`. */
  readonly v: number;
  /** ISO 8601 UTC, from the command's clock. "As of" compares with it. */
  readonly recordedAt: string;
  readonly actor: Actor;
  readonly correlationId: string;
  readonly causationId?: string;
  readonly reason?: string;
  /** The actor's network address, encrypted with the actor's key. */
  readonly sealedFrom?: string;
  readonly demo?: true;
  /** SHA-256 (hex) over this event and the hash of its predecessor in the stream; see hash-chain.ts. */
  readonly hash: string;
  /** Keyed hash over `hash`; absent in events of older releases. */
  readonly mac?: string;
}

/** An event as stored: the codec has encrypted the personal part of `data`. */
export interface StoredEvent {
  /** UUID, unique in the store. It makes a repeated append idempotent. */
  readonly id: string;
  readonly type: string;
  readonly data: object;
  readonly metadata: EventMetadata;
}

export interface RecordedEvent extends StoredEvent {
  readonly streamId: string;
  /** 0 for the first event of a stream. */
  readonly revision: number;
  readonly position: Position;
}

/** The revision of the last event that the writer has read. */
export type ExpectedRevision = number | 'no-stream';

/** An event's data and metadata as JSON text. */
export interface EventTexts {
  readonly data: string;
  readonly metadata: string;
}

export interface StreamAppend {
  readonly streamId: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly StoredEvent[];
  readonly hints?: AppendHints;
}

/** Optional information about an append. It saves an adapter work and never changes the result. */
export interface AppendHints {
  /** The JSON.stringify texts of the data and metadata of each event. */
  readonly texts?: readonly EventTexts[];
  /** The ids were generated for this append, which is sent for the first time: it cannot be a repetition. */
  readonly areIdsFresh?: boolean;
}

/** `revision` and `position` are those of the last event of the append. `repeated`: these ids were already stored. */
export type AppendOutcome =
  | { readonly ok: true; readonly revision: number; readonly position: Position; readonly repeated: boolean }
  | { readonly ok: false; readonly conflict: WrongExpectedRevision };

/** The stream is not at the expected revision. `actual` is its last revision, null if it has no event. */
export class WrongExpectedRevision extends Error {
  override readonly name = 'WrongExpectedRevision';
  constructor(
    readonly streamId: string,
    readonly expected: ExpectedRevision,
    readonly actual: number | null,
  ) {
    super(`stream is at ${actual ?? 'no revision'}, expected ${expected}`);
  }
}

/** The store cannot be reached or did not answer. An append may or may not have been stored. HTTP 503. */
export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable';
}

export interface EventFilter {
  /** Only these event types. */
  readonly types?: readonly string[];
  /** Only streams with an id that begins with one of these prefixes. */
  readonly streamPrefixes?: readonly string[];
  /** Only events with `recordedAt` at or before this instant (ISO 8601 UTC). */
  readonly recordedUntil?: string;
}

export interface ReadAllOptions {
  /** Exclusive. Default: before the first event (forwards), after the last (backwards). */
  readonly from?: Position;
  readonly direction?: 'forwards' | 'backwards';
  readonly limit: number;
  readonly filter?: EventFilter;
  readonly hints?: ReadHints;
}

/** What the reader does with the events. An adapter may ignore it. */
export interface ReadHints {
  /** `data` and `metadata` may be getters, which a spread of the event does not copy. */
  readonly lazily?: boolean;
}

export interface AllPage {
  readonly events: readonly RecordedEvent[];
  /** Where to read on: every event up to it was read or filtered out. Absent only in an empty store. */
  readonly next: Position | undefined;
  /** There was nothing further in that direction at the time of the read. */
  readonly atEnd: boolean;
}

/**
 * Adapters: `postgres/postgres.ts`, `eventstoredb/eventstoredb.ts` and, for tests, `testing/memory.ts`; all pass
 * `testing/contract/suite.ts`. Every method throws `StoreUnavailable`.
 */
export interface EventStore {
  /** What the adapter's costs are. A caller may ignore it. */
  readonly hints?: {
    /** Reading many streams costs one call each: appending to a new stream without a read of it is cheaper. */
    readonly readsOneByOne?: boolean;
  };
  /** Appends to many streams, each entry atomically; outcomes in the same order. At most one entry per stream. */
  appendMany(batch: readonly StreamAppend[]): Promise<readonly AppendOutcome[]>;
  /**
   * Each entry at its exact revision; a stream may occur many times, and an event in its place counts as appended.
   * After `StoreUnavailable` the first entries are stored, in order. Throws `WrongExpectedRevision`.
   */
  appendInOrder(batch: readonly StreamAppend[]): Promise<void>;
  /** Events by revision (reversed when backwards), from `from` (inclusive). Empty for a stream without events. */
  readStream(
    streamId: string,
    options?: { from?: number; direction?: 'forwards' | 'backwards'; limit?: number },
  ): Promise<readonly RecordedEvent[]>;
  /** All events of many streams; a stream without events is an empty list. */
  readStreams(streamIds: readonly string[]): Promise<ReadonlyMap<string, readonly RecordedEvent[]>>;
  /** The last event of each stream; streams without events are left out. */
  readLast(streamIds: readonly string[]): Promise<ReadonlyMap<string, RecordedEvent>>;
  /** By a clock that all processes share; `recordedAt` is the writer's. Streams without events are left out. */
  agesOf(streamIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** One event by its id, or null. `at` is its position if known, for a store without an index by id. */
  readEvent(id: string, at?: Position): Promise<RecordedEvent | null>;
  /** A page of the log. Forwards it ends below the first position at which an event may still appear. */
  readAll(options: ReadAllOptions): Promise<AllPage>;
  /** The position up to which no event can appear any more; undefined for an empty store. */
  head(): Promise<Position | undefined>;
  /** Until an append or `timeoutMs`. Only a hint: start it before the read that it follows, so that none is missed. */
  waitForAppend(timeoutMs: number, signal?: AbortSignal): Promise<void>;
  /** Events that the store holds differently from how it returns them: by id, what differs. For audits. */
  findTamperedEvents?(events: readonly RecordedEvent[]): Promise<ReadonlyMap<string, string>>;
  close(): Promise<void>;
}
