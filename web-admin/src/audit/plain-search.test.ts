import { describe, expect, test } from 'vitest';
import { parseSearch } from './plain-search.ts';

const people = [
  { id: 1, name: 'Admin' },
  { id: 2, name: 'Admin 2' },
  { id: 5, name: 'Thandi Nkosi' },
];
const parsed = (text: string) => parseSearch(text, people, '2026-11-24');

describe('a search in plain words', () => {
  test('finds the topic, the person with the longest name, and the month', () => {
    expect(parsed('bank changes by Admin 2 in May')).toEqual({
      params: {
        types: 'BankDetailsChanged',
        actorKind: 'admin',
        actorId: '2',
        from: '2026-05-01',
        to: '2026-05-31',
      },
      rest: '',
    });
  });

  test('asks what one person did last week', () => {
    expect(parsed('Everything Thandi Nkosi did last week').params).toEqual({
      actorKind: 'admin',
      actorId: '5',
      from: '2026-11-16',
      to: '2026-11-22',
    });
  });

  test('takes the name of a person as a whole word', () => {
    expect(parseSearch('January changes by Jan', [{ id: 3, name: 'Jan' }], '2026-11-24')).toEqual({
      params: { actorKind: 'admin', actorId: '3', from: '2026-01-01', to: '2026-01-31' },
      rest: '',
    });
  });

  test.each([
    ['changes between 1 and 7 May', '2026-05-01', '2026-05-07'],
    ['between 28 April and 3 May 2025', '2025-04-28', '2025-05-03'],
    ['1 May to 7 May', '2026-05-01', '2026-05-07'],
    ['on 1 December', '2025-12-01', '2025-12-01'],
    ['since 3 February', '2026-02-03', undefined],
    ['until 3 Feb 2025', undefined, '2025-02-03'],
    ['since September 2025', '2025-09-01', undefined],
    ['on 3 Sept 2025', '2025-09-03', '2025-09-03'],
    ['between 28 Aug and 3 Sep 2025', '2025-08-28', '2025-09-03'],
    ['in Feb 2025', '2025-02-01', '2025-02-28'],
    ['since Sept 2025', '2025-09-01', undefined],
    ['yesterday', '2026-11-23', '2026-11-23'],
    ['last month', '2026-10-01', '2026-10-31'],
    ['in 2025', '2025-01-01', '2025-12-31'],
  ])('reads the period of “%s”', (text, from, to) => {
    expect(parsed(text)).toEqual({ params: { ...(from && { from }), ...(to && { to }) }, rest: '' });
  });

  test.each([
    ['bank changes of Maria', { types: 'BankDetailsChanged' }, 'maria'],
    ['declined rate changes', { types: 'PromotionRateChanged' }, 'declined'],
    ['decided corrections', { types: 'AccountAdjusted' }, 'decided'],
    ['Sepuru bank details', { types: 'BankDetailsChanged' }, 'sepuru'],
    ['promotions of Jan Octavia Novak', { aggregate: 'promotion' }, 'jan octavia novak'],
    ['agents 7 Marula Street', { aggregate: 'agent' }, '7 marula street'],
  ])('takes no part of a word for a month in “%s”', (text, params, rest) => {
    expect(parsed(text)).toEqual({ params, rest });
  });

  test('keeps the words that name a record, and names refused attempts', () => {
    expect(parsed('rate of WEEKENDER')).toEqual({ params: { types: 'PromotionRateChanged' }, rest: 'weekender' });
    expect(parsed('refused sign-ins').params).toMatchObject({ outcome: 'refused', automatic: 'true' });
  });
});
