import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acbFile } from './acb.ts';
import { BINSOL_COLUMNS, binsolFile, readBinsolFile } from './binsol.ts';
import { crossBorderFile } from './cross-border.ts';
import { csvFile, readCsvFile } from './csv.ts';
import { type BankFileFormat, type FileRun, hashTotalOf, type PaymentLine } from './format.ts';
import { readAcbFile } from './read-acb.ts';
import { bankText } from './text.ts';

const run: FileRun = {
  reference: 'FR261130A',
  payDate: '2026-11-30',
  createdOn: '2026-11-21',
  payer: {
    name: 'Fynbos Car Hire',
    accountNumber: '62010091234',
    branchCode: '250655',
    userCode: 'FB01',
    shortName: 'FYNBOS',
    bopCategory: '275',
  },
};
const line = (changes: Partial<PaymentLine> = {}): PaymentLine => ({
  accountHolder: 'Thandi Mokoena',
  accountNumber: '0123456789',
  branchCode: '051001',
  bankName: 'Standard Bank',
  bankCountry: 'RSA',
  amountCents: 150_00,
  agentId: 17,
  loyaltyTrackingNo: 'FT1000017',
  ...changes,
});
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

function write(format: BankFileFormat, lines: readonly PaymentLine[], at = lines.length): string {
  const before =
    format.header(run) + format.lines(run, lines.slice(0, at), 1) + format.lines(run, lines.slice(at), at + 1);
  const cents = lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return before + format.trailer(run, { lines: lines.length, cents, hashTotal: hashTotalOf(lines) }, sha256(before));
}

const NONE = new Map();
const readers = {
  csv: (text: string) => readCsvFile(text, sha256),
  binsol: (text: string) => readBinsolFile(text, '2026-11-21', NONE),
  acb: (text: string) => readAcbFile(text),
};
const formats = { csv: csvFile, binsol: binsolFile, acb: acbFile };

const anyLine = fc.record({
  accountHolder: fc
    .oneof(
      fc.string({ minLength: 1, maxLength: 80 }),
      fc.constantFrom('=SUM(A1)', 'Müller, "Jörg"', '@name', '-5+3', 'Ngũgĩ wa Thiong’o', 'Straße & Söhne'),
    )
    .map((name) => `A${name}`),
  accountNumber: fc.stringMatching(/^[1-9]\d{4,10}$/),
  branchCode: fc.stringMatching(/^\d{6}$/),
  bankName: fc.constantFrom('Absa', 'FNB', 'Other, Bank'),
  amountCents: fc.integer({ min: 1, max: 5_000_000_00 }),
  loyaltyTrackingNo: fc.stringMatching(/^FT\d{7}$/),
});

