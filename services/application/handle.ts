import { type CommandContext, type Decider, type DomainEvent, fold } from '@fynbos/domain/decider.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import type { DecodedEvent } from '@fynbos/event-store/codec.ts';
import type { EventLog, LoadedStream } from '@fynbos/event-store/event-log.ts';
import type { Position } from '@fynbos/event-store/port.ts';

export interface Loaded<State> {
  readonly state: State;
  readonly stream: LoadedStream;
}

export interface Handled<State, Event extends DomainEvent> {
  readonly state: State;
  readonly events: readonly Event[];
  /** Of the last event appended; undefined where the command changed nothing. */
  readonly position: Position | undefined;
  readonly revision: number;
}

export interface HandleOptions<State = unknown> {
  /** How often to load and decide again after a conflict; 5 when not given. */
  readonly retries?: number;
  /** Whether state needs what is personal; true when not given. */
  readonly personal?: boolean;
  /** Event ids of a command that may be sent again; see `Change.ids`. */
  readonly ids?: readonly string[];
  /** Whether what the command would do is done already: then nothing is decided. Asked after each load. */
  readonly isDone?: (stream: LoadedStream) => boolean | Promise<boolean>;
  /**
   * Claims what the command would take, or throws. It is called between each load and its append, in this order: who takes
   * over a claim that has lapsed moves its owner's stream on, so that the append then meets a conflict and all of it is
   * done again (docs/decisions/0025).
   */
  readonly claims?: (state: State) => Promise<unknown>;
}

/**
 * The state that a stream leads to. Every stream belongs to one decider by its name, so this is the only place that takes
 * stored events for a decider's events.
 */
export const stateOf = <State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
  { events }: LoadedStream,
): State => fold(decider, decider.initial, events as unknown as readonly Event[]);

/** The events of a decider's stream with their metadata, for reports that show single entries. */
export const eventsOf = <State, Command, Event extends DomainEvent>(
  _decider: Decider<State, Command, Event>,
  { events }: LoadedStream,
): readonly (Event & Pick<DecodedEvent, 'metadata' | 'position'>)[] => events as never;

/** An aggregate's state and its stream. Decrypts personal data unless told not to. Throws `StoreUnavailable`. */
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
  const streams = await log.readStreams(streamIds, { personal });
  return new Map([...streams].map(([id, stream]) => [id, { state: stateOf(decider, stream), stream }]));
}

/**
 * Loads, decides, appends at the revision that was loaded; on a conflict loads and decides again after a short random
 * pause. The command may be a function of the state. Throws the decider's `DomainError`, one of kind `conflict` when
 * others were always quicker, and `StoreUnavailable`.
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
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 2 ** attempt * 5));
  }
}
