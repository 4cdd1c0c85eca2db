import type { AgentDetails, BankAccount } from '@fynbos/domain/agent/details.ts';
import { formatDay, formatInstant, formatPercent, MASK } from '@fynbos/domain/format.ts';
import { fieldName, fieldTexts } from '@fynbos/domain/wording/field-text.ts';
import { inEnglish } from '@fynbos/domain/wording/wording.ts';
import { z } from 'zod';

/**
 * `full`: the record's page shows the value too. `lastCharacters`: they identify a number without revealing it.
 * `firstLetter`: the first letter, and the domain of an e-mail address.
 */
const MASKING: Readonly<
  Record<keyof AgentDetails | keyof BankAccount | 'contactNumber', 'full' | 'lastCharacters' | 'firstLetter'>
> = {
  idNumber: 'lastCharacters',
  idType: 'full',
  title: 'full',
  initials: 'full',
  firstName: 'firstLetter',
  surname: 'firstLetter',
  emailAddress: 'firstLetter',
  cellNumber: 'lastCharacters',
  countryDialCode: 'full',
  taxCountry: 'full',
  taxNumber: 'lastCharacters',
  countryOfIssue: 'full',
  rentalCo: 'full',
  communicationMethod: 'full',
  telephoneNumber: 'lastCharacters',
  contactNumber: 'lastCharacters',
  iataNumber: 'full',
  agencyName: 'full',
  physicalAddressLine1: 'full',
  physicalAddressLine2: 'full',
  physicalAddressLine3: 'full',
  postalCode: 'full',
  bankName: 'full',
  bankAccountHolderName: 'firstLetter',
  bankAccountNumber: 'lastCharacters',
  branchCode: 'full',
  branchName: 'full',
  bankCountry: 'full',
  accountType: 'full',
  bic: 'full',
};

/** Masks a personal value as `MASKING` says; of any other field only the first letter is visible. */
export function masked(field: string, value: unknown): unknown {
  const name = field.slice(field.lastIndexOf('.') + 1);
  const masking = Object.hasOwn(MASKING, name) ? MASKING[name as keyof typeof MASKING] : 'firstLetter';
  if (typeof value !== 'string' || value === '' || masking === 'full') return value;
  if (masking === 'lastCharacters') return `${MASK}${value.slice(-4)}`;
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

const isAbsent = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
const same = (a: unknown, b: unknown): boolean =>
  (isAbsent(a) && isAbsent(b)) || JSON.stringify(a) === JSON.stringify(b);

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

export const changeTextSchema = z.object({ field: z.string(), before: z.string(), after: z.string() });
export type ChangeText = Readonly<z.output<typeof changeTextSchema>>;

/** A change of a field as a file shows it, in the words of the dashboard. */
export function changeText({ field, before, after }: FieldChange): ChangeText {
  const [from, to] = changeTexts(field, before, after);
  return { field: fieldName(field), before: inEnglish(from), after: inEnglish(to) };
}