describe('bank files', () => {
  it.each(['csv', 'binsol', 'acb'] as const)(
    'reads back from a %s file every account and amount that was written, in pieces or at once',
    (name) => {
      fc.assert(
        fc.property(fc.array(anyLine, { minLength: 1, maxLength: 30 }), fc.nat(30), (given, cut) => {
          const lines = given.map((each) => line(each));
          const text = write(formats[name], lines, Math.min(cut, lines.length));
          expect(text).toBe(write(formats[name], lines));
          const back = readers[name](text);
          expect(back.errors).toEqual([]);
          expect(
            back.lines.map(({ accountNumber, branchCode, amountCents }) => ({
              accountNumber,
              branchCode,
              amountCents,
            })),
          ).toEqual(
            lines.map(({ accountNumber, branchCode, amountCents }) => ({ accountNumber, branchCode, amountCents })),
          );
        }),
      );
    },
  );

  it.each(['csv', 'acb'] as const)('finds a digit of an account or amount that was altered in a %s file', (name) => {
    const text = write(formats[name], [line({ accountNumber: '62011234567' }), line({ accountNumber: '4051234567' })]);
    expect(readers[name](text.replace('62011234567', '62011234568')).errors).not.toEqual([]);
    const amount = name === 'csv' ? ['150.00', '151.00'] : ['00000015000', '00000015100'];
    expect(readers[name](text.replace(amount[0] as string, amount[1] as string)).errors).not.toEqual([]);
  });

  it('keeps the zeros of accounts and branch codes', () => {
    expect(write(binsolFile, [line()])).toContain(
      'THANDI MOKOENA,0123456789,1,051001,150.00,FT1000017,FYNBOS FR261130A,',
    );
  });

  it('writes four header lines and 36 columns for BInSol, with the action date day first', () => {
    const rows = write(binsolFile, [line()]).split('\r\n');
    expect(rows.slice(0, 3)).toEqual(['BInSol - U ver 1.00', '30-11-2026', '62010091234']);
    expect(BINSOL_COLUMNS).toHaveLength(36);
    expect(rows[4]?.split(',')).toHaveLength(36);
  });

  it('refuses an action date that is past or a holiday', () => {
    const text = write(binsolFile, [line()]);
    expect(readBinsolFile(text, '2026-12-01', NONE).errors).toEqual(['Line 2: the action date is in the past.']);
    expect(readBinsolFile(text.replace('30-11-2026', '16-12-2026'), '2026-11-21', NONE).errors).toEqual([
      'Line 2: the action date is not a business day; the next one is 17-12-2026.',
    ]);
  });

  it('writes the type of the account, and current where it is not stated', () => {
    const types = ['current', 'savings', 'transmission', '', undefined] as const;
    const lines = types.map((accountType) => line({ accountType }));
    const acb = write(acbFile, lines).split('\r\n').slice(2, 7);
    const binsol = write(binsolFile, lines).split('\r\n').slice(4, 9);
    expect(acb.map((record) => record[46])).toEqual(['1', '2', '3', '1', '1']);
    expect(binsol.map((row) => row.split(',')[2])).toEqual(['1', '2', '3', '1', '1']);
  });

  it('puts the fields of an ACB payment where the layout has them', () => {
    const [installation = '', user = '', payment = '', contra = '', trailer = '', end = ''] = write(acbFile, [
      line({ accountNumber: '62011234567' }),
    ]).split('\r\n');
    for (const record of [installation, user, payment, contra, trailer, end]) expect(record).toHaveLength(180);
    expect(payment.slice(0, 70)).toBe(
      '10' +
        '250655' +
        '62010091234' +
        'FB01' +
        '000001' +
        '051001' +
        '62011234567' +
        '1' +
        '00000015000' +
        '261130' +
        '00' +
        '0' +
        '   ',
    );
    expect(payment.slice(70, 130)).toBe(`FYNBOS    FR261130A FT1000017 ${'THANDI MOKOENA'.padEnd(30)}`);
    expect(contra.slice(23, 58)).toBe('000002' + '250655' + '62010091234' + '1' + '00000015000');
    expect(trailer.slice(0, 84)).toBe(
      '92FB01' +
        '000001' +
        '000002' +
        '261130' +
        '261130' +
        '000001' +
        '000001' +
        '000001' +
        '000000015000' +
        '000000015000' +
        '124021325801',
    );
  });

  it('puts an account of more than eleven digits into the field for those', () => {
    const back = readAcbFile(write(acbFile, [line({ accountNumber: '123456789012345' })]));
    expect(back.errors).toEqual([]);
    expect(back.lines[0]?.accountNumber).toBe('123456789012345');
  });

  it.each([
    ['a payment of another amount', '00000015000', '00000015100', 'User trailer: the credit value does not agree.'],
    ['another user code', '04FB01', '04FB02', 'User header: the user code does not agree.'],
    [
      'an action date of one payment',
      '261130000   ',
      '261201000   ',
      'Record 3: the action date is not that of the file.',
    ],
    ['an account that is none', '62011234567', '6201123456X', 'Record 3: the account number is invalid.'],
    [
      'a trailer of another installation',
      '94000',
      '94001',
      'Installation trailer: the repetition of the header does not agree.',
    ],
    [
      'another generation number',
      '0000010001TWO DAY',
      '0000010002TWO DAY',
      'Installation header: the generation number does not agree.',
    ],
    [
      'no generation number',
      '0000010001TWO DAY',
      '0000010000TWO DAY',
      'User header: the generation number is invalid.',
    ],
  ])('finds %s in an ACB file', (_what, from, to, error) => {
    const text = write(acbFile, [line({ accountNumber: '62011234567' })]);
    expect(text).toContain(from);
    expect(readAcbFile(text.replace(from, to)).errors).toContain(error);
  });

  it.each([
    ['2026-11-30', []],
    ['2026-12-01', ['User header: the action date is in the past.']],
  ])('accepts an ACB file on %s if its action date allows it', (today, errors) => {
    expect(readAcbFile(write(acbFile, [line()]), { today, proclaimedDays: NONE }).errors).toEqual(errors);
  });

  it('refuses an ACB file for a day on which banks do not work, a day that was proclaimed included', () => {
    const text = write(acbFile, [line()]);
    expect(
      readAcbFile(text, { today: '2026-11-21', proclaimedDays: new Map([['2026-11-30', 'Proclaimed']]) }).errors,
    ).toEqual(['User header: the action date is not a business day; the next one is 2026-12-01.']);
    expect(
      readAcbFile(text.replaceAll('261130', '261213'), { today: '2026-11-21', proclaimedDays: NONE }).errors,
    ).toEqual(['User header: the action date is not a business day; the next one is 2026-12-14.']);
  });

  it('adds up accounts by their last eleven digits, however they are written', () => {
    expect(hashTotalOf([{ accountNumber: '62 011 234 567' }, { accountNumber: '62-011-234-567' }])).toBe(124022469134n);
    expect(hashTotalOf([{ accountNumber: '123456789012345' }])).toBe(56789012345n);
  });

  it.each(['csv', 'binsol', 'acb'] as const)('replaces a name without a known letter by its number in %s', (name) => {
    const back = readers[name](write(formats[name], [line({ accountHolder: 'Иван 李' })]));
    expect(back.errors).toEqual([]);
    expect(back.lines[0]?.accountHolder).toBe('FT1000017');
  });

  it.each([
    ['FT1000017', 'FR261130A FT1000017'],
    ['FT01000000', 'FR261130A FT01000000'],
    // One character more than the room for both: the tracking number stays: the bank's response is matched by it.
    ['FYN01000000', 'FYN01000000'],
  ])('keeps the tracking number %s whole in the reference of an ACB payment', (loyaltyTrackingNo, expected) => {
    const back = readAcbFile(write(acbFile, [line({ loyaltyTrackingNo })]));
    expect(back.errors).toEqual([]);
    expect(back.lines[0]?.reference).toBe(expected);
  });

  it.each([
    ['FT1000017', 'FT1000017'],
    ['ft-Abc1', 'FT-ABC1/17'],
    ['FT0000000000000000001', 'FT000000000000000/17'],
    ['--', 'AGENT/17'],
  ])('has one reference for the number %s in every file', (loyaltyTrackingNo, expected) => {
    const payment = line({ loyaltyTrackingNo });
    expect(readers.binsol(write(binsolFile, [payment])).lines[0]?.reference).toBe(expected);
    for (const name of ['csv', 'acb'] as const) {
      const back = readers[name](write(formats[name], [payment]));
      expect(back.errors).toEqual([]);
      expect([expected, `FR261130A ${expected}`]).toContain(back.lines[0]?.reference);
    }
    expect(crossBorderFile.lines(run, [payment], 1)).toContain(`,${expected},,,,,,275\r\n`);
  });

  it.each([
    ['\t=1+1', '1+1'.replace('+', ' ')],
    ['+27 82', '27 82'],
    ['@SUM(A1)', 'SUM(A1)'],
    ['"; DROP', 'DROP'],
    ['a\r\nb', 'A B'],
    ['ʼn Naam', 'N NAAM'],
    ['Ŋɔɓi', 'NOBI'],
    ['ẞ ﬁ', 'SS FI'],
    ['\u202Eabc', 'ABC'],
    ['ǃNaruseb ǁGaroëb', 'NARUSEB GAROEB'],
  ])('writes %j as %j', (given, expected) => {
    expect(bankText(given, 40)).toBe(expected);
  });

  it('transliterates by its rules, truncates, and removes formulas, commas and quotes', () => {
    expect(bankText('Müller, "Jörg" & Söhne', 40)).toBe('MULLER JORG & SOHNE');
    expect(bankText('=HYPERLINK("x")', 40)).toBe('HYPERLINK( X )');
    expect(bankText('Straße Ørsted Łódź', 40)).toBe('STRASSE ORSTED LODZ');
    expect(bankText('  -D’Arcy   van der Merwe ', 12)).toBe("D'ARCY VAN D");
  });
});
