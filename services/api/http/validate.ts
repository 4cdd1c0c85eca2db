import { DomainError, type FieldError } from '@fynbos/domain/errors.ts';
import type { z } from 'zod';
import './zod-messages.ts';
import type { Wording } from './route.ts';

/** NUL, and a lone surrogate. */
const UNSTORABLE = /\0|\p{Surrogate}/u;
const NOT_TEXT = 'This contains characters that cannot be stored.';

/**
 * Returns the texts that no database accepts (NUL, lone surrogates), with their paths. It does not recurse, because
 * bodies may be deeply nested.
 */
export function unstorable(value: unknown): FieldError[] {
  const found: FieldError[] = [];
  const left: [string, unknown][] = [['', value]];
  for (let next = left.pop(); next; next = left.pop()) {
    const [path, item] = next;
    if (typeof item === 'string' && UNSTORABLE.test(item)) found.push({ field: path, message: NOT_TEXT });
    else if (item !== null && typeof item === 'object') {
      for (const [key, inner] of Object.entries(item)) {
        if (UNSTORABLE.test(key)) found.push({ field: path, message: NOT_TEXT });
        left.push([path ? `${path}.${key}` : key, inner]);
      }
    }
  }
  return found.slice(0, 20);
}

function invalid(errors: readonly FieldError[], wording?: Wording): DomainError {
  const words = typeof wording === 'function' ? wording(errors) : wording;
  return new DomainError('invalid', 'invalid', words ?? errors[0]?.message ?? 'The request is not valid.', errors);
}

/**
 * Returns `value` as parsed by the schema, or throws a 422 with the message of each field. `wording` replaces the first
 * field's message.
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  wording?: Wording,
): z.output<Schema> {
  const bad = unstorable(value);
  if (bad.length > 0) throw invalid(bad);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const byField = new Map<string, FieldError>();
  for (const issue of parsed.error.issues) {
    const field = issue.path.join('.');
    if (!byField.has(field)) byField.set(field, { field, message: issue.message });
  }
  throw invalid([...byField.values()], wording);
}
