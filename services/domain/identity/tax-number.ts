import { passesLuhn } from './luhn.ts';

/**
 * Whether a tax number can be right: South Africa's has 10 digits, the first 0 to 3, modulus 10; others are not checked.
 * A bad one warns at registration and blocks the payout.
 */
export function isTaxNumber(text: string, taxCountry: string): boolean {
  const taxNumber = text.replace(/\s/g, '');
  if (taxCountry !== 'RSA') return taxNumber !== '';
  return /^[0-3]\d{9}$/.test(taxNumber) && passesLuhn(taxNumber);
}
