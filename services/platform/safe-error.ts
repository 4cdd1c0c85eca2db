/** The parts of an error that are safe in a log, a job or a trace: never a value that a person entered. */
export interface SafeError {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  /** The database object: schema, table, column, constraint. */
  readonly at?: string;
  /** Stack without the message. */
  readonly stack?: string;
  readonly cause?: SafeError;
}

interface DatabaseFields {
  readonly severity?: unknown;
  readonly code?: unknown;
  readonly schema?: unknown;
  readonly table?: unknown;
  readonly column?: unknown;
  readonly constraint?: unknown;
}

/**
 * The form for logs and jobs. Postgres errors lose text, detail and parameters, which quote values. In others e-mail
 * addresses, long numbers and a JSON parser's quotation are removed.
 */
export function safeError(error: unknown, depth = 3): SafeError {
  if (!looksLikeError(error)) return { name: 'Error', message: `thrown ${typeof error}` };
  const fields = error as DatabaseFields;
  const code = typeof fields.code === 'string' || typeof fields.code === 'number' ? String(fields.code) : undefined;
  const isDatabase = typeof fields.severity === 'string' && code !== undefined;
  const frames = String(error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line));
  const location = [fields.schema, fields.table, fields.column, fields.constraint].filter(
    (it) => typeof it === 'string',
  );
  return {
    name: String(error.name),
    message: isDatabase ? `Postgres refused with ${code}` : withoutValues(error),
    ...(code === undefined ? {} : { code }),
    ...(isDatabase && location.length > 0 ? { at: location.join('.') } : {}),
    ...(frames.length > 0 ? { stack: frames.join('\n') } : {}),
    ...(error.cause === undefined || depth === 0 ? {} : { cause: safeError(error.cause, depth - 1) }),
  };
}

/** Errors, including those of another realm and those that were already reduced and lost their class. */
const looksLikeError = (error: unknown): error is Error =>
  error instanceof Error ||
  (typeof error === 'object' &&
    error !== null &&
    'name' in error &&
    'message' in error &&
    typeof error.message === 'string');

function withoutValues(error: Error): string {
  if (error.name === 'SyntaxError') return error.message.replace(/["'`].*/s, '…');
  return (
    error.message
      .replace(/(\w+:\/\/)[^@\s/]+@/g, '$1')
      .replace(/[^\s@<>"'()]+@[^\s@<>"'()/]+\.[^\s@<>"'()/,;]+/g, '…')
      // Identity, phone, tax, account and card numbers, including grouped digits.
      .replace(/\+?\d(?:[ -]?\d){6,}/g, '…')
      .slice(0, 500)
  );
}
