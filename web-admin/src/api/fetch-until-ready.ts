import { json, type Reply } from './http.ts';
import { type PastProgress, tellProgress } from './past-lists.ts';

const AGAIN_MS = 700;

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
      tellProgress(reply.json as PastProgress);
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  } finally {
    tellProgress(null);
  }
}

/** The address of a call as of now or a moment. */
export const withAsOf = (url: string, asOf: string | null): string =>
  asOf ? `${url}${url.includes('?') ? '&' : '?'}asOf=${encodeURIComponent(asOf)}` : url;

/** GET under `/api/admin/`, as of now or a moment. */
export async function getAsOf<Answer>(path: string, asOf: string | null, signal?: AbortSignal): Promise<Answer> {
  return (await fetchUntilReady(withAsOf(`/api/admin/${path}`, asOf), signal)).json as Answer;
}
