import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crossBorderFile, crossBorderPaymentOfRow, readCrossBorderFile } from './cross-border.ts';
import { csvFile, paymentOfRow, readCsvFile } from './csv.ts';
import { type FileRun, type ForeignPayee, hashTotalOf, type PaymentLine } from './format.ts';
import { isPain001Complete, type Pain001Line, pain001 } from './pain001.ts';
import { schemaErrors } from './testing/schema-errors.ts';
import { bankText } from './text.ts';

const run: FileRun = {
  reference: 'FR281130AB',
  payDate: '2028-11-30',
  createdOn: '2028-11-28',
  payer: {
    name: 'Fynbos Car Hire & Sons',
    accountNumber: '62010091234',
    branchCode: '250655',
    userCode: 'FB01',
    shortName: 'FYNBOS',
    bopCategory: '275',
  },
};
const write = (lines: readonly Pain001Line[]): string => {
  const cents = lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const header = pain001.header(run, { lines: lines.length, cents }, new Date('2028-11-28T08:15:30.500Z'));
  return header + lines.map((line) => pain001.line(run, line)).join('') + pain001.trailer;
};
const line: Pain001Line = {
  accountHolder: 'T. MOKOENA & SONS',
  accountNumber: '0123456789',
  branchCode: '051001',
  amountCents: 1_234_567_05,
  reference: 'FR281130AB FT1000017',
};

const paid: PaymentLine = {
  accountHolder: 'Anna /Gowases',
  accountNumber: '8001234567',
  branchCode: '',
  bankName: 'Bank Windhoek',
  bankCountry: 'NMB',
  amountCents: 150_00,
  agentId: 3,
  loyaltyTrackingNo: 'FT3',
  foreignPayee: { bic: 'BWLINANX', street: '12 Main Road, Klein', town: 'Windhoek', postalCode: '', country: 'NA' },
};
const asListed = (payment: PaymentLine): Pain001Line =>
  crossBorderPaymentOfRow(crossBorderFile.lines(run, [payment], 1).trimEnd()) as Pain001Line;

describe('a payment abroad', () => {
  it('has BIC, address and the category for the Reserve Bank, and is valid', async () => {
    const withCode = { ...paid, foreignPayee: { ...paid.foreignPayee, postalCode: '10001' } as ForeignPayee };
    const message = write([asListed(paid), asListed(withCode)]);
    expect(await schemaErrors(message)).toEqual([]);
    for (const part of [
      '<EndToEndId>FR281130AB FT3</EndToEndId>',
      '<CdtrAgt><FinInstnId><BICFI>BWLINANX</BICFI></FinInstnId></CdtrAgt>',
      '<PstlAdr><StrtNm>12 MAIN ROAD KLEIN</StrtNm><TwnNm>WINDHOEK</TwnNm><Ctry>NA</Ctry></PstlAdr>',
      '<PstCd>10001</PstCd>',
      '<Dtls><Cd>275</Cd></Dtls>',
    ])
      expect(message).toContain(part);
    expect(await schemaErrors(message.replace('BWLINANX', 'BWLI'))).not.toEqual([]);
  });

  it.each(['bic', 'street', 'town', 'country'] as const)('is incomplete without its %s', (field) => {
    expect(isPain001Complete(asListed(paid))).toBe(true);
    expect(
      isPain001Complete(asListed({ ...paid, foreignPayee: { ...paid.foreignPayee, [field]: '' } as ForeignPayee })),
    ).toBe(false);
  });

  it('is read back from the list, with its missing and changed fields', () => {
    const hash = (text: string): string => String(text.length);
    const list = (payments: readonly PaymentLine[]): string => {
      const body = crossBorderFile.header(run) + crossBorderFile.lines(run, payments, 1);
      const cents = payments.reduce((sum, { amountCents }) => sum + amountCents, 0);
      const control = { lines: payments.length, cents, hashTotal: hashTotalOf(payments) };
      return body + crossBorderFile.trailer(run, control, hash(body));
    };
    const both = list([paid, { ...paid, foreignPayee: { ...paid.foreignPayee, bic: '' } as ForeignPayee }]);
    const { lines, cents, errors } = readCrossBorderFile(both, hash);
    expect([lines.length, cents, errors]).toEqual([2, 300_00, ['Line 3: BIC, address or category is missing.']]);
    expect(readCrossBorderFile(both.replace('150.00', '190.00'), hash).errors).toContain(
      'Control line: amount does not agree.',
    );
    expect(readCsvFile(both, hash).errors).toContain('Line 1: the header is not the one expected.');
  });

  it('is incomplete in a list of an earlier release', () => {
    const payment = crossBorderPaymentOfRow('1,A GOWASES,NMB,BANK WINDHOEK,8001234567,,150.00,FT3');
    expect(payment?.amountCents).toBe(150_00);
    expect(isPain001Complete(payment as Pain001Line)).toBe(false);
    expect(isPain001Complete(line)).toBe(true);
  });
});

