import { plainLetters } from '../bank-files/text.ts';
import { isTaxNumber } from '../identity/tax-number.ts';
import { plainRand } from '../money.ts';
import type { Certificate } from './events.ts';

/** The employer as the file names it. */
export interface Employer {
  readonly name: string;
  readonly payeReference: string;
  readonly contactName: string;
  readonly contactEmail: string;
  readonly contactPhone: string;
  readonly address: string;
  readonly isTest: boolean;
}

/** The recipient of a certificate as the file names them. */
export interface Recipient {
  readonly surname: string;
  readonly firstNames: string;
  readonly initials: string;
  /** 13 digits; null for a passport holder. */
  readonly idNumber: string | null;
  readonly passport: string | null;
  /** ISO 3166 code of three letters. */
  readonly passportCountry: string;
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
/**
 * Digits and a decimal point, unquoted; all other characters are removed, so that a value cannot begin another field.
 */
const digits = (code: string, value: string): Field[] => {
  const clean = value.replaceAll(/[^\d.]/g, '');
  return clean === '' ? [] : [[code, clean, false]];
};
/** Field 3100 accepts valid South African tax numbers only. */
const sarsNumber = (taxNumber: string): string => {
  const bare = taxNumber.replaceAll(/\s/g, '');
  return isTaxNumber(bare, 'RSA') ? bare : '';
};
/** Income is written in whole rand: cents are dropped, not rounded. */
const wholeRand = (cents: number): string => String(Math.floor(cents / 100));
const line = (fields: readonly Field[]): string =>
  `${[...fields.map(([code, value, isText]) => `${code},${isText ? `"${value}"` : value}`), '9999'].join(',')}\r\n`;

function employerFields(employer: Employer, taxYear: number): Field[] {
  return [
    ...text('2010', employer.name, 90),
    ...text('2015', employer.isTest ? 'TEST' : 'LIVE', 4),
    ...digits('2020', employer.payeReference),
    ...text('2025', employer.contactName, 30),
    ...text('2026', employer.contactPhone.replaceAll(/\D/g, ''), 11),
    ...text('2027', employer.contactEmail, 70),
    ...text('2028', 'Fynbos Rewards', 12),
    ...digits('2030', String(taxYear)),
    ...digits('2031', `${taxYear}02`),
    // The street, like 3147 for the agent. 2063 is for a house number alone.
    ...text('2064', employer.address, 26),
  ];
}

/** Fields 3010 to 4150 of one certificate. Throws `RangeError` for a negative amount. */
export function certificateFields(certificate: Certificate, person: Recipient): Field[] {
  const { taxYear, type, sourceCode, grossCents, payeCents, reasonCode, directiveNumbers } = certificate;
  if (grossCents < 0 || payeCents < 0) throw new RangeError('a certificate has no negative amounts');
  const birth = person.idNumber ? birthDate(person.idNumber, taxYear) : '';
  const gross = wholeRand(grossCents);
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
    ...text('3138', person.cell.replaceAll(/\D/g, ''), 15),
    ...text('3147', person.addressLines[0] ?? '', 25),
    ...text('3148', person.addressLines[1] ?? '', 33),
    ...text('3149', person.addressLines[2] ?? '', 21),
    ...text('3150', person.postalCode, 10),
    ...text('3160', person.loyaltyTrackingNo, 25),
    ...digits('3170', `${taxYear - 1}0301`),
    ...digits('3180', lastDay(taxYear)),
    ...directiveNumbers.slice(0, 3).flatMap((number) => digits('3230', number.replaceAll(/\D/g, ''))),
    ...digits(sourceCode, gross),
    ...digits('3699', gross),
    ...(type === 'IRP5'
      ? [...digits('4102', plainRand(payeCents)), ...digits('4149', plainRand(payeCents))]
      : digits('4150', reasonCode ?? '')),
  ];
}

const lastDay = (taxYear: number): string => {
  const day = new Date(Date.UTC(taxYear, 2, 0)).getUTCDate();
  return `${taxYear}02${day}`;
};

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

/**
 * The file of `code,value` pairs for e@syFile: the employer, each certificate, and the totals of records, codes and
 * amounts. e@syFile applies further checks of its own.
 */
export function sarsFile(
  employer: Employer,
  taxYear: number,
  certificates: readonly { certificate: Certificate; person: Recipient }[],
): string {
  const records = [
    employerFields(employer, taxYear),
    ...certificates.map(({ certificate, person }) => certificateFields(certificate, person)),
  ];
  const { codes, cents } = sumsOf(records.flat());
  const totals: Field[] = [
    ['6010', String(certificates.length), false],
    ['6020', String(codes), false],
    ['6030', plainRand(cents), false],
  ];
  return records.map(line).join('') + line(totals);
}

/** Reads a file back: its records as code to value, and the errors found in it. */
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
