import { type CommandContext, type Decider, type DomainEvent, fold } from '@fynbos/domain/decider.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import type { DecodedEvent } from '@fynbos/event-store/codec.ts';
import type { EventLog, LoadedStream, StreamHead } from '@fynbos/event-store/event-log.ts';
import { type Position, StoreUnavailable } from '@fynbos/event-store/port.ts';

export interface Loaded<State> {
  readonly state: State;
  readonly stream: LoadedStream;
}

export interface Handled<State, Event extends DomainEvent> {
  readonly state: State;
  readonly events: readonly Event[];
  /** Position of the last event appended; undefined if nothing was appended. */
  readonly position: Position | undefined;
  readonly revision: number;
}

export interface HandleOptions<State = unknown> {
  /** How often to load and decide again after a conflict; 5 when not given. */
  readonly retries?: number;
  /** Whether the state needs personal data; true when not given. */
  readonly personal?: boolean;
  /** Event ids of a repeatable command; see `Change.ids`. */
  readonly ids?: readonly string[];
  /** Whether the command was already carried out; then nothing is decided. Asked after each load. */
  readonly isDone?: (stream: LoadedStream) => boolean | Promise<boolean>;
  /**
   * Claims the unique values that the command needs, or throws. Called between each load and its append: taking over a
   * lapsed claim bumps the revision of its owner's stream, so that the owner's append conflicts and is decided again
   * (docs/decisions/0025).
   */
  readonly claims?: (state: State) => Promise<unknown>;
}

/**
 * Folds a stream into its state. A stream's name determines its decider, so only this file casts stored events to a
 * decider's events.
 */
export const stateOf = <State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
  { events }: Pick<LoadedStream, 'events'>,
  from: State = decider.initial,
): State => fold(decider, from, events as unknown as readonly Event[]);

/** A step of a stream's history: an event, and the states before and after it. */
export interface Step<State> {
  readonly event: DecodedEvent;
  readonly before: State;
  readonly after: State;
}

/** Folds a stream event by event. */
export function stepsOf<State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
  { events }: Pick<LoadedStream, 'events'>,
): Step<State>[] {
  let after = decider.initial;
  return events.map((event) => {
    const before = after;
    after = stateOf(decider, { events: [event] }, before);
    return { event, before, after };
  });
}

/** An event of a decider with its id, metadata, stream and position. */
export type StoredEvent<Event extends DomainEvent> = Event & Omit<DecodedEvent, 'type' | 'data'>;

/**
 * The events of a decider's stream, for queries that show or search single events. None for a stream that was not
 * loaded.
 */
export const eventsOf = <State, Command, Event extends DomainEvent>(
  _decider: Decider<State, Command, Event>,
  stream: Pick<LoadedStream, 'events'> | undefined,
): readonly StoredEvent<Event>[] => (stream?.events ?? []) as never;

/** An aggregate's state and its stream. Decrypts personal data unless `personal` is false. Throws `StoreUnavailable`. */
export async function load<State, Command, Event extends DomainEvent>(
  log: EventLog,
  decider: Decider<State, Command, Event>,
  streamId: string,
  { personal = true }: Pick<HandleOptions, 'personal'> = {},
): Promise<Loaded<State>> {
  const stream = await log.readStream(streamId, { personal });
  return { state: stateOf(decider, stream), stream };
}

/** Many aggregates of one kind by stream id, in one round trip; as `load`. */
export async function loadMany<State, Command, Event extends DomainEvent>(
  log: EventLog,
  decider: Decider<State, Command, Event>,
  streamIds: readonly string[],
  { personal = true }: Pick<HandleOptions, 'personal'> = {},
): Promise<ReadonlyMap<string, Loaded<State>>> {
  if (streamIds.length === 0) return new Map();
  const streams = await log.readStreams(streamIds, { personal });
  return new Map([...streams].map(([id, stream]) => [id, { state: stateOf(decider, stream), stream }]));
}

const pauseBeforeRetry = (attempt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * 2 ** Math.min(attempt, 6) * 5));

/**
 * Loads, decides and appends at the loaded revision; after a conflict it pauses for a short random time and starts again.
 * The command may be a function of the state. Throws the decider's `DomainError`, a `DomainError` of kind `conflict` when
 * every attempt met a conflict, and `StoreUnavailable`.
 */
