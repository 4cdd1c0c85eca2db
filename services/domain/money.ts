/** Money is whole cents of ZAR, except on screens, in documents, and in the specification's Rand fields. */
export type Cents = number;

/** R999 999 999.99. About 90 000 of them add up to the largest integer that a number holds exactly. */
export const MAX_CENTS: Cents = 99_999_999_999;

const DECIMAL = /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** The exact decimal value of a JSON number, as digits and a scale: 0.0725 → 725 / 10⁴. */
export function decimalOf(value: number): { digits: bigint; scale: number } {
  const match = DECIMAL.exec(String(value));
  if (!match) throw new RangeError(`not a decimal that is at least zero: ${value}`);
  const fraction = match[2] ?? '';
  const scale = fraction.length - Number(match[3] ?? 0);
  const digits = BigInt(match[1] + fraction);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

/** Rounded half up to the cent, without binary fractions. `rate` is at least zero. */
export function timesRate(cents: Cents, rate: number): Cents {
  const { digits, scale } = decimalOf(rate);
  const divisor = 10n ** BigInt(scale);
  const product = BigInt(Math.abs(cents)) * digits;
  const rounded = (2n * product + divisor) / (2n * divisor);
  return Math.sign(cents) * Number(rounded);
}

/** The gross of which a deduction of `rate` (0 to below 1) leaves `nettCents`, rounded half up to the cent. */
export function grossOf(nettCents: Cents, rate: number): Cents {
  const { digits, scale } = decimalOf(rate);
  const whole = 10n ** BigInt(scale);
  const rest = whole - digits;
  const rounded = (2n * BigInt(Math.abs(nettCents)) * whole + rest) / (2n * rest);
  return Math.sign(nettCents) * Number(rounded);
}

/** Rand of the API: at most two decimals, from zero to `MAX_CENTS`; null for anything else. */
export function centsOfRand(rand: number): Cents | null {
  if (!Number.isFinite(rand) || rand < 0) return null;
  const { digits, scale } = decimalOf(rand);
  if (scale > 2) return null;
  const cents = digits * 10n ** BigInt(2 - scale);
  return cents > BigInt(MAX_CENTS) ? null : Number(cents);
}

/** Adds amounts in cents. Throws `RangeError` where the sum cannot be held exactly (M7), instead of a wrong sum. */
export function exactSum(amounts: Iterable<Cents>): Cents {
  let sum = 0;
  for (const cents of amounts) {
    sum += cents;
    if (!Number.isSafeInteger(sum)) throw new RangeError('a sum of amounts is too large to be exact');
  }
  return sum;
}

/** Cents as a JSON number of Rand, for the fields that the specification names. */
export const randOfCents = (cents: Cents): number => Math.round(cents) / 100;

/** Cents as `-1234.05`: two decimals, no thousands separator; the form of reports and bank files. */
export function plainRand(cents: Cents): string {
  const abs = Math.abs(cents);
  return `${cents < 0 ? '-' : ''}${Math.floor(abs / 100)}.${String(abs % 100).padStart(2, '0')}`;
}
