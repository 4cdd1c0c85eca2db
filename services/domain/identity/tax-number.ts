import { isHome } from '../country/countries.ts';
import { passesLuhn } from './luhn.ts';

/**
 * Whether a tax number is plausible. South African numbers have 10 digits, the first 0 to 3, modulus 10; others are not
 * checked. An invalid number warns at registration and blocks the payout.
 */
export function isTaxNumber(text: string, taxCountry: string): boolean {
  const taxNumber = text.replace(/\s/g, '');
  if (!isHome(taxCountry)) return taxNumber !== '';
  return /^[0-3]\d{9}$/.test(taxNumber) && passesLuhn(taxNumber);
}
