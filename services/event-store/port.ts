import type { Actor } from '@fynbos/domain/decider.ts';

/**
 * Where an event stands in the whole log. Opaque outside its store, but two of one store compare as text
 * (`<` means earlier), and a reader that has taken everything up to a position never meets an older event later.
 */
export type Position = string;

export interface EventMetadata {
  /** Schema version of `data`. */
  readonly v: number;
  /** ISO 8601 UTC, from the clock that was handed in. What "as of" means. */
  readonly recordedAt: string;
  readonly actor: Actor;
  readonly correlationId: string;
  readonly causationId?: string;
  readonly reason?: string;
  /** The actor's network address, sealed under the actor's key. */
  readonly sealedFrom?: string;
  readonly demo?: true;
  /** SHA-256 (hex) over the stream's one before and this event; see hash-chain.ts. */
  readonly hash: string;
  /** Keyed hash over `hash`; absent in events of older releases. See hash-chain.ts. */
  readonly mac?: string;
}

/** An event as stored: `data` is what the codec made of it (personal data sealed). */
export interface StoredEvent {
  /** UUID; unique in the store; the idempotency key of an append. */
  readonly id: string;
  readonly type: string;
  readonly data: object;
  readonly metadata: EventMetadata;
}

export interface RecordedEvent extends StoredEvent {
  readonly streamId: string;
  /** 0 for a stream's first. */
  readonly revision: number;
  readonly position: Position;
}

/** The revision of the stream's last event that the writer has seen, or what it demands instead. `any` never conflicts. */
export type ExpectedRevision = number | 'no-stream' | 'exists' | 'any';

/** An event's data and metadata as JSON text. */
export interface EventTexts {
  readonly data: string;
  readonly metadata: string;
}

export interface StreamAppend {
  readonly streamId: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly StoredEvent[];
  /** The events' data and metadata as JSON.stringify gives them, where the writer has them already. */
  readonly texts?: readonly EventTexts[];
  /** The ids were made for this append, so that it repeats none: spares a store that would have to look the look. */
  readonly fresh?: boolean;
}

/** `revision` and `position` are those of the last event of the append. `repeated`: the same ids were there already. */
export type AppendOutcome =
  | { readonly ok: true; readonly revision: number; readonly position: Position; readonly repeated: boolean }
  | { readonly ok: false; readonly conflict: WrongExpectedRevision };

/** The stream is not where the writer thought. `actual` is its last revision, null where there is no stream. */
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

/** The store cannot be reached or did not answer; nothing is known of the call's fate. HTTP 503. */
export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable';
}

export interface EventFilter {
  /** Only these event types. */
  readonly types?: readonly string[];
  /** Only streams whose id begins with one of these. */
  readonly streamPrefixes?: readonly string[];
  /** Only events with `recordedAt` at or before this instant (ISO 8601 UTC). */
  readonly recordedUntil?: string;
}

export interface ReadAllOptions {
  /** Exclusive; absent means from the first event (forwards) or from the last (backwards). */
  readonly from?: Position;
  readonly direction?: 'forwards' | 'backwards';
  readonly limit: number;
  readonly filter?: EventFilter;
  /**
   * For readers of very many: what events hold may be made when it is asked for, by getters,
   * which spreading the event does not copy.
   */
  readonly lazily?: boolean;
}

export interface AllPage {
  readonly events: readonly RecordedEvent[];
  /** Where to read on: everything up to it has been seen, filtered-out events included. Absent only in an empty store. */
  readonly next: Position | undefined;
  /** No more stood in that direction at the time of the read. */
  readonly atEnd: boolean;
}

/**
 * The port. Every method throws `StoreUnavailable` when the store cannot be reached.
 * Adapters: memory.ts, postgres.ts, eventstoredb.ts; contract.ts is the suite that all of them pass.
 */
export interface EventStore {
  /**
   * Reading many streams costs a call for each. Who expects a stream to be missing then appends at `no-stream` first and reads it
   * where that is a conflict.
   */
  readonly readsOneByOne?: boolean;
  /** Appends to one stream, atomically. Throws `WrongExpectedRevision`. */
  append(
    streamId: string,
    expected: ExpectedRevision,
    events: readonly StoredEvent[],
  ): Promise<{ revision: number; position: Position; repeated: boolean }>;
  /** Appends to many streams, each atomic by itself, answered one by one in order. At most one entry a stream. */
  appendMany(batch: readonly StreamAppend[]): Promise<readonly AppendOutcome[]>;
  /**
   * Copies what another log holds: entries in the order of that log, each at its exact revision; a stream may come many times.
   * What is there already in its place counts as appended. The log then holds them in this order; where the store was
   * not reached, the first of them. Throws `WrongExpectedRevision`.
   */
  appendInOrder(batch: readonly StreamAppend[]): Promise<void>;
  /** Events of one stream, in order of revision (reversed when backwards), from `from` (inclusive). Empty where there is none. */
  readStream(
    streamId: string,
    options?: { from?: number; direction?: 'forwards' | 'backwards'; limit?: number },
  ): Promise<readonly RecordedEvent[]>;
  /** All events of many streams at once; a stream without events is an empty list. */
  readStreams(streamIds: readonly string[]): Promise<ReadonlyMap<string, readonly RecordedEvent[]>>;
  /** The last event of each of many streams at once, however long they are; streams without events are left out. */
  readLast(streamIds: readonly string[]): Promise<ReadonlyMap<string, RecordedEvent>>;
  /**
   * How many milliseconds ago the last event of each of many streams was stored, by one clock for all processes that is none
   * of theirs (`recordedAt` is of the clock of who wrote it); streams without events are left out.
   */
  agesOf(streamIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** A page of the whole log. Forwards it stops below the first position at which something may still appear. */
  readAll(options: ReadAllOptions): Promise<AllPage>;
  /** The position below which nothing more can appear now; undefined for an empty store. */
  head(): Promise<Position | undefined>;
  /** One event by its id, or null. `at` is where it is known to stand, for a store that has no look-up by id. */
  readEvent(id: string, at?: Position): Promise<RecordedEvent | null>;
  /**
   * Which of these events, as they were read, the store holds in another way than it gives them, by id, in words: some readers
   * see only what stands beside an event, or only the beginning of its text. For proofs: nothing but a hand does that.
   */
  heldOtherwise(events: readonly RecordedEvent[]): Promise<ReadonlyMap<string, string>>;
  /** Resolves when something may have been appended, or after `timeoutMs`. A hint, never the truth. Call it before the read that it guards. */
  waitForAppend(timeoutMs: number, signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
