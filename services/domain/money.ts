/** Money is whole cents of ZAR everywhere but on a screen, in a document, and in the specification's Rand fields. */
export type Cents = number;

/**
 * The largest amount that is accepted from outside: R999 999 999.99. Some 90 000 such amounts add up to the largest
 * integer that a JavaScript number holds exactly.
 */
export const MAX_CENTS: Cents = 99_999_999_999;

const DECIMAL = /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** The exact decimal that a JSON number spells, as digits and a scale: 0.0725 → 725 / 10⁴. */
export function decimalOf(value: number): { digits: bigint; scale: number } {
  const match = DECIMAL.exec(String(value));
  if (!match) throw new RangeError(`not a decimal that is at least zero: ${value}`);
  const fraction = match[2] ?? '';
  const scale = fraction.length - Number(match[3] ?? 0);
  const digits = BigInt(match[1] + fraction);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

/** `cents × rate`, rounded half up to the cent, exact: no binary fraction takes part. `rate` is at least zero. */
export function timesRate(cents: Cents, rate: number): Cents {
  const { digits, scale } = decimalOf(rate);
  const divisor = 10n ** BigInt(scale);
  const product = BigInt(Math.abs(cents)) * digits;
  const rounded = (2n * product + divisor) / (2n * divisor);
  return Math.sign(cents) * Number(rounded);
}

/** Rand as given on the wire (at most two decimals, from zero to `MAX_CENTS`) to cents; null where it is no such amount. */
export function centsOfRand(rand: number): Cents | null {
  if (!Number.isFinite(rand) || rand < 0) return null;
  const { digits, scale } = decimalOf(rand);
  if (scale > 2) return null;
  const cents = digits * 10n ** BigInt(2 - scale);
  return cents > BigInt(MAX_CENTS) ? null : Number(cents);
}

/** Cents as a JSON number of Rand, for the fields that the specification names. */
export const randOfCents = (cents: Cents): number => Math.round(cents) / 100;

/** Cents as `-1234.05`: two decimals, no thousands separator; the form of reports and bank files. */
export function plainRand(cents: Cents): string {
  const abs = Math.abs(cents);
  return `${cents < 0 ? '-' : ''}${Math.floor(abs / 100)}.${String(abs % 100).padStart(2, '0')}`;
}

/** `R1234.50`, below zero `-R1234.50`: an amount in a sentence. */
export const randText = (cents: Cents): string => `${cents < 0 ? '-' : ''}R${plainRand(Math.abs(cents))}`;
