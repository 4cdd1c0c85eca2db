import { accountTypeCode, type PaymentLine } from '../bank-files/format.ts';
import { plainLetters } from '../bank-files/text.ts';
import { addDays, type Day } from '../calendar.ts';
import { isTaxNumber } from '../identity/numbers.ts';
import { plainRand } from '../money.ts';
import { type ReconciliationPeriod, reconciliationPeriod, sdlOf } from './emp501.ts';
import type { Certificate } from './events.ts';

export interface Employer {
  readonly name: string;
  readonly payeReference: string;
  readonly contactFirstNames: string;
  readonly contactSurname: string;
  readonly contactEmail: string;
  readonly contactPhone: string;
  /** The business address on one line, parts separated by commas: street, suburb, town, postal code, country. */
  readonly address: string;
  /** The five-digit subclass of the employer's main activity (SIC7). */
  readonly sic7: string;
  /** Skills development levy, a fraction of gross; 0 for an exempt employer. */
  readonly sdlRate: number;
  readonly isTest: boolean;
}

/** As the file names them. */
export interface Recipient {
  readonly surname: string;
  readonly firstNames: string;
  readonly initials: string;
  /** 13 digits; null for a passport holder. */
  readonly idNumber: string | null;
  readonly passport: string | null;
  /** ISO 3166 code of three letters. */
  readonly passportCountry: string;
  /** ISO 3166 code of two letters of the address; the same for the place of work. */
  readonly country: string;
  /** The account that is paid; null where none is known. */
  readonly account: {
    readonly holder: string;
    readonly number: string;
    readonly branch: string;
    readonly bank: string;
    readonly type: PaymentLine['accountType'];
    /** At a South African bank, wherever the agent is taxed. */
    readonly isHome: boolean;
  } | null;
  /** As entered by the agent: from SARS, or from another country in any form. */
  readonly taxNumber: string;
  readonly email: string;
  readonly cell: string;
  readonly addressLines: readonly string[];
  readonly postalCode: string;
  readonly loyaltyTrackingNo: string;
}

type Field = readonly [code: string, value: string, isText: boolean];

