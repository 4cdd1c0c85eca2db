import { Agent, fetch } from 'undici';
import { lookupOutside, mayBeTold } from './reachable.ts';

const TIMEOUT_MS = 10_000;

/** How a receiver answered: its status, or why there was none. Taken: any 2xx. */
export interface Reply {
  readonly status: number | null;
  /** In words fit for anybody; null where it was taken. */
  readonly error: string | null;
  readonly ms: number;
}

export type Post = (url: string, headers: Readonly<Record<string, string>>, body: string) => Promise<Reply>;

const connecting = { timeout: TIMEOUT_MS };

/** Posts to receivers; in production only to the Internet (see reachable.ts). Never throws. Reads no body of an answer. */
export function poster(production: boolean): { post: Post; close(): Promise<void> } {
  const dispatcher = new Agent({
    connect: production ? { ...connecting, lookup: lookupOutside } : connecting,
    connections: 4,
  });
  const reply = async (url: string, headers: Readonly<Record<string, string>>, body: string) => {
    if (!mayBeTold(url, production)) return { status: null, error: 'the address may not be told' };
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      dispatcher,
    });
    await response.body?.cancel();
    return { status: response.status, error: response.ok ? null : `answered ${response.status}` };
  };
  return {
    async post(url, headers, body) {
      const began = performance.now();
      const outcome = await reply(url, headers, body).catch((error: unknown) => ({
        status: null,
        error: wordsFor(error),
      }));
      return { ...outcome, ms: Math.round(performance.now() - began) };
    },
    close: () => dispatcher.close(),
  };
}

function wordsFor(error: unknown): string {
  const { name, cause } = (error ?? {}) as { name?: string; cause?: { code?: string; name?: string } };
  if (name === 'TimeoutError') return 'no answer within 10 seconds';
  if (cause?.name === 'NotOutside') return 'the address may not be told';
  return cause?.code ? `cannot be reached (${cause.code})` : 'cannot be reached';
}
