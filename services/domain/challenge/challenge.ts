import { addMonths, type Day, dayOf } from '../calendar.ts';
import type { Decider } from '../decider.ts';
import { DomainError, fieldError } from '../errors.ts';
import type { DataOf } from '../event-schema.ts';
import type { ChallengeEvent } from './events.ts';

/** What an administrator enters; see the events. */
export type ChallengeFields = Readonly<Omit<DataOf<ChallengeEvent, 'ChallengeCreated'>, 'challengeId'>>;

export interface Challenge extends ChallengeFields {
  /** `ended`: an administrator ended it before its last day; `withdrawn`: before its first day. */
  readonly status: 'open' | 'ended' | 'withdrawn';
  readonly challengeId: string;
  /** The number of its events. */
  readonly version: number;
}

export type ChallengeCommand =
  | { readonly type: 'CreateChallenge'; readonly challengeId: string; readonly fields: ChallengeFields }
  | { readonly type: 'ChangeChallenge'; readonly fields: Partial<ChallengeFields> }
  | { readonly type: 'EndChallenge' };

export const challengeStreamOf = (challengeId: string): string => `challenge-${challengeId}`;

const MAX_MONTHS = 12;
/** Fields that stay as they are once a challenge has begun (H3). */
const FIELDS_FIXED_AFTER_START = {
  from: 'first day',
  measure: 'measure',
  target: 'target',
  iataNumber: 'group of agents',
} as const;

export type ChallengeState = { readonly status: 'none' } | Challenge;

export function knownChallenge(state: ChallengeState): Challenge {
  if (state.status === 'none') throw new DomainError('not-found', 'challenge.unknown', 'Challenge not found.');
  return state;
}

/** The state of a challenge on a Johannesburg day. */
export function stateOn({ from, to, status }: Challenge, today: Day): 'planned' | 'active' | 'ended' | 'withdrawn' {
  if (status === 'withdrawn') return 'withdrawn';
  if (status === 'ended' || to < today) return 'ended';
  return from > today ? 'planned' : 'active';
}

const refusal = (field: keyof ChallengeFields, message: string): DomainError =>
  fieldError(`challenge.${field}`, field, message);

function checkPeriod({ from, to }: ChallengeFields, today: Day): void {
  if (to < from) throw refusal('to', 'The last day must not be before the first day.');
  if (to < today) throw refusal('to', 'The last day must not be in the past.');
  if (to >= addMonths(from, MAX_MONTHS)) throw refusal('to', 'A challenge lasts at most twelve months.');
}

function changeFields(fields: Partial<ChallengeFields>, state: Challenge, today: Day): ChallengeEvent[] {
  const next = { ...state, ...fields };
  const changed = (Object.keys(fields) as (keyof ChallengeFields)[]).filter((name) => next[name] !== state[name]);
  if (changed.length === 0) return [];
  if (stateOn(state, today) === 'active') {
    for (const [field, name] of Object.entries(FIELDS_FIXED_AFTER_START) as [
      keyof typeof FIELDS_FIXED_AFTER_START,
      string,
    ][])
      if (changed.includes(field)) throw refusal(field, `The ${name} cannot change after the challenge has begun.`);
    if (next.to < state.to) throw refusal('to', 'A challenge that has begun can be extended, or ended today.');
  }
  checkPeriod(next, today);
  return [{ type: 'ChallengeChanged', data: Object.fromEntries(changed.map((name) => [name, next[name]])) }];
}

/** The rules of one challenge (H1, H3). Throws `DomainError` with a code `challenge.…` and the field. */
export const challengeDecider: Decider<ChallengeState, ChallengeCommand, ChallengeEvent> = {
  name: 'challenge',
  initial: { status: 'none' },

  decide(command, state, at) {
    const today = dayOf(new Date(at));
    if (command.type === 'CreateChallenge') {
      if (state.status !== 'none')
        throw new DomainError('conflict', 'challenge.exists', 'The challenge already exists.');
      const { challengeId, fields } = command;
      checkPeriod(fields, today);
      return [{ type: 'ChallengeCreated', data: { challengeId, ...fields } }];
    }
    const challenge = knownChallenge(state);
    const stage = stateOn(challenge, today);
    if (stage === 'ended' || stage === 'withdrawn')
      throw new DomainError('conflict', 'challenge.ended', 'The challenge has ended and can no longer change.');
    if (command.type === 'ChangeChallenge') return changeFields(command.fields, challenge, today);
    return [{ type: 'ChallengeEnded', data: { lastDay: stage === 'planned' ? null : today } }];
  },

  evolve(state, event) {
    if (event.type === 'ChallengeCreated') return { ...event.data, status: 'open', version: 1 };
    // No event of a challenge comes before the one that creates it.
    if (state.status === 'none') return state;
    const version = state.version + 1;
    if (event.type === 'ChallengeChanged') return { ...state, ...event.data, version };
    const { lastDay } = event.data;
    return lastDay === null
      ? { ...state, status: 'withdrawn', version }
      : { ...state, status: 'ended', to: lastDay, version };
  },
};

/** Whether an agent's progress has reached the whole target (H2). */
export const isReached = ({ target }: Pick<Challenge, 'target'>, progress: number): boolean => progress >= target;
