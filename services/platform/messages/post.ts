import { Agent, fetch } from 'undici';
import { isAllowedUrl, lookupPublic } from './allowed-url.ts';
import { neverLeft } from './delivery.ts';

const TIMEOUT_MS = 10_000;
const NOT_ALLOWED = 'the address is not allowed';

/** The answer of a receiver: its status, or why there was none. Any 2xx counts as accepted. */
export interface Reply {
  readonly status: number | null;
  /** Shown to administrators; null if the delivery was accepted. */
  readonly error: string | null;
  readonly ms: number;
  /** The request certainly did not reach the receiver. */
  readonly neverLeft: boolean;
}

export type Post = (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string | Uint8Array,
) => Promise<Reply>;

/** In production it posts only to public addresses (allowed-url.ts). Never throws; ignores response bodies. */
export function poster(production: boolean): { post: Post; close(): Promise<void> } {
  // Without a limit of connections: a post that waits for one would use up its time.
  const dispatcher = new Agent({ connect: { timeout: TIMEOUT_MS, ...(production && { lookup: lookupPublic }) } });
  const reply = async (url: string, headers: Readonly<Record<string, string>>, body: string | Uint8Array) => {
    if (!isAllowedUrl(url, production)) return { status: null, error: NOT_ALLOWED, neverLeft: true };
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      dispatcher,
    });
    await response.body?.cancel();
    return { status: response.status, error: response.ok ? null : `answered ${response.status}`, neverLeft: false };
  };
  return {
    async post(url, headers, body) {
      const began = performance.now();
      const outcome = await reply(url, headers, body).catch((error: unknown) => ({
        status: null,
        error: messageOf(error),
        neverLeft: neverLeft(error),
      }));
      return { ...outcome, ms: Math.round(performance.now() - began) };
    },
    close: () => dispatcher.close(),
  };
}

function messageOf(error: unknown): string {
  const { name, cause } = (error ?? {}) as { name?: string; cause?: { code?: string; name?: string } };
  if (name === 'TimeoutError') return 'no answer within 10 seconds';
  if (cause?.name === 'NotPublic') return NOT_ALLOWED;
  return cause?.code ? `cannot be reached (${cause.code})` : 'cannot be reached';
}
