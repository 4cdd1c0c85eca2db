import { describe, expect, it } from 'vitest';
import { readStatement } from './statement.ts';
import { isAccount } from './statement-entry.ts';

const entriesOf = (...of: Parameters<typeof readStatement>) => readStatement(...of).entries;

const camt = (entries: string, message = 'camt.053.001.08') =>
  `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${message}"><BkToCstmrStmt><Stmt><Id>1</Id>${entries}</Stmt></BkToCstmrStmt></Document>`;
const entry = (details: string, { status = '<Cd>BOOK</Cd>', side = 'DBIT', amount = '150.00' } = {}) =>
  `<Ntry><Amt Ccy="ZAR">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Sts>${status}</Sts>
   <BookgDt><Dt>2028-02-29</Dt></BookgDt><NtryDtls>${details}</NtryDtls></Ntry>`;

describe('a camt.053 or camt.054 message', () => {
  it('gives each booked transaction of an entry, with its own amount and end-to-end id', () => {
    const details = ['150.00', '0.5'].map(
      (amount, n) =>
        `<TxDtls><Refs><EndToEndId>FR280229AB FT000000${n}</EndToEndId></Refs><Amt Ccy="ZAR">${amount}</Amt></TxDtls>`,
    );
    expect(entriesOf(camt(entry(details.join(''), { amount: '150.50' })))).toEqual([
      { on: '2028-02-29', amountCents: 150_00, side: 'debit', texts: ['FR280229AB FT0000000'], reason: null },
      { on: '2028-02-29', amountCents: 50, side: 'debit', texts: ['FR280229AB FT0000001'], reason: null },
    ]);
  });

  it('names the account of each statement, and none of its entries', () => {
    const account = (number: string) => `<Acct><Id><Othr><Id>${number}</Id></Othr></Id><Ccy>ZAR</Ccy></Acct>`;
    const payee = '<TxDtls><RltdPties><CdtrAcct><Id><Othr><Id>1</Id></Othr></Id></CdtrAcct></RltdPties></TxDtls>';
    const text = camt(`${account('62000000001')}${entry(payee)}</Stmt><Stmt>${account('4050001234')}`);
    expect(readStatement(text).accounts).toEqual(['62000000001', '4050001234']);
    expect(readStatement(camt(entry(payee))).accounts).toEqual([]);
  });

  it('gives the reason of a return, and leaves out pending entries', () => {
    const returned = `<TxDtls><Refs><EndToEndId>FT1</EndToEndId></Refs><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls>`;
    const text = camt(
      entry(returned, { side: 'CRDT', status: 'BOOK' }) + entry(returned, { status: '<Cd>PDNG</Cd>' }),
      'camt.054.001.02',
    );
    expect(entriesOf(text)).toEqual([
      { on: '2028-02-29', amountCents: 150_00, side: 'credit', texts: ['FT1'], reason: 'Account closed' },
    ]);
  });

  it('covers every day between its balances, also days without an entry', () => {
    const balance = (kind: string, day: string) =>
      `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="ZAR">1</Amt><Dt><Dt>${day}</Dt></Dt></Bal>`;
    const range =
      '<FrToDt><FrDtTm>2028-02-28T00:00:00+02:00</FrDtTm><ToDtTm>2028-03-01T23:59:59+02:00</ToDtTm></FrToDt>';
    const closing = balance('CLBD', '2028-03-01');
    const period = (to = '2028-03-01') => [{ from: '2028-02-28', to }];
    expect(readStatement(camt(balance('OPBD', '2028-02-27') + closing)).periods).toEqual(period());
    expect(readStatement(camt(balance('PRCD', '2028-02-27') + closing)).periods).toEqual(period());
    expect(readStatement(camt(range + balance('OPBD', '2028-02-27') + closing)).periods).toEqual(period());
    const opening = balance('OPBD', '2028-02-28');
    expect(readStatement(camt(opening + balance('CLBD', '2028-02-28'))).periods).toEqual(period('2028-02-28'));
    const withoutClosing = `${opening}</Stmt><Stmt>${balance('PRCD', '2028-02-29')}${closing}`;
    expect(readStatement(camt(withoutClosing)).periods).toEqual([{ from: '2028-03-01', to: '2028-03-01' }]);
    expect(readStatement(camt(closing)).periods).toEqual([{ from: '2028-03-01', to: '2028-03-01' }]);
    expect(readStatement(camt(entry(''))).periods).toEqual([]);
  });

  it.each([
    ['a day with an offset', '<Dt>2028-02-29+02:00</Dt>'],
    ['a local time', '<DtTm>2028-02-29T23:30:00</DtTm>'],
    ['an instant', '<DtTm>2028-02-28T22:30:00.5Z</DtTm>'],
    ['a time with an offset', '<DtTm>2028-02-29T23:30:00+02:00</DtTm>'],
  ])('has the booking day of the bank, from %s', (_what, booked) => {
    const text = camt(entry('')).replace('<Dt>2028-02-29</Dt>', booked);
    expect(entriesOf(text)).toMatchObject([{ on: '2028-02-29' }]);
  });

  it.each([
    [
      'a booking day that is no day',
      camt(entry('')).replace('2028-02-29', 'Tuesday, the 29th'),
      'Entry 1: the booking',
    ],
    [
      'a time that is no time',
      camt(entry('')).replace('<Dt>2028-02-29<', '<Dt>2028-02-29T25:00:00Z<'),
      'Entry 1: the booking',
    ],
    ['amounts of an entry only', camt(entry('<TxDtls/><TxDtls/>')), 'Entry 1: the amount of a transaction is missing'],
    ['another message', camt('', 'pain.001.001.09'), 'not camt.053'],
    ['broken XML', camt(entry('<TxDtls>')), 'not well-formed'],
    ['another currency', camt(entry('')).replace('Ccy="ZAR"', 'Ccy="USD"'), 'Entry 1: the currency is USD'],
    ['fractions of a cent', camt(entry('', { amount: '1.005' })), 'Entry 1: the amount 1.005 is not valid'],
    ['no booking day', camt(entry('')).replace('2028-02-29', '2027-02-29'), 'Entry 1: the booking day'],
    ['entities', `<!DOCTYPE a [<!ENTITY b "c">]>${camt('').slice(39)}`, 'document type declaration'],
    ['anything else', 'reference,outcome\n', 'neither camt.053'],
  ])('is refused with %s', (_what, text, message) => {
    expect(() => readStatement(text)).toThrow(message);
  });
});