describe('the ISO 20022 payment file', () => {
  it('is valid against the message definition, whatever the names and amounts', async () => {
    const any = fc.record({
      accountHolder: fc.string({ minLength: 1, maxLength: 60 }).map((name) => bankText(`A${name}`, 60)),
      accountNumber: fc.stringMatching(/^\d{5,18}$/),
      branchCode: fc.stringMatching(/^\d{6}$/),
      amountCents: fc.integer({ min: 1, max: 99_999_999_999 }),
      reference: fc.stringMatching(/^FR\d{6}[A-Z]{2} FT\d{7}$/),
    });
    const samples = fc.sample(fc.array(any, { minLength: 1, maxLength: 20 }), 20);
    expect(await schemaErrors(write([line]), ...samples.map(write))).toEqual([]);
  });

  it.each([
    ['current', 'CACC'],
    ['savings', 'SVGS'],
    ['transmission', 'TRAN'],
    ['', null],
  ] as const)('names the account type “%s” of the plain file as %s', async (accountType, code) => {
    const payment = { ...paid, bankCountry: 'RSA', branchCode: '250655', accountType, abroad: undefined };
    const message = write([paymentOfRow(csvFile.lines(run, [payment], 1).trimEnd()) as Pain001Line]);
    expect(/<\/Id><Tp><Cd>(\w+)<\/Cd><\/Tp><\/CdtrAcct>/.exec(message)?.[1] ?? null).toBe(code);
    expect(message.includes('<Tp>')).toBe(code !== null);
    expect(await schemaErrors(message)).toEqual([]);
  });

  it('is refused by the schema without an account, with two currencies, or with a long reference', async () => {
    const valid = write([line]);
    for (const [from, to] of [
      ['<CdtrAcct><Id><Othr><Id>0123456789</Id></Othr></Id></CdtrAcct>', '<CdtrAcct></CdtrAcct>'],
      ['Ccy="ZAR"', 'Ccy="rand"'],
      ['<EndToEndId>', `<EndToEndId>${'X'.repeat(35)}`],
      ['<Dt>2028-11-30</Dt>', '2028-11-30'],
    ] as const) {
      expect(valid).toContain(from);
      expect(await schemaErrors(valid.replace(from, to)), from).not.toEqual([]);
    }
  });

  it('pays the account on the pay date with the amount, branch code and reference of the plain file', () => {
    const message = write([line, { ...line, amountCents: 5 }]);
    for (const part of [
      '<NbOfTxs>2</NbOfTxs><CtrlSum>1234567.10</CtrlSum>',
      '<CreDtTm>2028-11-28T08:15:30Z</CreDtTm>',
      '<ReqdExctnDt><Dt>2028-11-30</Dt></ReqdExctnDt>',
      '<Nm>FYNBOS CAR HIRE &amp; SONS</Nm>',
      '<InstdAmt Ccy="ZAR">1234567.05</InstdAmt>',
      '<ClrSysId><Cd>ZANCC</Cd></ClrSysId><MmbId>051001</MmbId>',
      '<Id>0123456789</Id>',
      '<EndToEndId>FR281130AB FT1000017</EndToEndId>',
    ])
      expect(message).toContain(part);
  });
});
