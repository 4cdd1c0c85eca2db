import { expect, test } from 'vitest';
import { sayWith } from '../i18n/T.tsx';
import { fieldName, fieldText } from './field.ts';

const english = sayWith((key, options) =>
  key.replace(/%\{(\w+)\}/g, (_, name) => String((options as Record<string, unknown>)[name])),
);
const text = (field: string, value: unknown): string => english(fieldText(field, value));

test('shows the dated rates and switches of a promotion in words, without JSON or the year 0', () => {
  const rates = [
    { promoRate: 0.08, effectiveFrom: '0000-01-01' },
    { promoRate: 0.1, effectiveFrom: '2026-02-21' },
  ];
  expect(text('rates', rates)).toBe('8 % from the start; 10 % from 21 Feb 2026');
  expect(text('switches', [{ isActive: false, effectiveFrom: '2026-02-21' }])).toBe('off from 21 Feb 2026');
});

test('shows lists and nested values in words', () => {
  expect(text('roles', ['Admin', 'Finance'])).toBe('Admin; Finance');
  expect(text('written', [])).toBe('—');
  expect(text('written', ['cd04b068-7f0b-4d43-9a0e-0f6f1a1f2b3c'])).toContain('1 entr');
  expect(text('treatment', { kind: 'paye', rate: 0.25 })).toBe('Kind: paye, Rate: 25 %');
});

test('shows codes by their meaning', () => {
  expect(text('details.communicationMethod', 'C')).toBe('SMS');
  expect(text('taxCountry', 'RSA')).toBe('South Africa');
  expect(text('batch', 'eft')).toBe('South African');
  expect(fieldName('details.physicalAddressLine1')).toBe('Address line 1');
});
