import { type CountryCode, countryOf } from '@fynbos/domain/country/countries.ts';
import { luhnDigit } from '@fynbos/domain/identity/numbers.ts';
import type { Place } from './places.ts';
import type { Random } from './random.ts';

const two = (value: number): string => String(value).padStart(2, '0');

/** A South African ID number: birth date, four digits of sequence, citizenship, 8, Luhn. */
export function southAfricanId(random: Random): string {
  const born = `${two(random.int(62, 99))}${two(random.int(1, 12))}${two(random.int(1, 28))}`;
  const body = `${born}${random.digits(4)}08`;
  return `${body}${luhnDigit(body)}`;
}

/** An ID or passport number in the other countries' formats. */
export function foreignId(country: CountryCode, random: Random): string {
  if (country === 'BOT') return `${random.digits(4)}${random.int(1, 2)}${random.digits(4)}`;
  if (country === 'NMB')
    return `${two(random.int(62, 99))}${two(random.int(1, 12))}${two(random.int(1, 28))}${random.digits(5)}`;
  return `${random.pick(['RB', 'RC', 'LA'])}${random.digits(6)}`;
}

/** An income tax number: South Africa's has ten digits, the first 0 to 3, modulus 10. */
export function taxNumber(country: CountryCode, random: Random): string {
  if (country !== 'RSA') return random.digits(8);
  const body = `${random.int(0, 3)}${random.digits(8)}`;
  return `${body}${luhnDigit(body)}`;
}

/** Eight digits: the last is the first seven modulo 7. One in twelve has only the seven. */
export function iataNumber(random: Random): string {
  const body = `77${random.digits(5)}`;
  return random.chance(1 / 12) ? body : `${body}${Number(body) % 7}`;
}

const CELL_PREFIXES: Readonly<Record<CountryCode, readonly string[]>> = {
  RSA: ['82', '83', '84', '72', '73', '76', '78', '79', '71', '61', '63', '66'],
  NMB: ['81'],
  BOT: ['71', '72', '74', '75'],
  LES: ['58', '62', '63'],
  SWZ: ['76', '78'],
};

/** A cell number without dial code and leading zero. */
export function cellNumber(country: CountryCode, random: Random): string {
  const prefix = random.pick(CELL_PREFIXES[country]);
  // Assigned blocks do not begin with 0 or 9 after the prefix.
  return `${prefix}${random.int(1, 8)}${random.digits((countryOf(country)?.cellDigits ?? 9) - prefix.length - 1)}`;
}

/** A landline number in local format. */
export function landline({ landline: { area, digits } }: Place, random: Random): string {
  return `${area}${random.int(2, 7)}${random.digits(digits - 1)}`;
}

/** A bank with its weight, and the prefix and length of its account numbers. */
interface AccountForm {
  readonly bankName: string;
  readonly share: number;
  readonly begins: readonly string[];
  readonly length: number;
}

const ACCOUNTS: readonly AccountForm[] = [
  { bankName: 'Capitec', share: 26, begins: ['1'], length: 10 },
  { bankName: 'FNB', share: 22, begins: ['62', '63'], length: 11 },
  { bankName: 'Standard Bank', share: 17, begins: ['0', '1', '2'], length: 9 },
  { bankName: 'Absa', share: 14, begins: ['40', '93'], length: 10 },
  { bankName: 'Nedbank', share: 11, begins: ['1', '2'], length: 10 },
  { bankName: 'TymeBank', share: 4, begins: ['51'], length: 11 },
  { bankName: 'Discovery Bank', share: 2, begins: ['12'], length: 11 },
  { bankName: 'Investec', share: 2, begins: ['100'], length: 11 },
  { bankName: 'African Bank', share: 1, begins: ['200'], length: 11 },
  { bankName: 'Bank Zero', share: 1, begins: ['80'], length: 11 },
  { bankName: 'Bidvest Bank', share: 1, begins: ['020'], length: 11 },
];

/** A listed bank and a valid account number. */
export function bankAccountOf(random: Random): { bankName: string; bankAccountNumber: string } {
  const { bankName, begins, length } = random.weighted(ACCOUNTS.map((form) => [form, form.share] as const));
  const begin = random.pick(begins);
  return { bankName, bankAccountNumber: `${begin}${random.digits(length - begin.length)}` };
}
