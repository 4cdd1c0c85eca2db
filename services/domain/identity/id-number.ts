import { isHome } from '../country/countries.ts';
import { passesLuhn } from './numbers.ts';

/** The messages of specification section 5, Registration. */
export const ID_MESSAGES = {
  required: 'Identification Number is required.',
  length: 'ID Number must be exactly 13 digits.',
  numeric: 'ID Number must contain only numeric characters.',
  characters: 'ID Number may contain only the letters A to Z, digits, spaces and hyphens.',
  invalid: 'ID verification failed. Please check your ID number.',
} as const;

/** Whether `YYMMDD` is a day of 19YY or 20YY; the number does not contain the century. */
function isRealDate(yymmdd: string): boolean {
  const [year, month, day] = [yymmdd.slice(0, 2), yymmdd.slice(2, 4), yymmdd.slice(4, 6)].map(Number) as [
    number,
    number,
    number,
  ];
  return [1900 + year, 2000 + year].some((full) => {
    const date = new Date(Date.UTC(full, month - 1, day));
    return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  });
}

/** Whether a 13-digit number is a South African ID: a real date and a valid Luhn check. No data is derived from it. */
export const isSouthAfricanId = (idNumber: string): boolean =>
  /^\d{13}$/.test(idNumber) && isRealDate(idNumber) && passesLuhn(idNumber);

/** The problem with a South African ID number, in the specification's words and order, or null. */
export function southAfricanIdProblem(text: string): string | null {
  const idNumber = text.trim();
  if (idNumber === '') return ID_MESSAGES.required;
  if (idNumber.length !== 13) return ID_MESSAGES.length;
  if (!/^\d+$/.test(idNumber)) return ID_MESSAGES.numeric;
  return isSouthAfricanId(idNumber) ? null : ID_MESSAGES.invalid;
}

/** Only South African numbers have a format to check. */
export function idNumberProblem(text: string, taxCountry: string): string | null {
  if (isHome(taxCountry)) return southAfricanIdProblem(text);
  if (text.trim() === '') return ID_MESSAGES.required;
  return PASSPORT_FORMAT.test(text.normalize('NFKC').trim()) ? null : ID_MESSAGES.characters;
}

/** Passports have Latin letters and digits (ICAO 9303); letters of other scripts only look alike. */
const PASSPORT_FORMAT = /^(?=.*[A-Za-z0-9])[A-Za-z0-9 ./()-]+$/;

/** Compared for uniqueness: letters and digits in their plain form, upper case. */
export const comparableIdNumber = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();

/** The comparison form of earlier releases, under which their claims are stored. */
const formerIdNumber = (text: string): string => text.replace(/\s/g, '').toUpperCase();

/** Every form under which a number can be claimed, the current form first. */
export const claimedIdNumbers = (text: string): readonly string[] => [
  ...new Set([comparableIdNumber(text), formerIdNumber(text)]),
];
