import { z } from 'zod';

const DOTS = '•••';

/** Numbers that their last characters identify without revealing the value. */
const NUMBERS = new Set([
  'idNumber',
  'bankAccountNumber',
  'taxNumber',
  'cellNumber',
  'telephoneNumber',
  'contactNumber',
]);

/** Fields that the record's page shows in full, so that a mask in its history would hide only the change. */
const OPEN = new Set([
  'initials',
  'agencyName',
  'iataNumber',
  'physicalAddressLine1',
  'physicalAddressLine2',
  'physicalAddressLine3',
  'postalCode',
  'branchName',
  'title',
  'taxCountry',
  'countryOfIssue',
  'countryDialCode',
  'communicationMethod',
  'idType',
  'rentalCo',
  'bankName',
  'branchCode',
  'bankCountry',
]);

/**
 * Masks a personal value: keeps the last four characters of a number, the first letter and the domain of an address,
 * otherwise the first letter.
 */
export function masked(field: string, value: unknown): unknown {
  const name = field.slice(field.lastIndexOf('.') + 1);
  if (typeof value !== 'string' || value === '' || OPEN.has(name)) return value;
  if (NUMBERS.has(name)) return `${DOTS}${value.slice(-4)}`;
  const at = value.lastIndexOf('@');
  if (at > 0) return `${value.charAt(0)}${DOTS}${value.slice(at)}`;
  return `${value.charAt(0)}${DOTS}`;
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
