/** Past tense. `data.personal` is encrypted with the key of the event's stream before it is stored. */
export interface DomainEvent<Type extends string = string, Data extends object = object> {
  readonly type: Type;
  readonly data: Data;
}

/**
 * `decide` returns the events of a command (none: nothing changes) or throws a `DomainError`. `at`: the instant of the
 * command (ISO 8601 UTC). No I/O, clock or randomness: ids and reference data come with the command.
 */
export interface Decider<State, Command, Event extends DomainEvent> {
  readonly name: string;
  readonly initial: State;
  decide(command: Command, state: State, at: string): readonly Event[];
  evolve(state: State, event: Event): State;
}

/** Decides each command on the state after the earlier ones; all take effect or none. */
export const decideInSequence = <State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
): Decider<State, readonly Command[], Event> => ({
  ...decider,
  decide(commands, state, at) {
    let next = state;
    return commands.flatMap((command) => {
      const events = decider.decide(command, next, at);
      next = fold(decider, next, events);
      return events;
    });
  },
});

/** The id in the name of a stream, which `streamOf` makes from it. */
export const idFromStreamName = (streamOf: (id: string) => string, streamId: string): string =>
  streamId.slice(streamOf('').length);

/** `id`: of the person or integrator, or the name of the system component. */
export interface Actor {
  readonly kind: 'agent' | 'admin' | 'integrator' | 'system' | 'visitor';
  readonly id: string;
}

/** Becomes the metadata of the events: the audit trail. */
export interface CommandContext {
  readonly actor: Actor;
  readonly now: Date;
  readonly correlationId: string;
  /** Id of the event or command that led to this one. */
  readonly causationId?: string;
  /** The reason that a person gave for the change. */
  readonly reason?: string;
  /** The network address; encrypted with the actor's key. */
  readonly from?: string;
  /** Set on demonstration data only. */
  readonly demo?: true;
}

export function fold<State, Event extends DomainEvent>(
  decider: Pick<Decider<State, never, Event>, 'evolve'>,
  state: State,
  events: Iterable<Event>,
): State {
  let next = state;
  for (const event of events) next = decider.evolve(next, event);
  return next;
}
