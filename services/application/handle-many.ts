import type { CommandContext, Decider, DomainEvent } from '@fynbos/domain/decider.ts';
import type { EventLog, StreamHead } from '@fynbos/event-store/event-log.ts';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import { appendDecided } from './append-decided.ts';
import { type Handled, loadMany } from './handle.ts';

/** The command may be a function of the current state; null skips the stream. */
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
  /** Sends them until they lead to no more events, for commands that work in steps. */
  readonly inSteps?: boolean;
  /** Snapshots of earlier calls. A stale snapshot never decides: see `handleMany`. */
  readonly cache?: SnapshotCache<State>;
  /** Loads snapshots of streams too long for one read; one round trip for all streams when not given. */
  readonly loadSnapshots?: (streamIds: readonly string[]) => Promise<ReadonlyMap<string, Snapshot<State>>>;
}

/** A stream between load and append. */
interface OpenStream<State> extends Snapshot<State> {
  readonly streamId: string;
  /** The state comes from the cache and is not confirmed yet. */
  readonly isCached: boolean;
}

interface Decided<State, Event> {
  readonly open: OpenStream<State>;
  readonly stream: StreamHead;
  readonly state: State;
  readonly events: readonly Event[];
  readonly context: readonly CommandContext[];
  /** The decider's refusal; then no event of the stream is appended. */
  readonly refusal?: unknown;
}

function decideAll<State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
  open: OpenStream<State>,
  commands: readonly StreamCommand<State, Command>[],
): Decided<State, Event> {
  const events: Event[] = [];
  const context: CommandContext[] = [];
  let { state } = open;
  try {
    for (const { command, context: by } of commands) {
      const resolved = typeof command === 'function' ? (command as (state: State) => Command | null)(state) : command;
      if (resolved === null) continue;
      for (const event of decider.decide(resolved, state, by.now.toISOString())) {
        events.push(event);
        context.push(by);
        state = decider.evolve(state, event);
      }
    }
  } catch (refusal) {
    return { open, stream: open.head, state: open.state, events: [], context: [], refusal };
  }
  return { open, stream: open.head, state, events, context };
}

/** The streams that have events after their cached snapshot, in one round trip. */
async function changedSince<State>(
  { store }: EventLog,
  cached: readonly OpenStream<State>[],
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
): Promise<ReadonlyMap<string, Snapshot<State>>> {
  const loaded = await loadMany(log, decider, streamIds);
  return new Map(
    [...loaded].map(([streamId, { state, stream }]) => {
      const { revision, lastHash } = stream;
      return [streamId, { state, head: { streamId, revision, lastHash } }];
    }),
  );
}

/** Opens streams from their unfinished or cached states; the other streams are loaded and cached. */
async function openStreams<State>(
  streamIds: readonly string[],
  loadUnknown: NonNullable<HandleManyOptions<State>['loadSnapshots']>,
  unfinished: ReadonlyMap<string, Snapshot<State>>,
  cache: SnapshotCache<State> | undefined,
): Promise<OpenStream<State>[]> {
  const snapshots = new Map(streamIds.map((streamId) => [streamId, unfinished.get(streamId) ?? cache?.get(streamId)]));
  const unknown = streamIds.filter((streamId) => snapshots.get(streamId) === undefined);
  const loaded = await loadUnknown(unknown);
  for (const [streamId, snapshot] of loaded) cache?.set(streamId, snapshot);
  return streamIds.map((streamId) => {
    const snapshot = loaded.get(streamId) ?? snapshots.get(streamId);
    if (!snapshot) throw new Error(`the store returned no result for the stream ${streamId}`);
    return { streamId, ...snapshot, isCached: !loaded.has(streamId) && !unfinished.has(streamId) };
  });
}

/**
 * Carries out commands on many streams with one read and one append. Those of a stream are decided in order, each on
 * the state after the previous one, and appended all or none. Streams with a conflict are decided again after a short
 * random pause. A cached state is confirmed by the append at its revision or, without an event, by the stream's
 * revision. Throws the decider's `DomainError`, and `StoreUnavailable` when streams still conflict; others may have
 * been appended.
 */
export async function handleMany<State, Command, Event extends DomainEvent>(
  log: EventLog,
  decider: Decider<State, Command, Event>,
  commands: readonly StreamCommand<State, Command>[],
  { retries = 7, inSteps = false, cache, loadSnapshots }: HandleManyOptions<State> = {},
): Promise<ReadonlyMap<string, Handled<State, Event>>> {
  const commandsOf = Map.groupBy(commands, ({ streamId }) => streamId);
  const handled = new Map<string, Handled<State, Event>>();
  /** Appended states of streams that get their commands again. */
  const unfinished = new Map<string, Snapshot<State>>();
  const loadUnknown = loadSnapshots ?? ((streamIds: readonly string[]) => loadFromStreams(log, decider, streamIds));
  const decide = async (streamIds: readonly string[]) => {
    const open = await openStreams(streamIds, loadUnknown, unfinished, cache);
    const decided = open.map((stream) => decideAll(decider, stream, commandsOf.get(stream.streamId) ?? []));
    const withoutEvents = decided.filter(({ events }) => events.length === 0);
    const stale = await changedSince(
      log,
      withoutEvents.flatMap(({ open: stream }) => (stream.isCached ? [stream] : [])),
    );
    for (const streamId of stale) cache?.delete(streamId);
    for (const { open: stream, refusal } of withoutEvents) {
      const { streamId, state, head } = stream;
      if (stale.has(streamId)) continue;
      if (refusal !== undefined) throw refusal;
      const { events = [], position } = handled.get(streamId) ?? {};
      handled.set(streamId, { state, events, position, revision: head.revision });
    }
    return { changes: decided.filter(({ events }) => events.length > 0), stale };
  };
  const contended = await appendDecided(log, {
    streamIds: [...commandsOf.keys()],
    retries,
    decide,
    onOutcome({ open: { streamId }, state, events }, outcome) {
      unfinished.delete(streamId);
      if (!outcome.ok) {
        cache?.delete(streamId);
        return false;
      }
      const { head, position, revision } = outcome;
      cache?.set(streamId, { state, head });
      if (inSteps) unfinished.set(streamId, { state, head });
      const earlier = handled.get(streamId)?.events ?? [];
      handled.set(streamId, { state, events: [...earlier, ...events], position, revision });
      return inSteps;
    },
  });
  if (contended.length > 0) throw new StoreUnavailable(`streams of ${decider.name} still conflict after all retries`);
  return handled;
}
