import { isPossiblePhoneNumber, type MetadataJson, parsePhoneNumberFromString } from 'libphonenumber-js/core';
import { COUNTRIES, countryOf, countryOfDialCode } from '../country/countries.ts';
import metadata from './phone-metadata.json' with { type: 'json' };

// libphonenumber's own data for the five countries of the programme, so that a browser loads 5 kB instead of 150 kB.
const METADATA = metadata as unknown as MetadataJson;

/** The country of a number that is written without a plus: its dial code where given, else the tax country. */
export interface PhoneHome {
  readonly taxCountry: string;
  readonly countryDialCode?: string | undefined;
}

const homeOf = (home: PhoneHome) =>
  (home.countryDialCode ? countryOfDialCode(home.countryDialCode) : undefined) ?? countryOf(home.taxCountry);

/** Converts typed digits to digits with the dial code; removes spaces and a zero after the dial code. */
function withDialCode(text: string, dialCode: string, nationalDigits: number): string {
  const digits = text.replace(/\D/g, '');
  const dialled = text.trim().startsWith('+') || digits.startsWith('00');
  const withoutInternationalPrefix = digits.replace(/^00/, '');
  const international =
    dialled ||
    (withoutInternationalPrefix.startsWith(dialCode) &&
      withoutInternationalPrefix.replace(/^0+/, '').length > nationalDigits);
  const national = (
    international && withoutInternationalPrefix.startsWith(dialCode)
      ? withoutInternationalPrefix.slice(dialCode.length)
      : withoutInternationalPrefix
  ).replace(/^0/, '');
  return `${dialCode}${national}`;
}

/**
 * E.164, or null where its country has no numbers of that length. Plus, dial code, spaces and leading zero are
 * optional; a number with the plus of another of the five countries is that country's.
 */
export function cellNumberE164(text: string, home: PhoneHome): string | null {
  const plus = text.trim().startsWith('+')
    ? parsePhoneNumberFromString(text.replace(/[^\d+]/g, ''), METADATA)
    : undefined;
  const country = (plus && countryOfDialCode(plus.countryCallingCode)) ?? homeOf(home);
  if (!country || /[^\d\s+()./-]/.test(text)) return null;
  const length = country.cellDigits;
  const digits = withDialCode(text, country.dailCode, length);
  if (digits.length !== country.dailCode.length + length) return null;
  return isPossiblePhoneNumber(`+${digits}`, METADATA) ? `+${digits}` : null;
}

/** A telephone number (landlines included) as E.164 where its country has numbers of that length, else null. */
export function telephoneE164(text: string, home: PhoneHome): string | null {
  const country = homeOf(home);
  if (!country || /[^\d\s+()./-]/.test(text)) return null;
  const written = text.trim().startsWith('+') ? text : `+${withDialCode(text, country.dailCode, country.cellDigits)}`;
  const parsed = parsePhoneNumberFromString(written.replace(/[^\d+]/g, ''), METADATA);
  return parsed?.isPossible() ? parsed.number : null;
}

/** `+264811234567` → `264`; null for a country outside the programme. */
export const dialCodeOf = (e164: string): string | null =>
  (e164.startsWith('+') && COUNTRIES.find(({ dailCode }) => e164.startsWith(dailCode, 1))?.dailCode) || null;

/** `+27821234567` → `27821234567`: the form of the specification's `cellNumber` (section 3). */
export const dialledDigits = (e164: string): string => e164.replace(/^\+/, '');

/** `+27118518081` → `0118518081`: the national notation; other text is unchanged. */
export function nationalDigits(e164: string): string {
  const parsed = e164.startsWith('+') ? parsePhoneNumberFromString(e164, METADATA) : undefined;
  return parsed ? parsed.formatNational().replace(/\D/g, '') : e164;
}
