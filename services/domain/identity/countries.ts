/**
 * The programme's tax countries (specification, sections 3 and 9). `dailCode` is spelled as the specification spells
 * it.
 */
export const COUNTRIES = [
  { name: 'South Africa', code: 'RSA', dailCode: '27', iso: 'ZA' },
  { name: 'Namibia', code: 'NMB', dailCode: '264', iso: 'NA' },
  { name: 'Lesotho', code: 'LES', dailCode: '266', iso: 'LS' },
  { name: 'Botswana', code: 'BOT', dailCode: '267', iso: 'BW' },
  { name: 'Eswatini', code: 'SWZ', dailCode: '268', iso: 'SZ' },
] as const;

export type Country = (typeof COUNTRIES)[number];
export type CountryCode = Country['code'];
export const COUNTRY_CODES = COUNTRIES.map((country) => country.code) as [CountryCode, ...CountryCode[]];

/** The country of a tax-country code, or undefined. */
export const countryOf = (code: string): Country | undefined => COUNTRIES.find((country) => country.code === code);

/** The country of a dial code, with or without its plus sign, or undefined. */
export function countryOfDialCode(dialCode: string): Country | undefined {
  const digits = dialCode.replace(/\D/g, '');
  return COUNTRIES.find((country) => country.dailCode === digits);
}
