import { describe, expect, it } from 'vitest';
import { decideTimed, type Timed } from '../testing/timed.ts';
import { certifiableYears, type TaxedMonth } from './certifiable-years.ts';
import {
  type CertificateCommand,
  certificateDecider,
  certificateIdOf,
  certificateNumber,
  firstUsable,
} from './certificate.ts';
import { emp201DueOn, emp201Of } from './emp201.ts';
import type { Certificate } from './events.ts';
import { certificateFields, type Employer, type Recipient, readSarsFile, sarsFile } from './sars-file.ts';
import { SARS_RULES, sarsFindings } from './sars-rules.ts';

const month = (name: string, kind: string, grossCents: number, payeCents: number): TaxedMonth => ({
  month: name,
  kind,
  grossCents,
  payeCents,
  directiveNumber: kind === 'directive' ? '123456' : null,
});
const employer: Employer = {
  name: 'Fynbos Car Rental (Pty) Ltd',
  payeReference: '7000000000',
  contactFirstNames: 'Thandi',
  contactSurname: 'Nkosi',
  contactEmail: 'finance@fynbos.example',
  contactPhone: '021 123 4567',
  address: '1 Protea Road, Claremont, Cape Town, 7708, South Africa',
  sic7: '77100',
  sdlRate: 0.01,
  isTest: true,
};
const person: Recipient = {
  surname: 'Mokoena',
  firstNames: 'Thandi',
  initials: 'T',
  idNumber: '8001015009087',
  passport: null,
  passportCountry: 'ZAF',
  country: 'ZA',
  account: { type: '', holder: 'T Mokoena', number: '62000000012', branch: '250655', bank: 'FNB', isHome: true },
  taxNumber: '0001339050',
  email: 't@a.example',
  cell: '+27821234567',
  addressLines: ['1 Long Street', 'Gardens', 'Cape Town'],
  postalCode: '8001',
  loyaltyTrackingNo: 'FT1',
};

function certify(agentId: number, months: readonly TaxedMonth[], version = 1): Certificate[] {
  return certifiableYears(months).years.map((year) => ({
    ...year,
    directiveNumbers: [...year.directiveNumbers],
    months: [...year.months],
    certificateNo: certificateNumber('7000000000', { taxYear: 2027, agentId, version }, year),
    agentId,
    taxYear: 2027,
    version,
    issuedAt: '2027-03-05T08:00:00.000Z',
  }));
}

describe('a certificate that is computed for the interim file', () => {
  const [year] = certify(7, [month('2026-03', 'paye', 100_00, 25_00)]);
  const make = (version: number): Certificate => ({
    ...(year as Certificate),
    version,
    certificateNo: `NO-${version}`,
  });
  const atSars = (...entries: readonly [version: number, type: Certificate['type'], cancelledOn: string | null][]) =>
    new Map(entries.map(([version, type, cancelledOn]) => [`NO-${version}`, { type, cancelledOn }]));

  it.each([
    ['keeps its number while SARS has it', atSars([1, 'IRP5', null]), 1],
    ['does not reuse a cancelled number', atSars([1, 'IRP5', '2026-10-01']), 2],
    ['keeps the number that replaced a cancelled one', atSars([1, 'IRP5', '2026-10-01'], [2, 'IRP5', null]), 2],
    ['has a new number where SARS has one of the other type', atSars([1, 'IT3(a)', null]), 2],
  ])('%s', (_name, submitted, version) => {
    expect(firstUsable(submitted, make).version).toBe(version);
  });
});

