import { describe, expect, it } from 'vitest';
import { fold } from '../decider.ts';
import { decideTimed, type Timed } from '../testing/timed.ts';
import {
  type Challenge,
  type ChallengeCommand,
  type ChallengeFields,
  challengeDecider,
  isReached,
  knownChallenge,
  stateOn,
} from './challenge.ts';

const TODAY = '2026-03-10';
const FIELDS: ChallengeFields = {
  title: 'Autumn twenty',
  description: 'Twenty rentals in autumn.',
  from: '2026-03-15',
  to: '2026-04-14',
  measure: 'rentals',
  target: 20,
  iataNumber: null,
  badge: 'Autumn star',
};
const create = (fields: Partial<ChallengeFields> = {}): Timed<ChallengeCommand> => ({
  type: 'CreateChallenge',
  challengeId: '00000000-0000-4000-8000-000000000001',
  fields: { ...FIELDS, ...fields },
  at: `${TODAY}T08:00:00.000Z`,
});
const after = (...commands: readonly Timed<ChallengeCommand>[]): Challenge =>
  knownChallenge(
    commands.reduce(
      (state, command) => fold(challengeDecider, state, decideTimed(challengeDecider, command, state)),
      challengeDecider.initial,
    ),
  );
const change = (fields: Partial<ChallengeFields>, today = TODAY): Timed<ChallengeCommand> => ({
  type: 'ChangeChallenge',
  fields,
  at: `${today}T08:00:00.000Z`,
});
const end = (today: string): Timed<ChallengeCommand> => ({ type: 'EndChallenge', at: `${today}T08:00:00.000Z` });

describe('a challenge', () => {
  it('is planned, active from its first to its last day, and ended after it', () => {
    const made = after(create());
    const states = ['2026-03-14', '2026-03-15', '2026-04-14', '2026-04-15'].map((day) => stateOn(made, day));
    expect(states).toEqual(['planned', 'active', 'active', 'ended']);
  });

  it('is refused with a period that is reversed, over, or longer than twelve months', () => {
    expect(() => after(create({ to: '2026-03-14' }))).toThrow('must not be before');
    expect(() => after(create({ from: '2026-01-01', to: '2026-03-09' }))).toThrow('in the past');
    expect(() => after(create({ to: '2027-03-15' }))).toThrow('twelve months');
    expect(after(create({ to: '2027-03-14' })).to).toBe('2027-03-14');
    expect(() => after(create(), create())).toThrow('already exists');
  });

  it('changes freely before its first day, and records only what changed', () => {
    const made = after(create());
    const events = decideTimed(challengeDecider, change({ ...FIELDS, target: 25, iataNumber: '7712345' }), made);
    expect(events).toEqual([{ type: 'ChallengeChanged', data: { target: 25, iataNumber: '7712345' } }]);
    expect(decideTimed(challengeDecider, change(FIELDS), made)).toEqual([]);
  });

  it('keeps its target, measure, first day and agents once it has begun, and can only be extended', () => {
    const made = after(create());
    const begun = '2026-03-20';
    for (const fields of [{ target: 25 }, { measure: 'nett' }, { from: '2026-03-16' }, { iataNumber: '1' }] as const)
      expect(() => decideTimed(challengeDecider, change(fields, begun), made)).toThrow('cannot change');
    expect(() => decideTimed(challengeDecider, change({ to: '2026-04-01' }, begun), made)).toThrow('extended');
    expect(after(create(), change({ to: '2026-04-30', title: 'Longer' }, begun))).toMatchObject({ to: '2026-04-30' });
  });

  it('ends today on request, is withdrawn before its first day, and does not change afterwards', () => {
    const ended = after(create(), end('2026-03-20'));
    expect(ended).toMatchObject({ to: '2026-03-20', status: 'ended', version: 2 });
    expect(stateOn(ended, '2026-03-20')).toBe('ended');
    expect(stateOn(after(create(), end(TODAY)), '2026-03-20')).toBe('withdrawn');
    expect(() => decideTimed(challengeDecider, change({ title: 'x' }, '2026-03-21'), ended)).toThrow('has ended');
    expect(() => decideTimed(challengeDecider, end('2026-05-01'), after(create()))).toThrow('has ended');
    expect(() => decideTimed(challengeDecider, end(TODAY), challengeDecider.initial)).toThrow('not found');
  });

  it('is reached with the whole target, and not before', () => {
    expect([19, 20, 21].map((progress) => isReached(FIELDS, progress))).toEqual([false, true, true]);
  });
});
