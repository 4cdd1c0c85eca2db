import { type CommandContext, type Decider, type DomainEvent, fold } from '@fynbos/domain/decider.ts';
import { Contended } from '@fynbos/domain/errors.ts';
import type { DecodedEvent, DecodeOptions } from '@fynbos/event-store/codec.ts';
import type { EventLog, LoadedStream } from '@fynbos/event-store/event-log.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { appendDecided } from './append-decided.ts';
import type { WithLog } from './services.ts';

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

/** A stream's name determines its decider, so only this file casts stored events to a decider's events. */
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
export type LoadedEvent<Event extends DomainEvent> = Event & Omit<DecodedEvent, 'type' | 'data'>;

/** For queries that show or search single events. None for a stream that was not loaded. */
export const eventsOf = <State, Command, Event extends DomainEvent>(
  _decider: Decider<State, Command, Event>,
  stream: Pick<LoadedStream, 'events'> | undefined,
): readonly LoadedEvent<Event>[] => (stream?.events ?? []) as never;

/** Decrypts personal data unless `personal` is false. Throws `StoreUnavailable`. */
export async function load<State, Command, Event extends DomainEvent>(
  log: EventLog,
  decider: Decider<State, Command, Event>,
  streamId: string,
  { personal = true }: DecodeOptions = {},
): Promise<Loaded<State>> {
  const stream = await log.readStream(streamId, { personal });
  return { state: stateOf(decider, stream), stream };
}

/** Many aggregates of one kind by stream id, in one round trip; as `load`. */
export async function loadMany<State, Command, Event extends DomainEvent>(
  log: EventLog,
  decider: Decider<State, Command, Event>,
  streamIds: readonly string[],
  { personal = true }: DecodeOptions = {},
): Promise<ReadonlyMap<string, Loaded<State>>> {
  if (streamIds.length === 0) return new Map();
  const streams = await log.readStreams(streamIds, { personal });
  return new Map([...streams].map(([id, stream]) => [id, { state: stateOf(decider, stream), stream }]));
}

/** The decider's command. Without it a function that returns an incomplete command would be accepted. */
type Given<Command> = [Command][Command extends unknown ? 0 : never];

/** A command for a stream, with the ways to carry it out. */
export interface Handling<State, Command, Event extends DomainEvent> {
  readonly decider: Decider<State, Command, Event>;
  readonly streamId: string;
  /** The command, or a function of the state and its revision. */
  readonly command: Given<Command> | ((state: State, revision: number) => Given<Command>);
  readonly context: CommandContext;
  /** How often to load and decide again after a conflict; 5 when not given. */
  readonly retries?: number;
  /** Whether the command was already carried out; then nothing is decided. Asked after each load. */
  readonly isDone?: (stream: LoadedStream) => boolean | Promise<boolean>;
  /**
   * Claims unique values or checks other streams; throws to refuse. Called between load and append: taking over a
   * lapsed claim bumps the revision of its owner's stream: the owner's append then conflicts and is decided again
   * (docs/decisions/0025).
   */
  readonly beforeAppend?: (state: State) => Promise<unknown>;
}

/**
 * Appends at the loaded revision; starts again after a conflict and a short random pause. Throws the decider's
 * `DomainError`, `Contended` when every attempt met a conflict, and `StoreUnavailable`.
 */
export async function handle<State, Command, Event extends DomainEvent>(
  log: EventLog,
  { decider, streamId, command, context, retries = 5, isDone, beforeAppend }: Handling<State, Command, Event>,
): Promise<Handled<State, Event>> {
  let handled: Handled<State, Event> | undefined;
  const decide = async () => {
    const { state, stream } = await load(log, decider, streamId);
    const commandNow = () =>
      typeof command === 'function'
        ? (command as (state: State, revision: number) => Command)(state, stream.revision)
        : (command as Command);
    const events = (await isDone?.(stream)) ? [] : decider.decide(commandNow(), state, context.now.toISOString());
    if (events.length === 0) {
      handled = { state, events, position: undefined, revision: stream.revision };
      return { changes: [] };
    }
    await beforeAppend?.(state);
    return { changes: [{ stream, state, events, context }] };
  };
  await appendDecided(log, {
    streamIds: [streamId],
    retries,
    decide,
    onOutcome({ state, events }, outcome) {
      if (outcome.ok) {
        const { position, revision } = outcome;
        handled = { state: fold(decider, state, events), events, position, revision };
      }
      return false;
    },
  });
  if (handled) return handled;
  throw new Contended(decider.name);
}

/** As `handle`, by the aggregate's id. Returns the position of the last event; undefined if there was none. */
export const sender =
  <Id, State, Command, Event extends DomainEvent>(
    decider: Decider<State, Command, Event>,
    streamOf: (id: Id) => string,
  ) =>
  async (
    { log }: WithLog,
    id: Id,
    command: Handling<State, Command, Event>['command'],
    context: CommandContext,
  ): Promise<Position | undefined> =>
    (await handle(log, { decider, streamId: streamOf(id), command, context })).position;
