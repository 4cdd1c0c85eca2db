import type { CommandContext, Decider, DomainEvent } from '@fynbos/domain/decider.ts';
import type { EventLog, StreamHead } from '@fynbos/event-store/event-log.ts';
import { type Position, StoreUnavailable } from '@fynbos/event-store/port.ts';
import { type Handled, loadMany, pauseBeforeRetry } from './handle.ts';

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

async function loadFromStreams<State, Command, Event extends DomainEvent>(
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
    const loaded = await (loadSnapshots?.(unknown) ?? loadFromStreams(log, decider, unknown, personal));
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
