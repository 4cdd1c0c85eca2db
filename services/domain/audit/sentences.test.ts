import { expect, test } from 'vitest';
import { agentEvents } from '../agent/events.ts';
import { catalogue } from '../catalogue.ts';
import { ownTextOf, SENTENCE_TYPES, sentenceText } from './sentences.ts';

test('every event of the catalogue has a sentence, and no other event has one', () => {
  expect([...SENTENCE_TYPES].sort()).toEqual([...catalogue.keys()].sort());
});

test('every event of an agent has a text for the history of the account', () => {
  for (const type of Object.keys(agentEvents)) expect(ownTextOf(type)).not.toBe(type);
});

test('a sentence names who did it and to which record', () => {
  const names = { who: 'Thandi Nkosi', record: 'WEEKENDER' };
  expect(sentenceText('PromotionRateChanged', names)).toBe('Thandi Nkosi changed the rate of WEEKENDER');
  expect(sentenceText('AgentActivated', { who: 'System', record: 'Ms A Abrahams' })).toBe(
    'Ms A Abrahams was activated',
  );
});
