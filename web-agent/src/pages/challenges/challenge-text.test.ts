import { describe, expect, test } from 'vitest';
import type { AgentChallenge } from '../../api/types.ts';
import { amountOf, statusText, timeText } from './challenge-text.ts';

const challenge: AgentChallenge = {
  id: 'x',
  title: 'Autumn',
  description: 'Ten rentals.',
  from: '2026-11-01',
  to: '2026-11-30',
  measure: 'rentals',
  target: 10,
  badge: 'Star',
  state: 'active',
  isForAgency: false,
  progress: 9,
  isReached: false,
};
const at = new Date('2026-11-28T22:30:00Z');

describe('the text of a challenge', () => {
  test('counts the days left in Johannesburg, the last one included', () => {
    expect(timeText(challenge, at)).toBe('Ends on 30\u00a0Nov\u00a02026, 1 day left.');
    expect(timeText(challenge, new Date('2026-11-30T10:00:00Z'))).toBe('Ends today.');
    expect(timeText({ ...challenge, state: 'planned' }, at)).toBe(
      'Starts on 1\u00a0Nov\u00a02026, ends on 30\u00a0Nov\u00a02026.',
    );
    expect(timeText({ ...challenge, state: 'ended' }, at)).toBe('Ended on 30\u00a0Nov\u00a02026.');
  });

  test('states what is missing, in rentals or rand', () => {
    expect(statusText(challenge)).toBe('1 rental to go.');
    expect(statusText({ ...challenge, measure: 'nett', target: 50_000, progress: 12_050 })).toBe('R379.50 to go.');
    expect(statusText({ ...challenge, state: 'ended', progress: 7 })).toBe('3 rentals short of the target.');
    expect(statusText({ ...challenge, progress: 10, isReached: true })).toBe('You reached the target. Well done!');
    expect(amountOf({ measure: 'rentals' }, 0)).toBe('0 rentals');
  });
});
