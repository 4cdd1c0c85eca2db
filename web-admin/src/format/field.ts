import { asPart, listed, type Wording } from '../i18n/wording.ts';
import { date, instant, percent, rand, words } from './format.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
/** The day of a value that has been in force since the record exists. */
const START = '0000-01-01';

const COUNTRIES: Readonly<Record<string, string>> = { RSA: 'South Africa', NAM: 'Namibia', BOT: 'Botswana' };
/** Values that are codes, by field. */
const CODES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  communicationMethod: { C: 'SMS', E: 'E-mail' },
  taxCountry: COUNTRIES,
  countryOfIssue: COUNTRIES,
  bankCountry: COUNTRIES,
};

/** An entry of a list that says from which day a rate or a switch is in force. */
function datedText({ promoRate, isActive, effectiveFrom, from }: Readonly<Record<string, unknown>>): Wording | null {
  const day = (effectiveFrom ?? from) as string | undefined;
  const what: Wording | null =
    typeof promoRate === 'number'
      ? percent(promoRate)
      : typeof isActive === 'boolean'
        ? [isActive ? 'on' : 'off']
        : null;
  if (what === null || typeof day !== 'string') return null;
  return day === START ? ['%{what} from the start', { what }] : ['%{what} from %{day}', { what, day: date(day) }];
}

/** A value within a list or an object, named where it has a name. */
function partText(value: unknown): Wording {
  if (typeof value !== 'object' || value === null) return String(value);
  const fields = value as Readonly<Record<string, unknown>>;
  const dated = datedText(fields);
  if (dated) return dated;
  const parts = Object.entries(fields).map(
    ([name, each]): Wording => ['%{name}: %{value}', { name: [fieldName(name)], value: asPart(fieldText(name, each)) }],
  );
  return parts.length === 0 ? '—' : listed(parts, '%{one}, %{more}');
}

/** A field's value in words: amounts in Rand, rates in percent, days by name, instants in Johannesburg's time, lists with commas. */
export function fieldText(field: string, value: unknown): Wording {
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value === 'boolean') return [value ? 'Yes' : 'No'];
  if (typeof value === 'number' && field.endsWith('Cents')) return rand(value);
  if (typeof value === 'number' && /rate$/i.test(field)) return percent(value);
  if (value === START) return ['the start'];
  if (typeof value === 'string' && DAY.test(value)) return date(value);
  if (typeof value === 'string' && INSTANT.test(value)) return instant(value);
  if (Array.isArray(value)) return value.length === 0 ? '—' : listed(value.map(partText), '%{one}; %{more}');
  if (typeof value === 'object') return partText(value);
  const code = CODES[field.slice(field.lastIndexOf('.') + 1)]?.[String(value)];
  return code ? [code] : String(value);
}

/** Names of fields that their identifiers do not say well. */
const NAMES: Readonly<Record<string, string>> = {
  loyaltyTrackingNo: 'Tracking number',
  physicalAddressLine1: 'Address line 1',
  physicalAddressLine2: 'Address line 2',
  physicalAddressLine3: 'Address line 3',
  bankChangedAt: 'Bank details changed',
  contactChangedAt: 'Contact details changed',
  'consents.employer': 'Employer consent',
  'consents.terms': 'Terms and conditions accepted',
  'consents.marketing': 'Marketing consent',
  promoCode: 'Promotion title',
  promoRate: 'Rate',
  isActive: 'Active',
  tkRevenueCents: 'T&K revenue',
  idtype: 'ID type',
};

/** A field's name in words; that it counts cents is shown by its value. */
export const fieldName = (field: string): string => {
  const last = field.slice(field.lastIndexOf('.') + 1);
  return NAMES[field] ?? NAMES[last] ?? words(field.replace(/Cents\b/g, ''));
};
