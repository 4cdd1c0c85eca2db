import type { AgentDetails, BankAccount } from '@fynbos/domain/agent/details.ts';
import { fieldName, fieldTexts } from '@fynbos/domain/audit/field-text.ts';
import { inEnglish } from '@fynbos/domain/audit/wording.ts';
import { formatDay, formatInstant, formatPercent, MASK } from '@fynbos/domain/format.ts';
import { z } from 'zod';

/**
 * `open`: the record's page shows it too. `ending`: the last characters identify a number without revealing it.
 * `letter`: the first letter, and the domain of an e-mail address.
 */
const SHOWN: Readonly<Record<keyof AgentDetails | keyof BankAccount | 'contactNumber', 'open' | 'ending' | 'letter'>> =
  {
    idNumber: 'ending',
    idType: 'open',
    title: 'open',
    initials: 'open',
    firstName: 'letter',
    surname: 'letter',
    emailAddress: 'letter',
    cellNumber: 'ending',
    countryDialCode: 'open',
    taxCountry: 'open',
    taxNumber: 'ending',
    countryOfIssue: 'open',
    rentalCo: 'open',
    communicationMethod: 'open',
    telephoneNumber: 'ending',
    contactNumber: 'ending',
    iataNumber: 'open',
    agencyName: 'open',
    physicalAddressLine1: 'open',
    physicalAddressLine2: 'open',
    physicalAddressLine3: 'open',
    postalCode: 'open',
    bankName: 'open',
    bankAccountHolderName: 'letter',
    bankAccountNumber: 'ending',
    branchCode: 'open',
    branchName: 'open',
    bankCountry: 'open',
    accountType: 'open',
    bic: 'open',
  };

/** Masks a personal value as `SHOWN` says; of any other field only the first letter is visible. */
export function masked(field: string, value: unknown): unknown {
  const name = field.slice(field.lastIndexOf('.') + 1);
  const shown = Object.hasOwn(SHOWN, name) ? SHOWN[name as keyof typeof SHOWN] : 'letter';
  if (typeof value !== 'string' || value === '' || shown === 'open') return value;
  if (shown === 'ending') return `${MASK}${value.slice(-4)}`;
  const at = value.lastIndexOf('@');
  return `${value.charAt(0)}${MASK}${at > 0 ? value.slice(at) : ''}`;
}

const fieldChange = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() });
export type FieldChange = Readonly<z.output<typeof fieldChange>>;

export const maskedChange = fieldChange.extend({ masked: z.boolean() });

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.getPrototypeOf(value) === Object.prototype;

/** Flattens nested objects to one level, as in `details.firstName`. Lists and other values stay as they are. */
function flat(value: unknown, path = ''): Map<string, unknown> {
  if (!isPlain(value)) return new Map(path === '' ? [] : [[path, value]]);
  return new Map(
    Object.entries(value).flatMap(([key, inner]) => [...flat(inner, path === '' ? key : `${path}.${key}`)]),
  );
}

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
const same = (a: unknown, b: unknown): boolean =>
  (isNothing(a) && isNothing(b)) || JSON.stringify(a) === JSON.stringify(b);

/** Returns the fields in which two states differ, in the order of the later one. Null and absent are equal. */
export function changesOf(before: unknown, after: unknown): FieldChange[] {
  const [from, to] = [flat(before), flat(after)];
  const fields = new Set([...to.keys(), ...from.keys()]);
  return [...fields].flatMap((field) => {
    const [old, now] = [from.get(field) ?? null, to.get(field) ?? null];
    return same(old, now) ? [] : [{ field, before: old, after: now }];
  });
}

const { changeTexts } = fieldTexts({ day: formatDay, instant: formatInstant, percent: formatPercent });

export const changeTextShape = z.object({ field: z.string(), before: z.string(), after: z.string() });
export type ChangeText = Readonly<z.output<typeof changeTextShape>>;

/** A change of a field as a file shows it, in the words of the dashboard. */
export function changeText({ field, before, after }: FieldChange): ChangeText {
  const [from, to] = changeTexts(field, before, after);
  return { field: fieldName(field), before: inEnglish(from), after: inEnglish(to) };
}