describe('tax certificates', () => {
  it('certify payments by month, with a separate certificate for a treatment without PAYE', () => {
    const { years } = certifiableYears([
      month('2026-03', 'paye', 200_00, 50_00),
      month('2026-04', 'paye', 100_01, 25_00),
      month('2026-04', 'directive', 50_00, 5_00),
      month('2026-05', 'independent-contractor', 300_00, 0),
    ]);
    expect(years).toMatchObject([
      {
        type: 'IRP5',
        sourceCode: '3606',
        grossCents: 350_01,
        payeCents: 80_00,
        directiveNumbers: ['123456'],
        months: [{ month: '2026-03' }, { month: '2026-04', grossCents: 150_01, payeCents: 30_00 }],
      },
      { type: 'IT3(a)', sourceCode: '3616', reasonCode: '03', grossCents: 300_00, payeCents: 0 },
    ]);
  });

  it('are not issued for a year without income or with a negative amount', () => {
    const { years, without } = certifiableYears([
      month('2026-03', 'paye', 200_00, 50_00),
      month('2026-06', 'paye', -300_00, -75_00),
      month('2026-06', 'independent-contractor', 0, 0),
    ]);
    expect(years).toEqual([]);
    expect(without).toMatchObject([
      { reasonCode: null, grossCents: -100_00, payeCents: -25_00 },
      { reasonCode: '03', grossCents: 0 },
    ]);
  });

  it.each([
    [
      'deducts a return from the month before it',
      [
        [1000_00, 250_00],
        [-1000_00, -250_00],
        [1000_00, 250_00],
      ],
      [
        [0, 0],
        [0, 0],
        [1000_00, 250_00],
      ],
    ],
    [
      'deducts from the latest month before it first',
      [
        [300_00, 75_00],
        [200_00, 50_00],
        [-400_00, -100_00],
      ],
      [
        [100_00, 25_00],
        [0, 0],
        [0, 0],
      ],
    ],
    [
      'deducts the rest from the months after it',
      [
        [100_00, 25_00],
        [-400_00, -100_00],
        [200_00, 50_00],
        [300_00, 75_00],
      ],
      [
        [0, 0],
        [0, 0],
        [0, 0],
        [200_00, 50_00],
      ],
    ],
    [
      'keeps nett positive where the return had no PAYE',
      [
        [400_00, 0],
        [400_00, 100_00],
        [-400_00, 0],
      ],
      [
        [300_00, 0],
        [100_00, 100_00],
        [0, 0],
      ],
    ],
  ] as const)('have no negative month: %s', (_what, months, expected) => {
    const name = (at: number) => `2026-0${at + 3}`;
    const { years } = certifiableYears(months.map(([gross, paye], at) => month(name(at), 'paye', gross, paye)));
    const printed = expected.map(([grossCents, payeCents], at) => ({ month: name(at), grossCents, payeCents }));
    expect(years).toMatchObject([{ months: printed }]);
    const sum = (of: 0 | 1) => months.reduce((total, each) => total + each[of], 0);
    expect(years).toMatchObject([{ grossCents: sum(0), payeCents: sum(1) }]);
  });

  it('are not issued where PAYE exceeds the income', () => {
    expect(certifiableYears([month('2026-03', 'paye', 100_00, 275_00)])).toMatchObject({ years: [], without: [{}] });
  });

  it.each([
    ['a directive of 0 %', [month('2026-03', 'directive', 200_00, 0)], 'IT3(a)', '3606', '04'],
    ['a payment without PAYE', [month('2026-03', 'paye', 200_00, 0)], 'IT3(a)', '3606', '02'],
    ['a cent of PAYE', [month('2026-03', 'directive', 200_00, 1)], 'IRP5', '3606', null],
    ['a company', [month('2026-03', 'company-payee', 200_00, 0)], 'IT3(a)', '3616', '04'],
  ] as const)('are an IRP5 only where PAYE was deducted: %s', (_what, months, type, sourceCode, reasonCode) => {
    expect(certifiableYears(months).years).toMatchObject([{ type, sourceCode, reasonCode, grossCents: 200_00 }]);
  });

  it.each([
    ['every payment under it was returned', [month('2026-05', 'directive', 0, 0)], '02'],
    ['it corrects a payment of an earlier year', [month('2026-05', 'directive', -200_00, 0)], '02'],
    ['it has income', [month('2026-04', 'directive', 300_00, 0), month('2026-05', 'directive', -200_00, 0)], '04'],
  ])('name a directive only where it has income: %s', (_what, months, reasonCode) => {
    const directiveNumbers = reasonCode === '04' ? ['123456'] : [];
    const untaxed = certifiableYears([...months, month('2026-06', 'paye', 1000_00, 0)]);
    expect(untaxed.years).toMatchObject([{ type: 'IT3(a)', reasonCode, directiveNumbers }]);
    const taxed = certifiableYears([...months, month('2026-06', 'paye', 1000_00, 250_00)]);
    expect(taxed.years).toMatchObject([{ type: 'IRP5', payeCents: 250_00, directiveNumbers }]);
  });

  it('differ in number and stream for a nil directive and a company in one year', () => {
    const { years } = certifiableYears([
      month('2026-03', 'directive', 200_00, 0),
      month('2026-06', 'company-payee', 300_00, 0),
    ]);
    const about = { taxYear: 2027, agentId: 7, version: 1 };
    expect(new Set(years.map((year) => certificateNumber('7000000000', about, year))).size).toBe(2);
    expect(years.map((year) => certificateIdOf(7, 2027, year))).toEqual(['7-2027-irp5', '7-2027-04']);
  });

  it('have numbers of 30 characters that differ by agent, type and version', () => {
    const numbers = [1, 2].flatMap((version) =>
      [7, 70].flatMap((agentId) =>
        [
          { reasonCode: null, sourceCode: '3606' },
          { reasonCode: '03', sourceCode: '3616' },
          { reasonCode: '04', sourceCode: '3616' },
        ].map((year) => certificateNumber('7000000000', { taxYear: 2027, agentId, version }, year)),
      ),
    );
    expect(new Set(numbers).size).toBe(numbers.length);
    for (const number of numbers) expect(number).toHaveLength(30);
  });

  it('are replaced by a later version only if the figures changed', () => {
    const [first] = certify(7, [month('2026-03', 'paye', 200_00, 50_00)]) as [Certificate];
    const state = certificateDecider.evolve(certificateDecider.initial, { type: 'CertificateIssued', data: first });
    expect(decideTimed(certificateDecider, { type: 'IssueCertificate', certificate: first }, state)).toEqual([]);
    expect(
      decideTimed(certificateDecider, { type: 'IssueCertificate', certificate: { ...first, version: 2 } }, state),
    ).toEqual([]);
    expect(
      decideTimed(
        certificateDecider,
        { type: 'IssueCertificate', certificate: { ...first, version: 2, payeCents: 49_00 } },
        state,
      ),
    ).toHaveLength(1);
  });

  it('keep their number when corrected, and get another one after a withdrawal or under the other type', () => {
    const [first] = certify(7, [month('2026-03', 'paye', 200_00, 50_00)]) as [Certificate];
    let state = certificateDecider.initial;
    const numberAfter = (command: Timed<CertificateCommand>): string | undefined => {
      for (const event of decideTimed(certificateDecider, command, state))
        state = certificateDecider.evolve(state, event);
      return state.versions.at(-1)?.certificate.certificateNo;
    };
    const issue = (version: number, changes: Partial<Certificate>): Timed<CertificateCommand> => {
      const certificateNo = `${first.certificateNo.slice(0, -4)}${String(version).padStart(4, '0')}`;
      return { type: 'IssueCertificate', certificate: { ...first, version, certificateNo, ...changes } };
    };
    const ending = (version: number) => `${first.certificateNo.slice(0, -4)}000${version}`;
    expect(numberAfter(issue(1, {}))).toBe(ending(1));
    expect(numberAfter(issue(2, { grossCents: 300_00 }))).toBe(ending(1));
    expect(numberAfter(issue(3, { type: 'IT3(a)', payeCents: 0 }))).toBe(ending(3));
    expect(numberAfter(issue(4, { grossCents: 300_00 }))).toBe(ending(4));
    const withdraw = { type: 'WithdrawCertificate', version: 5, grossCents: 0, payeCents: 0 } as const;
    numberAfter({ ...withdraw, at: '2027-03-08T08:00:00.000Z' });
    expect(numberAfter(issue(6, {}))).toBe(ending(6));
  });

  it('are withdrawn once, have no duplicate after that, and can be issued again with the same figures', () => {
    const [first] = certify(7, [month('2026-03', 'paye', 200_00, 50_00)]) as [Certificate];
    let state = certificateDecider.initial;
    const after = (command: Timed<CertificateCommand>): string[] => {
      const events = decideTimed(certificateDecider, command, state);
      for (const event of events) state = certificateDecider.evolve(state, event);
      return events.map(({ type }) => type);
    };
    const at = '2027-03-08T08:00:00.000Z';
    const withdraw = (version: number): Timed<CertificateCommand> => ({
      type: 'WithdrawCertificate',
      version,
      grossCents: 0,
      payeCents: 0,
      at,
    });
    const { certificateNo } = first;
    expect(after(withdraw(1)), 'nothing was issued').toEqual([]);
    expect(after({ type: 'IssueCertificate', certificate: first })).toEqual(['CertificateIssued']);
    expect(after(withdraw(1)), 'the same order').toEqual([]);
    expect(after(withdraw(2))).toEqual(['CertificateWithdrawn']);
    expect(after(withdraw(3))).toEqual([]);
    expect(() => after({ type: 'ReissueCertificate', certificateNo, reason: 'Lost', at })).toThrow('was withdrawn');
    expect(after({ type: 'IssueCertificate', certificate: { ...first, version: 2 } })).toEqual([]);
    expect(after({ type: 'IssueCertificate', certificate: { ...first, version: 4 } })).toEqual(['CertificateIssued']);
    expect(after(withdraw(5))).toEqual(['CertificateWithdrawn']);
  });
});

