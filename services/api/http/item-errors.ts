import type { z } from 'zod';

/** An error of one item of a file or of a call with many items. */
export interface ItemError {
  readonly path: string;
  readonly message: string;
}

/** Maximum length of a returned path. The name of an unknown field can have any length. */
const LONGEST_PATH = 200;
/** Maximum number of errors returned for one item. */
const MOST_ERRORS = 100;

/** Returns a path of bounded length without characters that cannot be stored. */
function pathOf(parts: readonly PropertyKey[]): string {
  const path = parts.join('.');
  const short = path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH - 1)}…` : path;
  return short.replace(/\p{Cc}|\p{Cs}/gu, '\u{fffd}');
}

/** Converts Zod issues to paths and messages. An unknown field is reported by its own path. */
export function itemErrors(error: z.ZodError): ItemError[] {
  const found = error.issues.flatMap((issue): { parts: readonly PropertyKey[]; message: string }[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ parts: [...issue.path, key], message: 'Unknown field.' }))
      : [{ parts: issue.path, message: issue.message }],
  );
  const errors = found.slice(0, MOST_ERRORS).map(({ parts, message }) => ({ path: pathOf(parts), message }));
  const left = found.length - errors.length;
  return left > 0 ? [...errors, { path: '', message: `And ${left} more.` }] : errors;
}
