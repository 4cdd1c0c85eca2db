import { describe, expect, test } from 'vitest';
import { centsOfLedgerAmount, dayOfLedgerCell, postedFile } from './ledger-export-input.ts';

describe('a file of the company’s ledger', () => {
  test.each([
    ['1,234.50', 1_234_50],
    ['1 234,50', 1_234_50],
    ['R 1234.5', 1_234_50],
    ['-R1,234.50', -1_234_50],
    ['(1 234.50)', -1_234_50],
    ['1234.50-', -1_234_50],
    ['1.234.567,89', 1_234_567_89],
    ['12', 12_00],
    ['', 0],
    ['-', 0],
    ['1,23,4', null],
    ['12.345.6', null],
    ['(12', null],
    ['twelve', null],
  ])('is read with the amount %s', (text, cents) => {
    expect(centsOfLedgerAmount(text)).toBe(cents);
  });

  test.each([
    ['2026-11-18', '2026-11-18'],
    ['20261118', '2026-11-18'],
    ['18/11/2026', '2026-11-18'],
    ['18.11.2026', '2026-11-18'],
    ['8 November 2026', '2026-11-08'],
    ['2026-11-18T00:00:00', '2026-11-18'],
    ['31/02/2026', null],
    ['yesterday', null],
  ])('is read with the date %s', (text, day) => {
    expect(dayOfLedgerCell(text)).toBe(day);
  });

  test('is read as a trial balance without dates, below its titles and without its totals', () => {
    const text = [
      'Trial Balance,,,',
      'Fynbos (Pty) Ltd,,,',
      'Account Code,Account,Debit,Credit',
      'Expenses,,,',
      '4000,Agent rewards,"1,210.00",',
      '2100 - Payable,Payable,,"1,210.00"',
      'Total,,"1,210.00","1,210.00"',
    ].join('\r\n');
    expect(postedFile(`\ufeff${text}`)).toMatchObject({
      kind: 'trial-balance',
      lines: [
        { code: '4000', day: null, cents: 1_210_00 },
        { code: '2100', day: null, cents: -1_210_00 },
      ],
    });
  });

  test('is read as a journal with dates, also with semicolons and signed amounts', () => {
    expect(postedFile('Posting date;HKONT;Amount\n18.11.2026;4000;200,00\n18.11.2026;2100;-200,00\n')).toMatchObject({
      kind: 'journal',
      lines: [
        { code: '4000', day: '2026-11-18', cents: 200_00 },
        { code: '2100', day: '2026-11-18', cents: -200_00 },
      ],
    });
  });

  test.each([
    ['without a header', 'a,b\n1,2\n', 'no header'],
    ['with a bad amount', 'Account,Amount\n4000,lots\n', 'line 2: “lots” is not an amount.'],
    ['with a bad date', 'Date,Account,Amount\nsoon,4000,1.00\n', 'line 2: “soon” is not a date'],
    ['without lines', 'Account,Amount\n', 'no line'],
  ])('is refused %s', (_name, text, message) => {
    expect(() => postedFile(text)).toThrow(message);
  });
});
