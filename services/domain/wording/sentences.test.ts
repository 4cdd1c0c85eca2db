import { expect, test } from 'vitest';
import { agentEvents } from '../agent/events.ts';
import { CHANGES_THAT_NEED_A_REASON } from '../audit/event-kinds.ts';
import { catalogue } from '../catalogue.ts';
import { accountTextOf, controlTextOf, SENTENCE_TYPES, sentenceText } from './sentences.ts';

test('every event of the catalogue has a sentence, and no other event has one', () => {
  expect([...SENTENCE_TYPES].sort()).toEqual([...catalogue.keys()].sort());
});

test('every event of an agent has a text for the history of the account', () => {
  for (const type of Object.keys(agentEvents)) expect(accountTextOf(type)).not.toBe(type);
});

test('a sentence names who did it and to which record', () => {
  const names = { who: 'Thandi Nkosi', record: 'WEEKENDER' };
  expect(sentenceText('PromotionRateChanged', names)).toBe('Thandi Nkosi changed the rate of WEEKENDER');
  expect(sentenceText('AgentActivated', { who: 'System', record: 'Ms A Abrahams' })).toBe(
    'Ms A Abrahams was activated',
  );
});

test('the changes that need a reason have a name in the controls, and no others', () => {
  const named = SENTENCE_TYPES.filter((type) => controlTextOf(type) !== type);
  expect(named.sort()).toEqual([...CHANGES_THAT_NEED_A_REASON].sort());
});
