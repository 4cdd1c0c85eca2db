import type { FieldError } from '@fynbos/domain/errors.ts';
import { forgetSession } from '../session/session.ts';
import { KEYS, keptValue } from '../session/storage.ts';
import { showAlert } from '../shell/alerts.ts';
import { MESSAGES } from '../text/messages.ts';
import { noteSavingPaused } from './saving-paused.ts';

/** A call that failed. `message` is what the person reads; `fields` belong to the form that was sent. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly status: number,
    message: string,
    readonly fields: readonly FieldError[] = [],
    /** Seconds to wait, where the server said so. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }
}

/** The server's message of a failed call, or the page's own text where the server sent none or was not reached. */
export const messageOr = (error: unknown, fallback: string): string =>
  (error as Error).message === MESSAGES.unexpected ? fallback : (error as Error).message || fallback;

export interface CallOptions {
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string>>;
  /** The page shows failures itself (`errors`), or failures and successes, so the banner stays out of it. */
  readonly quiet?: boolean | 'errors';
  /** It reaches the server also where the page is closed before it was answered. */
  readonly keepalive?: boolean;
}

const POSITION = 'position';
let position: string | null = null;
let lastCallAt = 0;

/** When the server last heard from this page, in milliseconds since 1970: the session's idle time counts from there. */
export const lastCall = (): number => lastCallAt;

/** Calls the API at `/api/{path}`; answers the body, or throws an `ApiError`. Alerts as specification section 7 says. */
export async function call<T>(method: string, path: string, options: CallOptions = {}): Promise<T> {
  const response = await send(method, path, options);
  const body = await bodyOf(response).catch(lost(options.quiet));
  if (!response.ok) throw refused(response, body, Boolean(options.quiet));
  const message = textOf(body, 'message');
  if (message && options.quiet !== true) showAlert('success', message);
  return body as T;
}

/** Fetches a file (a statement, an export) and hands it to the browser's download. */
export async function download(
  path: string,
  fileName: string,
  query?: Readonly<Record<string, string>>,
): Promise<void> {
  const response = await send('GET', path, { query });
  if (!response.ok) throw refused(response, await bodyOf(response).catch(lost()), false);
  const url = URL.createObjectURL(await response.blob().catch(lost()));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}

async function send(method: string, path: string, { body, query, quiet, keepalive }: CallOptions): Promise<Response> {
  const search = query ? `?${new URLSearchParams(query)}` : '';
  const token = keptValue(KEYS.token);
  const response = await fetch(`/api/${path}${search}`, {
    method,
    headers: headers(token, body !== undefined),
    body: body === undefined ? undefined : JSON.stringify(body),
    keepalive,
  }).catch(lost(quiet));
  lastCallAt = Date.now();
  noteSavingPaused(response);
  rememberPosition(response.headers.get('X-Position'));
  // Somebody who signed in meanwhile, in another tab, stays so.
  if (response.status === 401 && token && token === keptValue(KEYS.token)) endDeadSession();
  return response;
}

/** For the catch of what a connection brings: one that is lost, before the answer or within it, has not answered. */
const lost =
  (quiet: CallOptions['quiet'] = false) =>
  (): never => {
    if (!quiet) showAlert('danger', MESSAGES.unexpected);
    throw new ApiError(0, MESSAGES.unexpected);
  };

function headers(token: string | null, hasBody: boolean): Record<string, string> {
  const readAfter = position ?? sessionPosition();
  return {
    Accept: 'application/json',
    ...(hasBody && { 'Content-Type': 'application/json' }),
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(readAfter && { 'X-Read-After': readAfter }),
  };
}

/** The position outlives the page reload after sign-in, so that what was just written is read there too. */
function rememberPosition(seen: string | null): void {
  if (!seen) return;
  position = seen;
  try {
    sessionStorage.setItem(POSITION, seen);
  } catch {
    // Without storage the next page may read a moment too early, no more.
  }
}

function sessionPosition(): string | null {
  try {
    return sessionStorage.getItem(POSITION);
  } catch {
    return null;
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    // A proxy's page is no message.
    return text[0] === '<' ? {} : { raw: text };
  }
}

function textOf(body: unknown, key: string): string | undefined {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[key] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The message of a failure: the server's, else its error field, else the raw error (specification, section 7). */
function refused(response: Response, body: unknown, quiet: boolean): ApiError {
  const message = textOf(body, 'message') ?? textOf(body, 'error') ?? textOf(body, 'raw') ?? MESSAGES.unexpected;
  if (!quiet) showAlert(response.status === 404 ? 'warning' : 'danger', message);
  const fields = (body as { errors?: FieldError[] } | null)?.errors;
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return new ApiError(
    response.status,
    message,
    Array.isArray(fields) ? fields : [],
    Number.isNaN(retryAfter) ? undefined : retryAfter,
  );
}

/** A dead token is dropped; the guard of the page then leads to the landing page. */
function endDeadSession(): void {
  forgetSession();
  showAlert('warning', MESSAGES.sessionEnded);
}
