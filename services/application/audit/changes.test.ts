import { expect, test } from 'vitest';
import { changesOf, changeText, masked } from './changes.ts';

test('a change has the path of its field and the values before and after; null and absent are equal', () => {
  const before = { status: 'active', details: { surname: 'Nkosi', postalCode: '7700' }, note: null };
  const after = { status: 'active', details: { surname: 'Dube', postalCode: '7700' }, note: '', tags: ['new'] };
  expect(changesOf(before, after)).toEqual([
    { field: 'details.surname', before: 'Nkosi', after: 'Dube' },
    { field: 'tags', before: null, after: ['new'] },
  ]);
});

test('masks personal values, except those that the record shows in full', () => {
  expect(masked('details.idNumber', '8001015009087')).toBe('•••9087');
  expect(masked('bank.bankAccountNumber', '4051234567')).toBe('•••4567');
  expect(masked('details.emailAddress', 'thandi@agency.example')).toBe('t•••@agency.example');
  expect(masked('details.surname', 'Nkosi')).toBe('N•••');
  expect(masked('details.taxCountry', 'RSA')).toBe('RSA');
  expect(masked('details.agencyName', 'Karoo Travel')).toBe('Karoo Travel');
  expect(masked('bank.branchName', 'Universal')).toBe('Universal');
  expect(masked('bank.accountType', 'savings')).toBe('savings');
  expect(masked('bank.bic', 'FIRNNANX')).toBe('FIRNNANX');
  expect(masked('bank.bankAccountHolderName', 'T Nkosi')).toBe('T•••');
  expect(masked('somethingNew', 'secret')).toBe('s•••');
  expect(masked('details.surname', null)).toBeNull();
});

test('an evidence file names fields and codes as the dashboard does', () => {
  const change = (field: string, before: unknown, after: unknown) => changeText({ field, before, after });
  expect(change('details.communicationMethod', 'E', 'C')).toEqual({
    field: 'Communication method',
    before: 'E-mail',
    after: 'SMS',
  });
  expect(change('promoCode', 'SUN', 'MOON')).toEqual({ field: 'Promotion title', before: 'SUN', after: 'MOON' });
  expect(change('details.taxCountry', null, 'RSA')).toEqual({
    field: 'Tax country',
    before: '—',
    after: 'South Africa',
  });
  const [first, next] = [0.08, 0.1].map((promoRate, at) => ({ promoRate, effectiveFrom: `2026-0${at + 1}-01` }));
  expect(change('rates', [first], [first, next])).toMatchObject({
    before: expect.stringMatching(/^8% from 1.Jan.2026$/),
  });
});
