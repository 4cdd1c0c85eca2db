import { z } from 'zod';
/** One field that an event changed. */
export const fieldChange = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() });
export type FieldChange = Readonly<z.output<typeof fieldChange>>;

/** A change with personal values masked. */
export const maskedChange = fieldChange.extend({ masked: z.boolean() });

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.getPrototypeOf(value) === Object.prototype;

/** Flattens nested objects to one level, as in `details.firstName`. Lists and other values stay as they are. */
export function flat(value: unknown, path = ''): Map<string, unknown> {
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
