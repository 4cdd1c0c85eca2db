import type { Random } from '../demo/data/random.ts';
import type { Ledger } from './ledger.ts';

/** A complete answer, or part of an interrupted stream. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The stream was interrupted after `text`. */
  readonly broken: boolean;
}

export interface Asked {
  readonly method?: string;
  readonly token?: string;
  readonly body?: object | string;
  readonly readAfter?: string;
  /** Timeout; default 15 s. */
  readonly limitMs?: number;
}

const LIMIT_MS = 15_000;

/** Through any api process. Null: no answer, so a write's outcome is unknown. Any 5xx except 503 is a finding. */
export class Caller {
  constructor(
    private readonly urls: readonly string[],
    private readonly random: Random,
    private readonly ledger: Ledger,
    /** Share of calls that the caller aborts. */
    public impatience = 0,
  ) {}

  async ask(path: string, { method = 'GET', token, body, readAfter, limitMs }: Asked = {}): Promise<Reply | null> {
    const { counts } = this.ledger;
    counts.calls += 1;
    const isText = typeof body === 'string';
    const headers: Record<string, string> = {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': isText ? 'application/x-ndjson' : 'application/json' }),
      ...(readAfter ? { 'x-read-after': readAfter } : {}),
    };
    const init = { method, headers, ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }) };
    let text = '';
    let response: Response | undefined;
    try {
      response = await this.reach(path, init, limitMs);
      const decoder = new TextDecoder();
      for await (const part of response.body ?? []) text += decoder.decode(part as Uint8Array, { stream: true });
    } catch {
      if (response === undefined) {
        counts.unsure += 1;
        return null;
      }
      return { status: response.status, headers: response.headers, text, broken: true };
    }
    const { status } = response;
    if (status === 503) {
      counts.unavailable += 1;
      if (!/^\d+$/.test(response.headers.get('retry-after') ?? ''))
        this.ledger.complain(`${method} ${path.replace(/[?].*/, '')}: 503 that does not say when to come again`);
    } else if (status >= 500)
      this.ledger.complain(`${method} ${path.replace(/[?].*/, '')}: ${status} ${text.slice(0, 200)}`);
    return { status, headers: response.headers, text, broken: false };
  }

  /** Chooses a process; skips one that is down. */
  private async reach(path: string, init: RequestInit, limitMs = LIMIT_MS): Promise<Response> {
    const patience = this.random.chance(this.impatience) ? this.random.int(1, 40) : limitMs;
    const signal = AbortSignal.timeout(patience);
    for (const [at, url] of this.random.shuffled(this.urls).entries()) {
      try {
        return await fetch(`${url}/api/${path}`, { ...init, signal });
      } catch (error) {
        const code = (error as { cause?: { code?: unknown } }).cause?.code;
        if (code !== 'ECONNREFUSED' || at === this.urls.length - 1) throw error;
      }
    }
    throw new Error('there is no process to call');
  }
}
