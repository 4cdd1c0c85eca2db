import type { Day } from '../calendar.ts';
import type { Decider, DomainEvent } from '../decider.ts';

/** With its instant (ISO 8601 UTC) or Johannesburg day; `handle` takes the instant from the context. */
export type Timed<Command> = Command & { readonly at?: string; readonly today?: Day };

/** The events that a command leads to at its instant. */
export function decideTimed<State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
  { today = '2026-05-04', at = `${today}T08:00:00.000Z`, ...command }: Timed<Command>,
  state: State,
): readonly Event[] {
  return decider.decide(command as Command, state, at);
}
