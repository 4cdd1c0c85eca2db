import { expect, test } from 'vitest';
import { words } from '../format/format.ts';
import { recordLink, recordName } from './RecordLink.tsx';

test('links a stream to the history of its record', () => {
  expect(recordLink('agent-7')).toBe('/travel-agents/7?tab=history');
  expect(recordLink('promotion-3f0e2f5e-8d0b')).toBe('/promotions/3f0e2f5e-8d0b?tab=history');
  expect(recordLink('rental-RES/1')).toBe('/rewards/RES%2F1?tab=history');
  expect(recordLink('rewards-account-7')).toBe('/travel-agents/7?tab=rewards');
  expect(recordLink('claim-email-ab')).toBeNull();
});

test('names a record that exists once by its whole kind', () => {
  expect(recordName('duties')).toEqual(words('duties'));
  expect(recordName('payout-limits')).toEqual(words('payout-limits'));
  expect(recordName('rental-RES/1')).toEqual(['%{id}', { id: 'RES/1' }]);
  expect(recordName('claim-email-ab')).toEqual(words('claim'));
});