export async function handle<State, Command, Event extends DomainEvent>(
  log: EventLog,
  decider: Decider<State, Command, Event>,
  streamId: string,
  command: Command | ((state: State) => Command),
  context: CommandContext,
  { retries = 5, personal = true, ids, isDone, claims }: HandleOptions<State> = {},
): Promise<Handled<State, Event>> {
  for (let attempt = 0; ; attempt++) {
    const { state, stream } = await load(log, decider, streamId, { personal });
    if (await isDone?.(stream)) return { state, events: [], position: undefined, revision: stream.revision };
    const decided = typeof command === 'function' ? (command as (state: State) => Command)(state) : command;
    const events = decider.decide(decided, state);
    if (events.length === 0) return { state, events, position: undefined, revision: stream.revision };
    await claims?.(state);
    const [outcome] = await log.append([{ stream, events, context, ...(ids ? { ids } : {}) }]);
    if (outcome?.ok) {
      return { state: fold(decider, state, events), events, position: outcome.position, revision: outcome.revision };
    }
    if (attempt >= retries) {
      throw new DomainError(
        'conflict',
        `${decider.name}.contended`,
        'Someone else changed this at the same time. Please try again.',
      );
    }
    await pauseBeforeRetry(attempt);
  }
}

/** A command for one stream. The command may be a function of the current state; null skips the stream. */
export interface StreamCommand<State, Command> {
  readonly streamId: string;
  readonly command: Command | ((state: State) => Command | null);
  readonly context: CommandContext;
}

/** An aggregate's state and the revision of its stream, without the events. */
export interface Snapshot<State> {
  readonly state: State;
  readonly head: StreamHead;
}

/** Snapshots kept between calls, by stream id: a `Map`, or a cache of bounded size. */
export interface SnapshotCache<State> {
  get(streamId: string): Snapshot<State> | undefined;
  set(streamId: string, snapshot: Snapshot<State>): unknown;
  delete(streamId: string): unknown;
}

export interface HandleManyOptions<State> {
  /** How many rounds of conflicts are retried; 7 when not given. */
  readonly retries?: number;
  /** Whether the state needs personal data; true when not given. */
  readonly personal?: boolean;
  /** Sends the commands of a stream again until they lead to no more events, for commands that work in steps. */
  readonly repeat?: boolean;
  /** Snapshots of earlier calls. A stale snapshot never decides: see `handleMany`. */
  readonly cache?: SnapshotCache<State>;
  /** Loads snapshots of streams too long for one read; one round trip for all streams when not given. */
  readonly loadSnapshots?: (streamIds: readonly string[]) => Promise<ReadonlyMap<string, Snapshot<State>>>;
}

/** A stream with unfinished commands. */
interface OpenStream<State, Event> extends Snapshot<State> {
  readonly streamId: string;
  /** The state comes from the cache and is not confirmed yet. */
  readonly isCached: boolean;
  readonly done: readonly Event[];
  readonly position: Position | undefined;
}

interface Decided<State, Event> {
  readonly open: OpenStream<State, Event>;
  readonly state: State;
  readonly events: readonly Event[];
  readonly contexts: readonly CommandContext[];
  /** The decider's refusal; then no event of the stream is appended. */
  readonly refusal?: unknown;
}

function decideAll<State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
  open: OpenStream<State, Event>,
  commands: readonly StreamCommand<State, Command>[],
): Decided<State, Event> {
  const events: Event[] = [];
  const contexts: CommandContext[] = [];
  let { state } = open;
  try {
    for (const { command, context } of commands) {
      const given = typeof command === 'function' ? (command as (state: State) => Command | null)(state) : command;
      if (given === null) continue;
      for (const event of decider.decide(given, state)) {
        events.push(event);
        contexts.push(context);
        state = decider.evolve(state, event);
      }
    }
  } catch (refusal) {
    return { open, state: open.state, events: [], contexts: [], refusal };
  }
  return { open, state, events, contexts };
}

/** The streams that have events after their cached snapshot, in one round trip. */
async function changedSince<State, Event>(
  { store }: EventLog,
  cached: readonly OpenStream<State, Event>[],
): Promise<ReadonlySet<string>> {
  if (cached.length === 0) return new Set();
  const ends = await store.readLast(cached.map(({ streamId }) => streamId));
  const changed = cached.filter(({ streamId, head }) => (ends.get(streamId)?.revision ?? -1) !== head.revision);
  return new Set(changed.map(({ streamId }) => streamId));
}