/** ASCII without commas, quotes and line breaks, so that a text cannot break its record. */
const text = (code: string, value: string, length: number): Field[] => {
  const clean = plainLetters(value)
    .replaceAll(/[^ -~]|[",]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, length)
    .trimEnd();
  return clean === '' ? [] : [[code, clean, true]];
};
/** Unquoted digits and a decimal point; other characters are removed, so that no value begins another field. */
const digits = (code: string, value: string): Field[] => {
  const clean = value.replaceAll(/[^\d.]/g, '');
  return clean === '' ? [] : [[code, clean, false]];
};
/** Field 3100 accepts valid South African tax numbers only. */
const sarsNumber = (taxNumber: string): string => {
  const bare = taxNumber.replaceAll(/\s/g, '');
  return isTaxNumber(bare, 'RSA') ? bare : '';
};
/** A telephone number as dialled in South Africa: 0 before a number of the country, 00 before an international one. */
const localNumber = (phone: string): string => {
  const number = phone.replaceAll(/\D/g, '');
  if (!phone.trim().startsWith('+')) return number;
  return number.startsWith('27') ? `0${number.slice(2)}` : `00${number}`;
};
/** Income is written in whole rand: cents are dropped, not rounded. */
const wholeRand = (cents: number): string => String(Math.floor(cents / 100));
const line = (fields: readonly Field[]): string =>
  `${[...fields.map(([code, value, isText]) => `${code},${isText ? `"${value}"` : value}`), '9999'].join(',')}\r\n`;

/** A postal code has four digits. */
function addressParts(address: string): { street: string; suburb: string; town: string; postalCode: string } {
  const parts = address.split(',').map((part) => part.trim());
  const at = parts.findIndex((part) => /^\d{4}$/.test(part));
  const [street = '', ...places] = at === -1 ? parts : parts.slice(0, at);
  return {
    street,
    town: places.at(-1) ?? '',
    suburb: places.slice(0, -1).join(' '),
    postalCode: at === -1 ? '' : (parts[at] ?? ''),
  };
}

function employerFields(employer: Employer, taxYear: number, period: ReconciliationPeriod): Field[] {
  const { street, suburb, town, postalCode } = addressParts(employer.address);
  return [
    ...text('2010', employer.name, 90),
    ...text('2015', employer.isTest ? 'TEST' : 'LIVE', 4),
    ...digits('2020', employer.payeReference),
    ...text('2025', employer.contactFirstNames, 30),
    ...text('2036', employer.contactSurname, 50),
    ...text('2026', localNumber(employer.contactPhone), 15),
    ...text('2027', employer.contactEmail, 70),
    ...text('2028', 'Fynbos Rewards', 12),
    // The transaction year is the year of assessment, also for its interim reconciliation.
    ...digits('2030', String(taxYear)),
    ...digits('2031', reconciliationPeriod(taxYear, period).code),
    // The street with its number, like 3147 for the agent. 2063 is for a house number alone.
    ...text('2064', street, 26),
    ...text('2065', suburb, 33),
    ...text('2066', town, 21),
    ...text('2080', postalCode, 10),
    ...text('2081', 'ZA', 2),
    ...digits('2082', employer.sic7),
  ];
}

/** Fields 3010 to 4150 of one certificate. Throws `RangeError` for a negative amount. */
export function certificateFields(
  certificate: Certificate,
  person: Recipient,
  employer: Pick<Employer, 'sic7' | 'sdlRate'>,
  today: Day,
  period: ReconciliationPeriod = 'final',
): Field[] {
  const { taxYear, type, sourceCode, grossCents, payeCents, reasonCode, directiveNumbers } = certificate;
  if (grossCents < 0 || payeCents < 0) throw new RangeError('a certificate has no negative amounts');
  const birth = person.idNumber ? birthDate(person.idNumber, taxYear) : '';
  const gross = wholeRand(grossCents);
  const sdlCents = sdlOf(certificate, employer.sdlRate);
  const { months, lastDay } = reconciliationPeriod(taxYear, period);
  const [street = '', suburb = '', town = ''] = person.addressLines;
  return [
    ...text('3010', certificate.certificateNo, 30),
    ...text('3015', type, 6),
    // A: a person with an identity or passport number; B: one with neither.
    ...text('3020', person.idNumber || person.passport ? 'A' : 'B', 1),
    ...digits('3025', String(taxYear)),
    ...text('3030', person.surname, 120),
    ...text('3040', person.firstNames, 90),
    ...text('3050', person.initials, 5),
    ...digits('3060', person.idNumber ?? ''),
    ...text('3070', person.passport ?? '', 18),
    ...(person.passport ? text('3075', person.passportCountry, 3) : []),
    ...digits('3080', birth),
    ...digits('3100', sarsNumber(person.taxNumber)),
    ...text('3125', person.email, 70),
    ...text('3138', localNumber(person.cell), 15),
    ...text('3147', street, 25),
    ...text('3148', suburb, 33),
    ...text('3149', town, 21),
    ...text('3150', person.postalCode, 10),
    ...text('3151', person.country, 2),
    ...text('3160', person.loyaltyTrackingNo, 25),
    ...digits('3170', `${taxYear - 1}0301`),
    ...digits('3180', periodEnd(lastDay, today)),
    ...(type === 'IRP5' ? text('3195', 'N', 1) : []),
    // Pay periods of the year of assessment, and those worked: payouts are monthly.
    ...digits('3200', '12.0000'),
    ...digits('3210', `${months}.0000`),
    // One address is asked: the agency's. It serves as place of work and as residence.
    ...text('3214', street, 26),
    ...text('3215', suburb, 33),
    ...text('3216', town, 21),
    ...text('3217', person.postalCode, 10),
    ...accountFields(person),
    ...digits('3263', employer.sic7),
    ...text('3279', 'N', 1),
    ...text('3285', person.country, 2),
    ...digits('3288', '1'),
    ...directiveNumbers.slice(0, 3).flatMap((number) => digits('3230', number.replaceAll(/\D/g, ''))),
    ...digits(sourceCode, gross),
    ...digits('3699', gross),
    ...(type === 'IRP5'
      ? [
          ...digits('4102', plainRand(payeCents)),
          ...(sdlCents > 0 ? digits('4142', plainRand(sdlCents)) : []),
          ...digits('4149', plainRand(payeCents + sdlCents)),
        ]
      : digits('4150', reasonCode ?? '')),
  ];
}

/** How far the end of the period (3180) may be ahead while the tax year runs. */
const MAX_PERIOD_END_AHEAD_DAYS = 30;

/** The last day of the period, or `MAX_PERIOD_END_AHEAD_DAYS` from today if that is earlier; `CCYYMMDD`. */
function periodEnd(last: Day, today: Day): string {
  const latest = addDays(today, MAX_PERIOD_END_AHEAD_DAYS);
  return (last < latest ? last : latest).replaceAll('-', '');
}

/** The account that is paid (3240 to 3246). Types 1 to 3 are those of the payment files, 7 is foreign, 0 none. */
function accountFields({ account }: Recipient): Field[] {
  if (account === null) return digits('3240', '0');
  if (!account.isHome) return digits('3240', '7');
  return [
    ...digits('3240', accountTypeCode(account.type)),
    ...digits('3241', account.number),
    ...digits('3242', account.branch),
    ...text('3243', account.bank, 50),
    ...text('3245', account.holder, 50),
    ...digits('3246', '1'),
  ];
}

/** `CCYYMMDD` of an ID number, in the latest century that is not after the tax year. */
function birthDate(idNumber: string, taxYear: number): string {
  const year = Number(idNumber.slice(0, 2));
  const century = 2000 + year <= taxYear ? 20 : 19;
  return `${century}${idNumber.slice(0, 6)}`;
}

const isAmount = (code: string): boolean => (code >= '3601' && code <= '3699') || (code >= '4101' && code <= '4149');

/** The totals of the last record: the sum of the codes, and the sum of the amounts in cents. */
function sumsOf(fields: Iterable<readonly [code: string, value: string, ...rest: unknown[]]>) {
  let [codes, cents] = [0, 0];
  for (const [code, value] of fields) {
    codes += Number(code);
    if (isAmount(code)) cents += Math.round(Number(value) * 100);
  }
  return { codes, cents };
}

/** `code,value` pairs for e@syFile: employer, certificates, totals. e@syFile applies further checks of its own. */
export function sarsFile(
  employer: Employer,
  taxYear: number,
  certificates: readonly { certificate: Certificate; person: Recipient }[],
  today: Day,
  period: ReconciliationPeriod = 'final',
): string {
  const records = [
    employerFields(employer, taxYear, period),
    ...certificates.map(({ certificate, person }) => certificateFields(certificate, person, employer, today, period)),
  ];
  const { codes, cents } = sumsOf(records.flat());
  const totals: Field[] = [
    ['6010', String(certificates.length), false],
    ['6020', String(codes), false],
    ['6030', plainRand(cents), false],
  ];
  return records.map(line).join('') + line(totals);
}

/** Code to value per record, and the errors. */
export function readSarsFile(content: string): { records: ReadonlyMap<string, string>[]; errors: string[] } {
  const errors: string[] = [];
  /** Every field except the totals. A code may be repeated. */
  const fields: [string, string][] = [];
  const rows = content.split('\r\n');
  if (rows.pop() !== '') errors.push('Every record must end with CR LF.');
  const records = rows.map((row, index) => {
    const record = new Map<string, string>();
    for (const match of row.matchAll(/(\d{4}),(?:"([^"]*)"|([^,]*))(?:,|$)|9999$/g)) {
      const [, code, quoted, bare] = match;
      if (code) record.set(code, quoted ?? bare ?? '');
      if (code && !code.startsWith('60')) fields.push([code, quoted ?? bare ?? '']);
    }
    if (!row.endsWith(',9999')) errors.push(`Record ${index + 1}: does not end with 9999.`);
    return record;
  });
  const people = records.filter((record) => record.has('3010'));
  const numbers = people.map((record) => record.get('3010'));
  if (new Set(numbers).size !== numbers.length) errors.push('A certificate number is used twice.');
  people.forEach((record, index) => {
    if (record.get('3010')?.length !== 30) errors.push(`Certificate ${index + 1}: 3010 must have 30 characters.`);
    if (record.get('3015') === 'IRP5' && !record.has('4102'))
      errors.push(`Certificate ${index + 1}: an IRP5 needs 4102.`);
    if (record.get('3015') === 'IT3(a)' && !record.has('4150'))
      errors.push(`Certificate ${index + 1}: an IT3(a) needs 4150.`);
    if (record.get('3015') === 'IRP5' && Number(record.get('4102')) === 0)
      errors.push(`Certificate ${index + 1}: an IRP5 without a deduction must be an IT3(a).`);
    for (const [code, value] of record)
      if (isAmount(code) && value.startsWith('-')) errors.push(`Certificate ${index + 1}: ${code} is negative.`);
  });
  const totals = records.find((record) => record.has('6010'));
  if (totals !== records.at(-1)) errors.push('The totals must be the last record.');
  const sums = sumsOf(fields);
  if (totals?.get('6020') !== String(sums.codes)) errors.push('6020 does not agree with the codes.');
  if (totals?.get('6030') !== plainRand(sums.cents)) errors.push('6030 does not agree with the amounts.');
  if (totals?.get('6010') !== String(people.length)) errors.push('6010 does not agree with the certificates.');
  return { records, errors };
}
