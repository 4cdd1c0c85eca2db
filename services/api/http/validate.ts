import type { ItemError } from '@fynbos/application/rentals/record-rental-events.ts';
import { DomainError, type FieldError } from '@fynbos/domain/errors.ts';
import { z } from 'zod';
import type { RefusalMessage } from './route.ts';

const KINDS: Readonly<Record<string, string>> = {
  string: 'Must be text.',
  number: 'Must be a number.',
  int: 'Must be a whole number.',
  boolean: 'Must be true or false.',
  array: 'Must be a list.',
  object: 'Must be an object.',
  null: 'Must be null.',
};
const UNITS: Readonly<Record<string, string>> = { string: ' characters', array: ' items', set: ' items' };

type Issue = Parameters<NonNullable<ReturnType<typeof z.config>['customError']>>[0];

/** Returns the message of an issue without a message in its schema; undefined leaves the message to zod. */
function wordsOf(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'Required.' : KINDS[String(issue.expected)];
    case 'too_big':
      return `${issue.inclusive === false ? 'Less than' : 'At most'} ${issue.maximum}${UNITS[issue.origin] ?? ''}.`;
    case 'too_small':
      return `${issue.inclusive === false ? 'More than' : 'At least'} ${issue.minimum}${UNITS[issue.origin] ?? ''}.`;
    case 'invalid_value':
      return issue.input === undefined ? 'Required.' : `Must be one of ${issue.values.join(', ')}.`;
    case 'invalid_format':
      return 'Invalid format.';
    case 'unrecognized_keys':
      return 'Unknown field.';
    case 'invalid_union':
      return issue.input === undefined ? 'Required.' : 'Does not match any accepted format.';
    default:
      return undefined;
  }
}

// Set once per process: messages tell the caller what to correct, not what the schema expected.
z.config({ customError: wordsOf });

/** Maximum length of a returned path. The name of an unknown field can have any length. */
const MAX_PATH_LENGTH = 200;
/** Maximum number of errors returned for one item. */
const MAX_ERRORS = 100;

/** Returns a path of bounded length without characters that cannot be stored. */
function pathOf(parts: readonly PropertyKey[]): string {
  const path = parts.join('.');
  const short = path.length > MAX_PATH_LENGTH ? `${path.slice(0, MAX_PATH_LENGTH - 1)}…` : path;
  return short.replace(/\p{Cc}|\p{Cs}/gu, '\u{fffd}');
}

/** Converts Zod issues to paths and messages. An unknown field is reported by its own path. */
export function itemErrors(error: z.ZodError): ItemError[] {
  const found = error.issues.flatMap((issue): { parts: readonly PropertyKey[]; message: string }[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ parts: [...issue.path, key], message: 'Unknown field.' }))
      : [{ parts: issue.path, message: issue.message }],
  );
  const errors = found.slice(0, MAX_ERRORS).map(({ parts, message }) => ({ path: pathOf(parts), message }));
  const left = found.length - errors.length;
  return left > 0 ? [...errors, { path: '', message: `And ${left} more.` }] : errors;
}

/** NUL, and a lone surrogate. */
const UNSTORABLE = /\0|\p{Surrogate}/u;
const NOT_TEXT = 'This contains characters that cannot be stored.';

/** NUL and lone surrogates, which no database accepts, with their paths. Not recursive: bodies may be deeply nested. */
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

function invalid(errors: readonly FieldError[], wording?: RefusalMessage): DomainError {
  const message = typeof wording === 'function' ? wording(errors) : wording;
  return new DomainError('invalid', 'invalid', message ?? errors[0]?.message ?? 'The request is not valid.', errors);
}

/** Throws a 422 with the message of each field. `wording` replaces the first one. */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  wording?: RefusalMessage,
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