describe('the file for SARS', () => {
  const TODAY = '2027-03-05';
  const certificates = [
    ...certify(1, [month('2026-03', 'paye', 200_99, 50_25)]),
    ...certify(2, [month('2026-05', 'independent-contractor', 300_50, 0)]),
  ].map((certificate) => ({ certificate, person }));
  const content = sarsFile(employer, 2027, certificates, TODAY);

  it('has the amounts of its certificates: income in whole rand, PAYE in cents', () => {
    const { records, errors } = readSarsFile(content);
    expect(errors).toEqual([]);
    expect(Object.fromEntries(records[1] ?? [])).toMatchObject({
      '3015': 'IRP5',
      '3025': '2027',
      '3060': '8001015009087',
      '3080': '19800101',
      '3100': '0001339050',
      '3606': '200',
      '3699': '200',
      '4102': '50.25',
      '4142': '2.01',
      '4149': '52.26',
      '3138': '0821234567',
      '3195': 'N',
      '3200': '12.0000',
      '3214': '1 Long Street',
      '3240': '1',
      '3263': '77100',
      '3285': 'ZA',
      '3170': '20260301',
      '3180': '20270228',
    });
    expect(Object.fromEntries(records[2] ?? [])).toMatchObject({
      '3015': 'IT3(a)',
      '3616': '300',
      '3699': '300',
      '4150': '03',
    });
    expect(records[2]?.has('4102')).toBe(false);
    expect(records[3]?.get('6030')).toBe('1104.52');
  });

  it('meets every rule of the published standard, and ends its period within 30 days while the year runs', () => {
    expect(sarsFindings(readSarsFile(content).records, SARS_RULES)).toEqual([]);
    const early = readSarsFile(sarsFile(employer, 2027, certificates, '2026-11-23')).records;
    expect(early[1]?.get('3180')).toBe('20261223');
  });

  it('states the account by the country of its bank, not by that of the tax', () => {
    const certificate = certificates[0]?.certificate as Certificate;
    const { account } = person;
    const fieldsOf = (country: string, isHome: boolean) =>
      new Map(
        certificateFields(
          certificate,
          { ...person, country, account: account && { ...account, isHome } },
          employer,
          TODAY,
        ).map(([code, value]) => [code, value]),
      );
    expect(fieldsOf('NA', true).get('3241')).toBe('62000000012');
    expect(fieldsOf('ZA', false).get('3240')).toBe('7');
    expect(fieldsOf('ZA', false).has('3241')).toBe(false);
  });

  it('lists what is missing, rule by rule and for each person', () => {
    const foreign = {
      ...person,
      idNumber: null,
      passport: 'P123',
      taxNumber: '123',
      country: 'NA',
      account: person.account && { ...person.account, isHome: false },
      cell: '+264816706515',
    };
    const certificate = certificates[0]?.certificate as Certificate;
    const file = sarsFile(
      { ...employer, sic7: '', contactSurname: '' },
      2027,
      [{ certificate, person: foreign }],
      TODAY,
    );
    const { records } = readSarsFile(file);
    expect(records[1]?.get('3138')).toBe('00264816706515');
    expect(records[1]?.get('3240')).toBe('7');
    const { certificateNo } = certificate;
    expect(sarsFindings(records, SARS_RULES).map(({ certificateNo: no, code }) => [no, code])).toEqual([
      [null, '2036'],
      [null, '2082'],
      ...['3080', '3100', '3263'].map((code) => [certificateNo, code]),
    ]);
  });

  it('reports a certificate number that is used twice', () => {
    expect(
      readSarsFile(sarsFile(employer, 2027, [certificates[0] as never, certificates[0] as never], TODAY)).errors,
    ).toEqual(['A certificate number is used twice.']);
  });

  it.each([
    [/6010,2/, '6010,3', '6010 does not agree with the certificates.'],
    [/6020,\d/, '6020,9', '6020 does not agree with the codes.'],
    [/3125,/, '3126,', '6020 does not agree with the codes.'],
    ['4102,50.25', '4102,50.26', '6030 does not agree with the amounts.'],
    ['3606,200', '3606,201', '6030 does not agree with the amounts.'],
  ])('reports that %s became %s', (from, to, error) => {
    expect(readSarsFile(content.replace(from, to)).errors).toContain(error);
  });

  it('removes commas, quotes and line breaks from a name', () => {
    const odd = sarsFile(
      employer,
      2027,
      [
        {
          certificate: certificates[0]?.certificate as Certificate,
          person: { ...person, surname: 'O"Neil, van\r\nWyk' },
        },
      ],
      TODAY,
    );
    expect(readSarsFile(odd)).toMatchObject({ errors: [] });
    expect(readSarsFile(odd).records[1]?.get('3030')).toBe('O Neil van Wyk');
  });

  it.each([
    [{ idNumber: null, passport: 'P123' }, { '3020': 'A', '3070': 'P123', '3075': 'NAM' }, ['3060', '3080']],
    [{ idNumber: null, passport: null }, { '3020': 'B' }, ['3060', '3070', '3075']],
    [{ taxNumber: ' 0001 339 050' }, { '3100': '0001339050' }, []],
    [{ taxNumber: '12,4102,5' }, { '4102': '50.25' }, ['3100']],
    [{ taxNumber: 'NA-00133905' }, {}, ['3100']],
    [{ idNumber: '8001015,4102' }, { '3060': '80010154102', '4102': '50.25' }, []],
    [{ surname: 'Ngũgĩ', firstNames: 'Ṱhama Łucja' }, { '3030': 'Ngugi', '3040': 'Thama Lucja' }, []],
    [
      { addressLines: ['1 Long Street, the corner of Adderley', '', ''] },
      { '3147': '1 Long Street the corner' },
      ['3148'],
    ],
  ])('writes a recipient of %o in plain ASCII', (changes, expected, missing) => {
    const own = { ...person, passportCountry: 'NAM', ...changes } as Recipient;
    const file = sarsFile(
      employer,
      2027,
      [{ certificate: certificates[0]?.certificate as Certificate, person: own }],
      TODAY,
    );
    const { records, errors } = readSarsFile(file);
    expect(errors).toEqual([]);
    expect(Object.fromEntries(records[1] ?? [])).toMatchObject(expected);
    for (const code of missing) expect(records[1]?.has(code), code).toBe(false);
    expect(file).toMatch(/^[ -~\r\n]*$/);
  });
});

