import type { Declared } from '@fynbos/api/contract.ts';
import { createStore, useStore } from '@fynbos/web-agent/src/state/store.ts';
import { type AdminAnswer, type AdminQuery, addressOf, json, pause, type Reply } from './http.ts';

/** Progress of preparing a list as of a past moment. */
interface PastProgress {
  readonly done: number;
  readonly total: number | null;
  readonly remainingMs: number | null;
}

const progress = createStore<PastProgress | null>(null);

/** Progress of the list being prepared, or null. */
export const usePastProgress = (): PastProgress | null => useStore(progress, null);

const POLL_MS = 700;

/** Fetches data of a past moment, which a background job prepares. Polls until it is ready and reports the progress. */
export async function fetchUntilReady(
  url: string,
  signal: AbortSignal | undefined,
  options: RequestInit = {},
): Promise<Reply> {
  try {
    for (;;) {
      const reply = await json(url, { ...options, signal });
      if (reply.status !== 202) return reply;
      progress.set(reply.json as PastProgress);
      await pause(POLL_MS);
    }
  } finally {
    progress.set(null);
  }
}

/** The address of a call as of now or a moment. */
export const withAsOf = (url: string, asOf: string | null): string =>
  asOf ? `${url}${url.includes('?') ? '&' : '?'}asOf=${encodeURIComponent(asOf)}` : url;

export async function getAsOf<const Path extends string>(
  path: Path & Declared<'GET', `admin/${Path}`>,
  { query, asOf, signal }: AdminQuery<Path> & { readonly asOf: string | null; readonly signal?: AbortSignal },
): Promise<AdminAnswer<'GET', Path>> {
  return (await fetchUntilReady(withAsOf(addressOf(path, query), asOf), signal)).json;
}
