import { addedEntries } from '@fynbos/domain/audit/sentences.ts';
import { COUNTRIES } from '@fynbos/domain/country/countries.ts';
import { date, instant, percent, rand, words } from '../format/format.ts';
import { asPart, listed, type Wording } from '../i18n/T.tsx';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/;
/** Ids of entries, such as the messages of an enquiry, say nothing to a reader. */
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
/** The day that marks a value in force since the record was created. */
const START = '0000-01-01';

const COUNTRY_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  COUNTRIES.map(({ code, name }) => [code, name]),
);
/** The scopes of an integrator's keys, with their labels. */
export const SCOPES: Readonly<Record<string, string>> = {
  'rental-events:write': 'Send rental events',
  'rental-events:read': 'Read own rental events',
  'rental-events:any': 'Rentals of other integrators too',
};
/** Labels of coded values, by field. */
const CODES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  communicationMethod: { C: 'SMS', E: 'E-mail' },
  taxCountry: COUNTRY_NAMES,
  countryOfIssue: COUNTRY_NAMES,
  bankCountry: COUNTRY_NAMES,
  batch: { eft: 'South African', 'cross-border': 'Cross-border' },
  scopes: SCOPES,
};

/** Fields with a value of one word from a list, such as `pending`. */
const WORDED: ReadonlySet<string> = new Set(['status', 'typeOfQuery', 'source']);

/** Describes a list entry that states the day from which a rate or a switch is in force. */
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

/** Describes a value within a list or an object, by its name if it has one. */
function partText(value: unknown): Wording {
  if (typeof value !== 'object' || value === null) return String(value);
  const fields = value as Readonly<Record<string, unknown>>;
  const dated = datedText(fields);
  if (dated) return dated;
  // A file: its checksum says nothing to a reader.
  if ('sha256' in fields) return String(fields.name);
  const parts = Object.entries(fields).map(
    ([name, each]): Wording => ['%{name}: %{value}', { name: [fieldName(name)], value: asPart(fieldText(name, each)) }],
  );
  return parts.length === 0 ? '—' : listed(parts, '%{one}, %{more}');
}

/**
 * Formats a field's value: amounts in Rand, rates in percent, days, instants in Johannesburg time, lists with commas.
 */
export function fieldText(field: string, value: unknown): Wording {
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value === 'boolean') return [value ? 'Yes' : 'No'];
  if (typeof value === 'number' && field.endsWith('Cents')) return rand(value);
  if (typeof value === 'number' && /rate$/i.test(field)) return percent(value);
  if (value === START) return ['the start'];
  if (typeof value === 'string' && DAY.test(value)) return date(value);
  if (typeof value === 'string' && INSTANT.test(value)) return instant(value);
  if (Array.isArray(value) && value.length > 0 && value.every((each) => UUID.test(String(each))))
    return ['%{count} entry |||| %{count} entries', { count: value.length }];
  if (Array.isArray(value))
    return value.length === 0
      ? '—'
      : listed(
          value.map((each) => fieldText(field, each)),
          '%{one}; %{more}',
        );
  if (typeof value === 'object') return partText(value);
  const name = field.slice(field.lastIndexOf('.') + 1);
  const code = WORDED.has(name) ? words(String(value)) : CODES[name]?.[String(value)];
  return code ? [code] : String(value);
}

/**
 * Formats a change of a field before and after it. A list with added entries shows these and the last one before them.
 */
export function changeTexts(
  field: string,
  before: unknown,
  after: unknown,
): readonly [before: Wording, after: Wording] {
  const change = addedEntries(before, after) ?? { before, after };
  return [fieldText(field, change.before), fieldText(field, change.after)];
}

/** Labels of fields with unclear identifiers. */
const NAMES: Readonly<Record<string, string>> = {
  loyaltyTrackingNo: 'Tracking number',
  physicalAddressLine1: 'Address line 1',
  physicalAddressLine2: 'Address line 2',
  physicalAddressLine3: 'Address line 3',
  bankChangedAt: 'Bank details changed',
  bic: 'BIC',
  contactChangedAt: 'Contact details changed',
  'consents.employer': 'Employer consent',
  'consents.terms': 'Terms and conditions accepted',
  'consents.marketing': 'Marketing consent',
  promoCode: 'Promotion title',
  promoRate: 'Rate',
  isActive: 'Active',
  tkRevenueCents: 'T&K revenue',
  idtype: 'ID type',
  coolingHours: 'Waiting period in hours',
  cutOff: 'Cut-off',
  expiryMonths: 'Expiry in months',
  batch: 'Accounts',
  minimumCents: 'Payout minimum',
  approverBands: 'Approvers besides the proposer',
  fromNettCents: 'From a nett total of',
  statedTotalFromCents: 'Approvers type the total, from a nett total of',
  itemCents: 'Largest payment to one agent',
  written: 'Messages',
};

/** Returns a field's label. It omits `cents` because the value shows the currency. */
export const fieldName = (field: string): string => {
  const last = field.slice(field.lastIndexOf('.') + 1);
  return NAMES[field] ?? NAMES[last] ?? words(field.replace(/Cents\b/g, ''));
};

/** Fields of an agent that the edit form shows. Conflict resolution compares the same fields. */
export const EDITED_AGENT_FIELDS = [
  'title',
  'initials',
  'firstName',
  'surname',
  'emailAddress',
  'cellNumber',
  'taxCountry',
  'idNumber',
  'taxNumber',
  'agencyName',
  'iataNumber',
  'physicalAddressLine1',
  'physicalAddressLine2',
  'physicalAddressLine3',
  'postalCode',
  'telephoneNumber',
] as const;
