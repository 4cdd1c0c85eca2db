import type { AnswerOf, BodyOf, Declared, QueryOf, Sending, Trailing } from '@fynbos/api/contract.ts';
import type { FieldError } from '@fynbos/domain/errors.ts';
import { serverText } from '../i18n/t.tsx';
import { FIRST_MESSAGES } from '../messages/first-messages.ts';
import { clearStoredSession, endSessionByUser } from '../session/session.ts';
import { showAlert } from '../state/alerts.ts';
import { lastWrite, rememberWrite } from '../state/last-write.ts';
import { KEYS, loadValue } from '../state/storage.ts';
import { updateSavingPaused } from './saving-paused.ts';

/** A failed API call. `message` is shown to the person; `fields` are errors of the submitted form's fields. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly status: number,
    message: string,
    readonly fields: readonly FieldError[] = [],
    /** Seconds to wait before the next attempt, if the server sent a value. */
    readonly retryAfter?: number,
    /** The problem's code, such as `agent.email-taken`. */
    readonly code?: string,
  ) {
    super(message);
  }
}

/** Returns the server's message for a failed call, or `fallback` if the server sent none or was unreachable. */
export const messageOr = (error: unknown, fallback: string): string =>
  (error as Error).message === FIRST_MESSAGES.unexpected ? fallback : (error as Error).message || fallback;

export interface CallOptions {
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, in place of a body. */
  readonly file?: Blob;
  readonly query?: object;
  /** Suppresses the banner because the page shows failures (`errors`), or failures and successes (`true`), itself. */
  readonly quiet?: boolean | 'errors';
  /** The request reaches the server even if the page closes before the response. */
  readonly keepalive?: boolean;
  /** Milliseconds after which a call without an answer has failed. */
  readonly timeoutMs?: number;
}

/** A page that waits longer for its figures shows the failure, or the last ones, and can try again. */
export const READ_TIMEOUT_MS = 60_000;

/** The options of a call with the body and the query that its route takes. */
type OptionsOf<Method extends string, Path extends string> = Omit<CallOptions, 'body' | 'query'> &
  Sending<'body', BodyOf<Method, Path>> &
  Sending<'query', QueryOf<Method, Path>>;

/** The page shows failures and successes itself. */
export const QUIET = { quiet: true } as const satisfies CallOptions;

/** The page shows its own failures: a dialog would cover the banner, or the banner the field to correct. */
export const SHOWS_ERRORS = { quiet: 'errors' } as const satisfies CallOptions;

/** Reads a route without a query. The page shows the failure. */
export const read = <const Path extends string>(path: Path & Declared<'GET', Path>): Promise<AnswerOf<'GET', Path>> =>
  call<'GET', Path>('GET', path, ...([QUIET] as unknown as Trailing<OptionsOf<'GET', Path>>));

let lastCallAt = 0;

/** Time of the last response, ms since 1970: the server measures the session's idle time from it. */
export const lastCall = (): number => lastCallAt;

/** Calls `/api/{path}` and shows the alerts of specification section 7. Throws an `ApiError`. */
export async function call<const Method extends string, const Path extends string>(
  method: Method,
  path: Path & Declared<Method, Path>,
  ...[options = {}]: Trailing<OptionsOf<Method, Path>>
): Promise<AnswerOf<Method, Path>> {
  const response = await send(method, path, { ...(method === 'GET' && { timeoutMs: READ_TIMEOUT_MS }), ...options });
  const body = await bodyOf(response).catch(throwConnectionError(options.quiet));
  if (!response.ok) throw toApiError(response, body, Boolean(options.quiet));
  const message = textOf(body, 'message');
  if (!message) return body as AnswerOf<Method, Path>;
  const shown = serverText(message);
  if (options.quiet !== true) showAlert('success', shown);
  return { ...(body as object), message: shown } as AnswerOf<Method, Path>;
}

/**
 * Sends a request; the response may be an error. Repeats a read up to four times while it lacks the agent's last
 * change: the server waits before it answers each. Throws an `ApiError` without a response.
 */
export async function send(method: string, path: string, options: CallOptions, staleReads = 4): Promise<Response> {
  const { body, file, query, quiet, keepalive, timeoutMs } = options;
  const search = query ? `?${new URLSearchParams(Object.entries(query))}` : '';
  const token = loadValue(KEYS.token);
  const response = await fetch(`/api/${path}${search}`, {
    method,
    headers: headers(token, options),
    body: file ?? (body === undefined ? body : JSON.stringify(body)),
    keepalive,
    signal: timeoutMs === undefined ? null : AbortSignal.timeout(timeoutMs),
  }).catch(throwConnectionError(quiet));
  lastCallAt = Date.now();
  updateSavingPaused(response);
  rememberWrite(response);
  // The token differs if another tab has signed in since the request; keep that session.
  if (response.status === 401 && token && token === loadValue(KEYS.token)) clearExpiredSession();
  const repeats = method === 'GET' && response.headers.has('X-Stale') && staleReads > 0;
  return repeats ? send(method, path, options, staleReads - 1) : response;
}

/** Rejection handler for a connection that fails before or during the response. Throws an `ApiError` with status 0. */
export const throwConnectionError =
  (quiet: CallOptions['quiet'] = false) =>
  (): never => {
    const message = navigator.onLine ? FIRST_MESSAGES.unexpected : FIRST_MESSAGES.offline;
    if (!quiet) showAlert('danger', message);
    throw new ApiError(0, message);
  };

function headers(token: string | null, { body, file }: CallOptions): Record<string, string> {
  const readAfter = lastWrite();
  return {
    Accept: 'application/json',
    ...(file && { 'Content-Type': 'application/octet-stream' }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(readAfter && { 'X-Read-After': readAfter }),
  };
}

/** Reads a JSON body; `{}` for an empty one. */
export async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    // An HTML body comes from a proxy and is not a message.
    return text[0] === '<' ? {} : { raw: text };
  }
}

function textOf(body: unknown, key: string): string | undefined {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[key] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The server's message, else its error field, else the raw error (specification, section 7). */
export function toApiError(response: Response, body: unknown, quiet: boolean): ApiError {
  const sent = textOf(body, 'message') ?? textOf(body, 'error') ?? textOf(body, 'raw');
  const message = sent ? serverText(sent) : FIRST_MESSAGES.unexpected;
  if (!quiet) showAlert(response.status === 404 ? 'warning' : 'danger', message);
  const fields = (body as { errors?: FieldError[] } | null)?.errors;
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return new ApiError(
    response.status,
    message,
    Array.isArray(fields) ? fields.map((field) => ({ ...field, message: serverText(field.message) })) : [],
    Number.isNaN(retryAfter) ? undefined : retryAfter,
    textOf(body, 'type')?.split(':').at(-1),
  );
}

/** Ends the session at the server, in the background. The page removes its own copy. */
export const endServerSession = (): void =>
  void call('POST', 'auth/logout', { ...QUIET, keepalive: true }).catch(() => undefined);

/** Signs out at the person's request: here at once, at the server in the background. */
export function signOut(): void {
  endServerSession();
  endSessionByUser();
}

/** Removes an expired token; the page's guard then redirects to the landing page. */
function clearExpiredSession(): void {
  clearStoredSession();
  showAlert('warning', FIRST_MESSAGES.sessionEnded);
}
