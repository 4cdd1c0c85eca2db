import { expect, test } from 'vitest';
import { adminEvents } from '../admin/events.ts';
import { agentEvents } from '../agent/events.ts';
import { catalogue } from '../catalogue.ts';
import { integratorEvents } from '../integrator/events.ts';
import { accountTextOf, CHANGES_THAT_NEED_A_REASON, SENTENCE_TYPES, sentenceText } from './sentences.ts';

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

test('a change of an administrator or an integrator needs a reason (V1)', () => {
  // Own actions of an administrator, records of other actions, and what needs an approval.
  const others = new Set([
    'AdminAdded',
    'AdminPasskeyAdded',
    'AdminPasskeyRemoved',
    'AdminPasskeyRenamed',
    'AdminPasswordChanged',
    'AdminPasswordLinkRequested',
    'AdminSignedIn',
    'AdminSignInRefused',
    'FileOfNumbersTaken',
  ]);
  for (const type of [...Object.keys(adminEvents), ...Object.keys(integratorEvents)])
    expect(type in CHANGES_THAT_NEED_A_REASON, type).toBe(!others.has(type));
});
