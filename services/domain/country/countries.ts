/**
 * The countries of the programme (specification, sections 3 and 9; Y1). `dailCode` is spelled as there. Only formats
 * that are certain are checked: a passport is accepted in place of a national ID number.
 */
export const COUNTRIES = [
  {
    name: 'South Africa',
    code: 'RSA',
    dailCode: '27',
    iso: 'ZA',
    iso3: 'ZAF',
    currency: 'ZAR',
    cellDigits: 9,
    postalCode: '\\d{4}',
    idName: 'South African ID number',
    branchCode: '\\d{6}',
  },
  {
    name: 'Namibia',
    code: 'NMB',
    dailCode: '264',
    iso: 'NA',
    iso3: 'NAM',
    currency: 'NAD',
    cellDigits: 9,
    postalCode: null,
    idName: 'ID number of eleven digits, or passport',
    branchCode: null,
  },
  {
    name: 'Lesotho',
    code: 'LES',
    dailCode: '266',
    iso: 'LS',
    iso3: 'LSO',
    currency: 'LSL',
    cellDigits: 8,
    postalCode: null,
    idName: 'ID number of twelve digits, or passport',
    branchCode: null,
  },
  {
    name: 'Botswana',
    code: 'BOT',
    dailCode: '267',
    iso: 'BW',
    iso3: 'BWA',
    currency: 'BWP',
    cellDigits: 8,
    postalCode: null,
    idName: 'Omang of nine digits, or passport',
    branchCode: null,
  },
  {
    name: 'Eswatini',
    code: 'SWZ',
    dailCode: '268',
    iso: 'SZ',
    iso3: 'SWZ',
    currency: 'SZL',
    cellDigits: 8,
    postalCode: null,
    idName: 'ID number of thirteen digits, or passport',
    branchCode: null,
  },
] as const satisfies readonly {
  readonly name: string;
  readonly code: string;
  readonly dailCode: string;
  /** ISO 3166 codes of two and of three letters. */
  readonly iso: string;
  readonly iso3: string;
  /** ISO 4217. */
  readonly currency: string;
  readonly cellDigits: number;
  /** A regular expression; null where addresses need no postal code. */
  readonly postalCode: string | null;
  readonly idName: string;
  /** A regular expression; null where a branch code is not checked. */
  readonly branchCode: string | null;
}[];

export type Country = (typeof COUNTRIES)[number];
export type CountryCode = Country['code'];
export const COUNTRY_CODES = COUNTRIES.map((country) => country.code) as [CountryCode, ...CountryCode[]];

/** The country of the programme: of its employer, its bank and its tax. */
export const HOME = 'RSA' satisfies CountryCode;

export const isHome = (code: string | null | undefined): boolean => code === HOME;

export const countryOf = (code: string): Country | undefined => COUNTRIES.find((country) => country.code === code);

/** An unknown country needs a postal code. */
export const needsPostalCode = (code: string | undefined): boolean => countryOf(code ?? HOME)?.postalCode !== null;

export const POSTAL_COUNTRIES: readonly string[] = COUNTRIES.flatMap(({ code, postalCode }) =>
  postalCode === null ? [] : [code],
);

const isOfForm = (text: string, form: string | null | undefined): boolean =>
  !form || new RegExp(`^${form}$`).test(text);

export const isPostalCode = (text: string, code: string): boolean => isOfForm(text, countryOf(code)?.postalCode);
export const isBranchCodeOf = (text: string, code: string): boolean => isOfForm(text, countryOf(code)?.branchCode);

/** With or without the plus sign. */
export function countryOfDialCode(dialCode: string): Country | undefined {
  const digits = dialCode.replace(/\D/g, '');
  return COUNTRIES.find((country) => country.dailCode === digits);
}