describe('the monthly return', () => {
  it.each([
    ['2026-10', '2026-11-06', 'a Saturday'],
    ['2027-01', '2027-02-05', 'a Sunday'],
    ['2026-02', '2026-03-06', 'a Saturday'],
    ['2028-03', '2028-04-07', 'a Friday'],
  ])('is due, for %s, on %s, because the 7th is %s', (month, due) => expect(emp201DueOn(month, new Map())).toBe(due));

  it('has a levy of 1 % of the gross from which PAYE is due, and no UIF', () => {
    const due = { month: '2026-10', leviableCents: 333_33, payeCents: 83_33 };
    expect(emp201Of(due, 0.01, new Map())).toMatchObject({ sdlCents: 3_33, uifCents: 0, totalCents: 86_66 });
    expect(emp201Of(due, 0, new Map())).toMatchObject({ sdlCents: 0, totalCents: 83_33 });
    expect(emp201Of({ ...due, leviableCents: -100_00, payeCents: -25_00 }, 0.01, new Map()).sdlCents).toBe(0);
  });
});

it('an income below one rand leads to no certificate', () => {
  expect(certifiableYears([month('2026-03', 'paye', 99, 25)])).toMatchObject({ years: [], without: [{}] });
  expect(certifiableYears([month('2026-03', 'paye', 100, 25)]).years).toHaveLength(1);
});
