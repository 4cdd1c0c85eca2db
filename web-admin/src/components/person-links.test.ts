import { expect, test } from 'vitest';
import { splitAtAgents } from './person-links.tsx';

test('finds the agents that a stored text names by number', () => {
  expect(splitAtAgents('Change the bank details of agent 58')).toEqual(['Change the bank details of ', 58]);
  expect(splitAtAgents('Agents 113 and 115 use the same bank account.')).toEqual([
    113,
    ' and ',
    115,
    ' use the same bank account.',
  ]);
});

test('leaves other numbers as they are', () => {
  const text = 'Recalculate 40 reservations of 12 agents by R5.00 nett: 2026';
  expect(splitAtAgents(text)).toEqual([text]);
});