describe('an MT940 statement', () => {
  const statement = (...rows: string[]) =>
    [
      ':20:STMT',
      ':25:250655/62010091234',
      ':28C:1/1',
      ':60F:C280228ZAR1000,00',
      ...rows,
      ':62F:C280229ZAR850,00',
      '-',
    ].join('\r\n');

  it('gives debits and reversed debits, with references that wrap', () => {
    const text = statement(
      ':61:2802290229D150,00NTRFFT1000017//BANK1',
      ':86:FR280229AB FT10',
      '00017 COMMISSION',
      ':61:2802290301RD150,NRTIFT1000017',
      ':86:ACCOUNT CLOSED',
    );
    const [paid, returned] = entriesOf(text);
    expect(paid).toMatchObject({ on: '2028-02-29', amountCents: 150_00, side: 'debit', reason: null });
    expect(paid?.texts).toContain('FR280229AB FT1000017 COMMISSION');
    expect(returned).toMatchObject({ on: '2028-03-01', amountCents: 150_00, side: 'credit', reason: 'ACCOUNT CLOSED' });
  });

  it('names its account', () => {
    expect(readStatement(statement()).accounts).toEqual(['250655/62010091234']);
    expect(isAccount('250655/62010091234', '62010091234')).toBe(true);
    expect(isAccount('0062010091234ZAR', '62010091234')).toBe(true);
    expect(isAccount('250655/62010091235', '62010091234')).toBe(false);
  });

  it('covers every day after its opening balance', () => {
    expect(readStatement(statement()).periods).toEqual([{ from: '2028-02-29', to: '2028-02-29' }]);
  });

  it('books an entry of December with a value day in January in the old year', () => {
    expect(entriesOf(statement(':61:2801021231D1,NTRFX'))).toMatchObject([{ on: '2027-12-31' }]);
    expect(entriesOf(statement(':61:2712310102D1,NTRFX'))).toMatchObject([{ on: '2028-01-02' }]);
  });

  it('is refused with an entry that cannot be read', () => {
    expect(() => readStatement(statement(':61:28022X'))).toThrow('Entry 1: field 61');
    expect(() => readStatement(statement(':61:280230D1,NTRFX'))).toThrow('Entry 1: the booking day');
  });
});
