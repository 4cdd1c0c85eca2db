import { isHome } from '../country/countries.ts';

/** Whether the digits end in their Luhn check digit. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let back = 0; back < digits.length; back++) {
    const digit = Number(digits[digits.length - 1 - back]);
    const doubled = digit * 2;
    sum += back % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return digits.length > 0 && sum % 10 === 0;
}

export function luhnDigit(digits: string): string {
  for (let digit = 0; digit < 10; digit++) if (passesLuhn(`${digits}${digit}`)) return String(digit);
  throw new RangeError('not digits');
}

/** South African: 10 digits, the first 0 to 3, modulus 10; others are not checked. Warns, and blocks the payout. */
export function isTaxNumber(text: string, taxCountry: string): boolean {
  const taxNumber = text.replace(/\s/g, '');
  if (!isHome(taxCountry)) return taxNumber !== '';
  return /^[0-3]\d{9}$/.test(taxNumber) && passesLuhn(taxNumber);
}

/** A prefix, eight digits of a sequence, a Luhn digit (A2). Migrated numbers, FT and eight digits, cannot equal it. */
export function trackingNumberOf(sequence: number, prefix = 'FT'): string {
  const digits = String(sequence).padStart(8, '0');
  if (!/^\d{8}$/.test(digits)) throw new RangeError('a tracking number has eight digits before its check digit');
  return `${prefix}${digits}${luhnDigit(digits)}`;
}

/** Whether the text can be a tracking number, issued or migrated: up to 64 characters, no blanks inside. */
export const isTrackingNumber = (text: string): boolean => /^[A-Za-z0-9-]{1,64}$/.test(text);

export const IATA_MESSAGE = 'IATA Number must have 7 or 8 digits.';

const digitsOf = (text: string): string => text.replace(/[\s-]/g, '');

/** 7 or 8 digits; spaces and hyphens between them do not count. */
export const isIataNumber = (text: string): boolean => /^\d{7,8}$/.test(digitsOf(text));

/** The last of 8 digits is the first seven modulo 7. The warning never blocks. */
export function iataNumberWarning(text: string): string | null {
  const digits = digitsOf(text);
  if (digits.length === 8 && Number(digits.slice(0, 7)) % 7 !== Number(digits[7])) {
    return 'The check digit of the IATA number does not match.';
  }
  return null;
}
