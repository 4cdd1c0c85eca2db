import { luhnDigit } from './luhn.ts';

/**
 * The loyalty tracking number that the programme issues: a prefix, eight digits of a sequence, a Luhn check digit.
 * Numbers migrated from the earlier programme are FT and eight digits, so they cannot equal an issued one.
 */
export function trackingNumberOf(sequence: number, prefix = 'FT'): string {
  const digits = String(sequence).padStart(8, '0');
  if (!/^\d{8}$/.test(digits)) throw new RangeError('a tracking number has eight digits before its check digit');
  return `${prefix}${digits}${luhnDigit(digits)}`;
}

/** Whether the text can be a tracking number, issued or migrated: up to 64 characters, no blanks inside. */
export const isTrackingNumber = (text: string): boolean => /^[A-Za-z0-9-]{1,64}$/.test(text);
