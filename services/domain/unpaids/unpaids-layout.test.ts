import { expect, test } from 'vitest';
import { readStatement } from '../bank-files/statement.ts';
import { decideTimed } from '../testing/timed.ts';
import { INITIAL_UNPAIDS_LAYOUT, type UnpaidsLayout, unpaidsLayoutDecider } from './unpaids-layout.ts';

const entriesOf = (...of: Parameters<typeof readStatement>) => readStatement(...of).entries;

const set = (changes: Partial<UnpaidsLayout>) =>
  decideTimed(
    unpaidsLayoutDecider,
    {
      type: 'SetUnpaidsLayout',
      layout: { ...INITIAL_UNPAIDS_LAYOUT, ...changes },
      by: 2,
      at: '2026-11-18T08:00:00.000Z',
    },
    INITIAL_UNPAIDS_LAYOUT,
  );
const NUMBERS = { reference: '4', amount: '3', day: '1', returnReason: '5' };

test('sets the columns by heading or by number', () => {
  expect(set({ reference: 'User ref' })).toMatchObject([{ data: { layout: { reference: 'User ref' }, setBy: 2 } }]);
  expect(set(NUMBERS)).toHaveLength(1);
  expect(set({})).toEqual([]);
});

test.each<[string, Partial<UnpaidsLayout>]>([
  ['amount', { amount: ' ' }],
  ['amount', { amount: 'reference' }],
  ['amount', { reference: '1' }],
  ['reference', { reference: 'x'.repeat(61) }],
])('rejects the column %s of %j', (field, changes) => {
  expect(() => set(changes)).toThrow(expect.objectContaining({ code: `unpaids-layout.${field}` }));
});

test('reads a file of unpaids with headings, after other rows', () => {
  const text = [
    'Unpaid transactions,13 Nov 2026',
    'DATE,User ref,Amount,Reason,Branch',
    '13/11/2026,FR2611275S FT01,"R1,150.50",12,250655',
    '20261114,FR2611275S FT02,-150.5,Account holder differs,051001',
    '2026-11-14,FR2611275S FT03,"1 150,50",099,051001',
  ].join('\r\n');
  const returned = { side: 'credit', amountCents: 1_150_50 };
  expect(entriesOf(text, { ...INITIAL_UNPAIDS_LAYOUT, reference: 'User ref' })).toEqual([
    { ...returned, on: '2026-11-13', texts: ['FR2611275S FT01'], reason: 'Account closed' },
    {
      ...returned,
      amountCents: 150_50,
      on: '2026-11-14',
      texts: ['FR2611275S FT02'],
      reason: 'Account holder differs',
    },
    { ...returned, on: '2026-11-14', texts: ['FR2611275S FT03'], reason: '099' },
  ]);
});

test('reads a file without headings, with semicolons and amounts in cents', () => {
  const layout = { ...NUMBERS, isInCents: true };
  expect(entriesOf('20261113;x;115050;FR2611275S FT01;2\n', layout)).toMatchObject([
    { on: '2026-11-13', amountCents: 1_150_50, reason: 'Not provided for' },
  ]);
  expect(() => readStatement('20261113;x;1150.50;FT01;2\n', layout)).toThrow(
    'Row 1: the amount 1150.50 is not in cents.',
  );
  expect(() => readStatement('31/02/2026;x;1;FT01;2\n', layout)).toThrow('Row 1: 31/02/2026 is not a day.');
});

test('refuses a file without the columns', () => {
  expect(() => readStatement('a,b\n1,2\n')).toThrow('no columns Reference, Amount, Date, Reason');
  expect(() => readStatement('Reference,Amount,Date,Reason\nFT1,x,2026-11-13,12\n')).toThrow('Row 2: the amount x');
  expect(() => readStatement('a,"b\n1,2\n')).toThrow('not a CSV file');
});
