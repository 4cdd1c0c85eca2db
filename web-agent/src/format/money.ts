import { formatPercent, formatRand } from '@fynbos/domain/format.ts';
import { centsOfRand } from '@fynbos/domain/money.ts';
import { language } from '../i18n/language.ts';

const POINT = language.decimalSeparator;

/** Formats cents for display: `R1 234.50`, thin non-breaking spaces, a true minus sign. */
export const rand = (cents: number): string => formatRand(Math.round(cents)).replace('.', POINT);

/** Formats cents for a sentence, without decimals if they are zero: `R100`, `R99.50`. */
export const shortRand = (cents: number): string => rand(cents).replace(/[.,]00$/, '');

/** Cents of the specification's decimal rand fields (`amount`, `paye` …). */
export const centsOf = (amount: number): number => Math.round(amount * 100);

/** Formats these fields for display. */
export const randOf = (amount: number): string => rand(centsOf(amount));

/** A fraction as a percentage: 0.0725 is `7.25%`. */
export const percent = (fraction: number): string => formatPercent(fraction).replace('.', POINT);

/** Formats cents as whole rand for an axis: `R1 200`. */
export const wholeRand = (cents: number): string => shortRand(Math.round(cents / 100) * 100);

/** Rand as people type them: `R2 500`, `2500.50` or `2500,50`. Returns cents above zero; null for anything else. */
export function centsOfInput(text: string): number | null {
  const plain = text.replace(/[\sR\u00a0\u202f]/gi, '').replace(/,(\d{1,2})$/, '.$1');
  if (!/^\d+(\.\d{1,2})?$/.test(plain.replaceAll(',', ''))) return null;
  return centsOfRand(Number(plain.replaceAll(',', ''))) || null;
}