async function loadWholeStreams<State, Command, Event extends DomainEvent>(
  log: EventLog,
  decider: Decider<State, Command, Event>,
  streamIds: readonly string[],
  personal: boolean,
): Promise<ReadonlyMap<string, Snapshot<State>>> {
  const loaded = await loadMany(log, decider, streamIds, { personal });
  return new Map(
    [...loaded].map(
      ([
        streamId,
        {
          state,
          stream: { revision, lastHash },
        },
      ]) => [streamId, { state, head: { streamId, revision, lastHash } }],
    ),
  );
}

/**
 * Carries out commands on many streams of one kind, with one read and one append for all of them. The commands of a
 * stream are decided in the given order, each on the state after the previous one, and appended together: all or none.
 * Streams with a conflict are loaded and decided again after a short random pause.
 *
 * A cached state is confirmed before its result is returned: by the append at its revision or, when it leads to no
 * event or to a refusal, by the stream's revision in the store.
 *
 * Returns the result of each stream. Throws the decider's `DomainError`, and `StoreUnavailable` when streams still
 * conflict after the last retry; other streams may have been appended by then.
 */
export async function handleMany<State, Command, Event extends DomainEvent>(
  log: EventLog,
  decider: Decider<State, Command, Event>,
  commands: readonly StreamCommand<State, Command>[],
  { retries = 7, personal = true, repeat = false, cache, loadSnapshots }: HandleManyOptions<State> = {},
): Promise<ReadonlyMap<string, Handled<State, Event>>> {
  const commandsOf = Map.groupBy(commands, ({ streamId }) => streamId);
  const handled = new Map<string, Handled<State, Event>>();
  const begun = new Map<string, Pick<OpenStream<State, Event>, 'done' | 'position'>>();

  const openStreams = async (streamIds: readonly string[]): Promise<OpenStream<State, Event>[]> => {
    const cached = new Map(streamIds.map((streamId) => [streamId, cache?.get(streamId)]));
    const unknown = streamIds.filter((streamId) => cached.get(streamId) === undefined);
    const loaded = await (loadSnapshots?.(unknown) ?? loadWholeStreams(log, decider, unknown, personal));
    for (const [streamId, snapshot] of loaded) cache?.set(streamId, snapshot);
    return streamIds.map((streamId) => {
      const fresh = loaded.get(streamId);
      const snapshot = fresh ?? cached.get(streamId);
      if (!snapshot) throw new Error(`the store gave no answer for the stream ${streamId}`);
      const before = begun.get(streamId) ?? { done: [], position: undefined };
      return { streamId, ...snapshot, isCached: fresh === undefined, ...before };
    });
  };
  const finish = ({ streamId, state, head, done, position }: OpenStream<State, Event>): void => {
    handled.set(streamId, { state, events: done, position, revision: head.revision });
  };

  let open = await openStreams([...commandsOf.keys()]);
  for (let conflicts = 0; open.length > 0; ) {
    const decided = open.map((stream) => decideAll(decider, stream, commandsOf.get(stream.streamId) ?? []));
    const quiet = decided.filter(({ events }) => events.length === 0);
    const contended = await changedSince(
      log,
      quiet.flatMap(({ open: stream }) => (stream.isCached ? [stream] : [])),
    );
    const again = new Set(contended);
    for (const { open: stream, refusal } of quiet) {
      if (again.has(stream.streamId)) continue;
      if (refusal !== undefined) throw refusal;
      finish(stream);
    }
    const changed = decided.filter(({ events }) => events.length > 0);
    const outcomes = await log.append(
      changed.map(({ open: { head }, events, contexts }) => ({ stream: head, events, context: contexts })),
    );
    open = [];
    for (const [index, { open: stream, state, events }] of changed.entries()) {
      const { streamId, done } = stream;
      const outcome = outcomes[index];
      if (!outcome?.ok) {
        again.add(streamId);
        continue;
      }
      const { head, position } = outcome;
      cache?.set(streamId, { state, head });
      const next = { streamId, state, head, isCached: false, done: [...done, ...events], position };
      if (repeat) open.push(next);
      else finish(next);
    }
    if (again.size === 0) continue;
    for (const { streamId, done, position } of decided.map(({ open: stream }) => stream)) {
      if (!again.has(streamId)) continue;
      cache?.delete(streamId);
      begun.set(streamId, { done, position });
    }
    if (conflicts >= retries) throw new StoreUnavailable(`streams of ${decider.name} still met conflicts`);
    await pauseBeforeRetry(conflicts++);
    open.push(...(await openStreams([...again])));
  }
  return handled;
}
