import { expect, test } from 'vitest';
import { formatDay, formatInstant, formatPercent } from '../format.ts';
import { addedEntries, fieldName, fieldTexts } from './field-text.ts';
import { inEnglish } from './wording.ts';

const { fieldText, changeTexts } = fieldTexts({ day: formatDay, instant: formatInstant, percent: formatPercent });
const text = (field: string, value: unknown): string => inEnglish(fieldText(field, value)).replaceAll('\u00a0', ' ');

test('shows the dated rates and switches of a promotion in words, without JSON or the year 0', () => {
  const rates = [
    { promoRate: 0.08, effectiveFrom: '0000-01-01' },
    { promoRate: 0.1, effectiveFrom: '2026-02-21' },
  ];
  expect(text('rates', rates)).toBe('8% from the start; 10% from 21 Feb 2026');
  expect(text('switches', [{ isActive: false, effectiveFrom: '2026-02-21' }])).toBe('off from 21 Feb 2026');
});

test('shows lists and nested values in words', () => {
  const id = 'cd04b068-7f0b-4d43-9a0e-0f6f1a1f2b3c';
  expect(text('roles', ['Admin', 'Finance'])).toBe('Admin; Finance');
  expect(text('written', [])).toBe('—');
  expect([text('written', [id]), text('written', [id, id])]).toEqual(['1 entry', '2 entries']);
  expect(text('treatment', { kind: 'paye', rate: 0.25 })).toBe('Kind: paye, Rate: 25%');
  expect(text('emailChange', { at: '2026-03-14T22:30:05Z' })).toBe('At: 15 Mar 2026 00:30 SAST');
});

test('shows codes by their meaning, and text of people as it is', () => {
  expect(text('details.communicationMethod', 'C')).toBe('SMS');
  expect(text('taxCountry', 'RSA')).toBe('South Africa');
  expect(text('batch', 'eft')).toBe('South African');
  expect(text('description', '50 %{off} |||| now')).toBe('50 %{off} |||| now');
  expect(fieldName('details.physicalAddressLine1')).toBe('Address line 1');
  expect(['promoCode', 'details.postalCode'].map(fieldName)).toEqual(['Promotion title', 'Postal code']);
});

test('reduces a list that has grown to its last entry and the added ones', () => {
  const [first, second, third] = [{ rate: 0.1 }, { rate: 0.2 }, { rate: 0.3 }];
  expect(addedEntries([first, second], [first, second, third])).toEqual({ before: [second], after: [third] });
  expect(addedEntries([first, second], [first])).toBeNull();
  expect(addedEntries([first], [second])).toBeNull();
  expect(addedEntries([], [first])).toBeNull();
  expect(addedEntries('a', ['a'])).toBeNull();
  const [before, after] = changeTexts('roles', ['Admin', 'Finance'], ['Admin', 'Finance', 'Support']);
  expect([inEnglish(before), inEnglish(after)]).toEqual(['Finance', 'Support']);
});
