/** A fact in the past tense. `data.personal`, where present, is sealed under the key of the event's stream before it is stored. */
export interface DomainEvent<Type extends string = string, Data extends object = object> {
  readonly type: Type;
  readonly data: Data;
}

/**
 * The whole of an aggregate's rules, without I/O, clock or chance.
 * `decide` gives the events that a command leads to (none: nothing changes) or throws a `DomainError`;
 * `evolve` folds one event into the state. Time, ids and what was looked up come in with the command.
 */
export interface Decider<State, Command, Event extends DomainEvent> {
  readonly name: string;
  readonly initial: State;
  decide(command: Command, state: State): readonly Event[];
  evolve(state: State, event: Event): State;
}

/** Who caused a change. `id` is the person's or integrator's id, or the name of the part of the system. */
export interface Actor {
  readonly kind: 'agent' | 'admin' | 'integrator' | 'system' | 'visitor';
  readonly id: string;
}

/** What a command carries beside itself; it becomes the metadata of its events, which is the audit trail. */
export interface CommandContext {
  readonly actor: Actor;
  readonly now: Date;
  readonly correlationId: string;
  /** Id of the event or command that led to this one. */
  readonly causationId?: string;
  /** The words a person gave for the change. */
  readonly reason?: string;
  /** Network address the command came from; sealed under the actor's key. */
  readonly from?: string;
  /** Set on demonstration data only. */
  readonly demo?: true;
}

/** Folds events onto a state. */
export function fold<State, Event extends DomainEvent>(
  decider: Pick<Decider<State, never, Event>, 'evolve'>,
  state: State,
  events: Iterable<Event>,
): State {
  let next = state;
  for (const event of events) next = decider.evolve(next, event);
  return next;
}
