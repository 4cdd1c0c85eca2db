import { expect, test } from 'vitest';
import { changesOf } from './changes.ts';
import { masked } from './masking.ts';

test('a change names its field by its path, with what was and what is; nothing and absent are the same', () => {
  const before = { status: 'active', details: { surname: 'Nkosi', postalCode: '7700' }, note: null };
  const after = { status: 'active', details: { surname: 'Dube', postalCode: '7700' }, note: '', tags: ['new'] };
  expect(changesOf(before, after)).toEqual([
    { field: 'details.surname', before: 'Nkosi', after: 'Dube' },
    { field: 'tags', before: null, after: ['new'] },
  ]);
});

test('a masked value still tells which one it was, to who knows it', () => {
  expect(masked('details.idNumber', '8001015009087')).toBe('•••087');
  expect(masked('bank.bankAccountNumber', '4051234567')).toBe('•••567');
  expect(masked('details.emailAddress', 'thandi@agency.example')).toBe('t•••@agency.example');
  expect(masked('details.surname', 'Nkosi')).toBe('N•••');
  expect(masked('details.taxCountry', 'RSA')).toBe('RSA');
  expect(masked('details.surname', null)).toBeNull();
});
