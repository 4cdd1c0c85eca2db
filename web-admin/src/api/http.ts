import type { AnswerOf, BodyOf, Declared, QueryOf, Sending, Trailing } from '@fynbos/api/contract.ts';
import { saveFile } from '@fynbos/web-agent/src/api/save-file.ts';
import { updateSavingPaused } from '@fynbos/web-agent/src/api/saving-paused.ts';
import { lastWrite, rememberWrite } from '@fynbos/web-agent/src/state/last-write.ts';
import { HttpError } from 'react-admin';
import { noteRefusal } from './rebuilding.ts';
import { bearer, handleSessionEnd, unattended } from './session.ts';

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Under the server's name, so that the text of a person never chooses the program that opens it. */
export async function download(url: string): Promise<void> {
  const response = await request(url);
  const [, name = 'download'] = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '') ?? [];
  saveFile(await response.blob(), name);
}

interface Problem {
  readonly type?: string;
  readonly status: number;
  readonly message: string;
  readonly errors?: readonly { field: string; message: string }[];
  /** 412: the current record. */
  readonly current?: unknown;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  // biome-ignore lint/suspicious/noExplicitAny: the answer of any call; typed by who makes it.
  readonly json: any;
}

const UNREACHABLE = 'The server could not be reached. Check the connection and try again.';
/** The server may have received the call; only the response is missing. */
const OUTCOME_UNKNOWN =
  'No reply from the server. Your change may or may not have been saved. Check before trying again.';

const isRead = ({ method = 'GET' }: RequestInit): boolean => method === 'GET';

/** Before or during the response: rethrows an abort, reports everything else as no response. */
const unanswered =
  (options: RequestInit) =>
  (error: unknown): never => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new HttpError(isRead(options) ? UNREACHABLE : OUTCOME_UNKNOWN, 0);
  };

/** Whether the server has accepted a call from this page. */
let isInUse = false;
let lastResponseAt = 0;

/** Time of the last call while the page was attended, ms since 1970. The session's idle time counts from it. */
export const lastAttendedResponse = (): number => lastResponseAt;

/** Maps a problem to react-admin's form errors: messages by field, and `root` for the general message. */
function formErrors({ message, errors }: Problem): Record<string, unknown> {
  const fields = Object.fromEntries(
    (errors ?? []).filter(({ field }) => field).map((each) => [each.field, each.message]),
  );
  return { root: { serverError: message }, ...fields };
}

async function problemOf(response: Response): Promise<HttpError> {
  const text = await response.text();
  let problem: Problem = { status: response.status, message: 'An unexpected error occurred!' };
  try {
    problem = { ...problem, ...(JSON.parse(text) as Problem) };
  } catch {
    // The body is not JSON: a proxy responded.
  }
  noteRefusal(problem.type, problem.message, response);
  return new HttpError(problem.message, response.status, { ...problem, errors: formErrors(problem) });
}

/** How often a read is repeated that does not contain the last change yet. The server waits before it answers each. */
const MAX_STALE_READS = 4;

/**
 * After the end of the session, waits for a new sign-in and repeats the call. Throws `HttpError` with the server's
 * message and its field errors in react-admin's format.
 */
export async function request(url: string, options: RequestInit = {}, staleReads = MAX_STALE_READS): Promise<Response> {
  const headers = new Headers(options.headers);
  const token = bearer();
  if (token) headers.set('Authorization', `Bearer ${token}`);
  if (options.body && !headers.has('Content-Type')) headers.set('Content-Type', 'application/json');
  const readAfter = lastWrite();
  if (readAfter) headers.set('X-Read-After', readAfter);
  const alone = unattended();
  if (alone) headers.set('X-Unattended', 'yes');
  const response = await fetch(url, { ...options, headers }).catch(unanswered(options));
  if (!alone) lastResponseAt = Date.now();
  updateSavingPaused(response);
  rememberWrite(response);
  if (response.status === 401) {
    await handleSessionEnd(token, isInUse);
    return request(url, options);
  }
  isInUse = true;
  // Also after a refusal: a record that was just created is not found in a read model that is behind.
  if (isRead(options) && response.headers.has('X-Stale') && staleReads > 0)
    return request(url, options, staleReads - 1);
  if (!response.ok) throw await problemOf(response).catch(unanswered(options));
  return response;
}

/** Calls `request` and parses the response as JSON: the http client of the data provider. */
export async function json(url: string, options: RequestInit = {}): Promise<Reply> {
  const response = await request(url, options);
  const body = await response.text().catch(unanswered(options));
  const isJson = response.headers.get('content-type')?.includes('json');
  return {
    status: response.status,
    headers: response.headers,
    body,
    json: isJson && body ? JSON.parse(body) : undefined,
  };
}

/** Types of the calls under `/api/admin/`. */
export type AdminAnswer<Method extends string, Path extends string> = AnswerOf<Method, `admin/${Path}`>;
export type AdminQuery<Path extends string> = Sending<'query', QueryOf<'GET', `admin/${Path}`>>;
export type AdminBody<Method extends string, Path extends string> = BodyOf<Method, `admin/${Path}`>;

/** The address of a call under `/api/admin/`. Parameters that are undefined are left out. */
export function addressOf(path: string, query: object = {}): string {
  const sent = Object.entries(query).filter(([, value]) => value !== undefined);
  return `/api/admin/${path}${sent.length > 0 ? `?${new URLSearchParams(sent)}` : ''}`;
}

/** GET under `/api/admin/`. */
export const get = async <const Path extends string>(
  path: Path & Declared<'GET', `admin/${Path}`>,
  ...[{ query, signal } = {}]: Trailing<AdminQuery<Path> & { readonly signal?: AbortSignal }>
): Promise<AdminAnswer<'GET', Path>> => (await json(addressOf(path, query), { signal })).json;
