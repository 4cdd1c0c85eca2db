import { COUNTRIES } from '../country/countries.ts';
import { formatCode, formatRand } from '../format.ts';
import { asPart, listed, type Wording } from './wording.ts';

const DAY_FORMAT = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT_FORMAT = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/;
/** Ids of entries, such as the messages of an enquiry, say nothing to a reader. */
const UUID_FORMAT = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
/** The day that marks a value in force since the record was created. */
const BEFORE_EVERY_DAY = '0000-01-01';

const COUNTRY_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  COUNTRIES.map(({ code, name }) => [code, name]),
);
export const SCOPES: Readonly<Record<string, string>> = {
  'rental-events:write': 'Send rental events',
  'rental-events:read': 'Read own rental events',
  'rental-events:any': 'Rentals of other integrators too',
};
const CODE_TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  communicationMethod: { C: 'SMS', E: 'E-mail' },
  taxCountry: COUNTRY_NAMES,
  countryOfIssue: COUNTRY_NAMES,
  bankCountry: COUNTRY_NAMES,
  batch: { eft: 'South African', 'cross-border': 'Cross-border' },
  scopes: SCOPES,
};

/** Fields with a value of one word from a list, such as `pending`. */
const FIELDS_WITH_CODES: ReadonlySet<string> = new Set(['status', 'typeOfQuery', 'source']);

/** Labels of fields with unclear identifiers. */
const FIELD_LABELS: Readonly<Record<string, string>> = {
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
  rentalCo: 'Rental company',
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

/** A field's label: `details.postalCode` is `Postal code`. It omits `cents` because the value shows the currency. */
export const fieldName = (field: string): string => {
  const last = field.slice(field.lastIndexOf('.') + 1);
  return (
    FIELD_LABELS[field] ??
    FIELD_LABELS[last] ??
    formatCode(field.replace(/^(details|bank)\./, '').replace(/Cents\b/g, ''))
  );
};

/** A change of a list, reduced to what matters to a reader. */
interface ListChange {
  readonly before: readonly unknown[];
  readonly after: readonly unknown[];
}

/** The last entry before and the added ones of a change that only adds to a list; null for any other change. */
export function addedEntries(before: unknown, after: unknown): ListChange | null {
  if (!Array.isArray(before) || !Array.isArray(after) || before.length === 0) return null;
  const earlier = new Set(before.map((entry) => JSON.stringify(entry)));
  const added = after.filter((entry) => !earlier.has(JSON.stringify(entry)));
  return added.length > 0 && after.length === before.length + added.length
    ? { before: before.slice(-1), after: added }
    : null;
}

/** How a reader sees days, instants (ISO 8601) and fractions: a page names the time zone once, a file each time. */
export interface Formats {
  day(day: string): string;
  instant(instant: string): string;
  percent(fraction: number): string;
}

export function fieldTexts(formats: Formats) {
  /** Describes a list entry that states the day from which a rate or a switch is in force. */
  function datedText({ promoRate, isActive, effectiveFrom, from }: Readonly<Record<string, unknown>>): Wording | null {
    const day = effectiveFrom ?? from;
    const what: Wording | null =
      typeof promoRate === 'number'
        ? formats.percent(promoRate)
        : typeof isActive === 'boolean'
          ? [isActive ? 'on' : 'off']
          : null;
    if (what === null || typeof day !== 'string') return null;
    return day === BEFORE_EVERY_DAY
      ? ['%{what} from the start', { what }]
      : ['%{what} from %{day}', { what, day: formats.day(day) }];
  }

  /** Describes a value within a list or an object, by its name if it has one. */
  function partText(fields: Readonly<Record<string, unknown>>): Wording {
    const dated = datedText(fields);
    if (dated) return dated;
    // A file: its checksum says nothing to a reader.
    if ('sha256' in fields) return String(fields.name);
    const parts = Object.entries(fields).map(
      ([name, value]): Wording => [
        '%{name}: %{value}',
        { name: [fieldName(name)], value: asPart(fieldText(name, value)) },
      ],
    );
    return parts.length === 0 ? '—' : listed(parts);
  }

  function codeOrText(name: string, text: string): Wording {
    if (text === BEFORE_EVERY_DAY) return ['the start'];
    if (DAY_FORMAT.test(text)) return formats.day(text);
    if (INSTANT_FORMAT.test(text)) return formats.instant(text);
    const label = FIELDS_WITH_CODES.has(name) ? formatCode(text) : CODE_TEXTS[name]?.[text];
    return label ? [label] : text;
  }

  /**
   * Amounts in rand, rates in percent, instants in Johannesburg time, codes by their meaning, lists with semicolons.
   */
  function fieldText(field: string, value: unknown): Wording {
    if (value === null || value === undefined || value === '') return '—';
    if (typeof value === 'boolean') return [value ? 'Yes' : 'No'];
    if (typeof value === 'number' && field.endsWith('Cents')) return formatRand(value);
    if (typeof value === 'number' && /rate$/i.test(field)) return formats.percent(value);
    if (Array.isArray(value)) {
      if (value.length === 0) return '—';
      if (value.every((each) => UUID_FORMAT.test(String(each))))
        return ['%{count} entry |||| %{count} entries', { count: value.length }];
      const entries = value.map((each) => fieldText(field, each));
      return listed(entries, '%{one}; %{more}');
    }
    if (typeof value === 'object') return partText(value as Readonly<Record<string, unknown>>);
    return codeOrText(field.slice(field.lastIndexOf('.') + 1), String(value));
  }

  /** Of a list with added entries only these and the last one before them are shown. */
  function changeTexts(field: string, before: unknown, after: unknown): readonly [before: Wording, after: Wording] {
    const change = addedEntries(before, after) ?? { before, after };
    return [fieldText(field, change.before), fieldText(field, change.after)];
  }
  return { fieldText, changeTexts };
}
