import { setTimeout as sleep } from 'node:timers/promises';

/** A refused call; the message contains the call and the answer. */
export class Refused extends Error {
  override readonly name = 'Refused';
  constructor(
    readonly status: number,
    readonly what: string,
    readonly answer: string,
  ) {
    super(`${what}: ${status} ${answer.slice(0, 400)}`);
  }
}

export interface Sent {
  /** Time of the call; default now. */
  readonly at?: Date;
  /** A session's token or an API key. */
  readonly token?: string;
  /** Objects are sent as JSON, texts as NDJSON unless a type is given. */
  readonly body?: object | string;
  readonly type?: string;
}

/** How long to retry while the portal is busy, restarting, or requires a pause between two codes. */
const PATIENCE_MS = 90_000;
const CATCH_UP_MS = 60_000;

/** Polls, because a read model may lag. Throws after a timeout. */
export async function listed<Found>(what: string, find: () => Promise<Found | undefined>): Promise<Found> {
  for (const patient = Date.now() + PATIENCE_MS; ; await sleep(100)) {
    const found = await find();
    if (found !== undefined) return found;
    if (Date.now() > patient) throw new Error(`${what} does not appear in the list`);
  }
}

/** Calls of the public API at past times. */
export class Client {
  constructor(
    private readonly base: string,
    private readonly secret: string,
  ) {}

  /** Returns the answer of a call (NDJSON as text); waits for `Retry-After`. Throws `Refused`. */
  async call<Answer>(method: string, path: string, sent: Sent = {}): Promise<Answer> {
    for (const patient = Date.now() + PATIENCE_MS; ; ) {
      const answered = await this.send(method, path, sent).catch((error: unknown) => {
        if (Date.now() > patient) throw error;
        return null;
      });
      if (answered === null) {
        await sleep(500);
        continue;
      }
      const { response, text } = answered;
      if (response.ok) {
        return (response.headers.get('content-type')?.includes('json;') ? JSON.parse(text) : text) as Answer;
      }
      const isBusy = response.status === 429 || response.status === 503;
      if (!isBusy || Date.now() > patient) throw new Refused(response.status, `${method} ${path}`, text);
      await sleep(1_000 * Number(response.headers.get('retry-after') ?? 1));
    }
  }

  private async send(
    method: string,
    path: string,
    { at, token, body, type }: Sent,
  ): Promise<{ response: Response; text: string }> {
    const response = await fetch(`${this.base}${path}`, {
      method,
      headers: {
        ...(at ? { 'x-demo-clock': at.toISOString(), 'x-demo-secret': this.secret } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined
          ? {}
          : { 'content-type': type ?? (typeof body === 'string' ? 'application/x-ndjson' : 'application/json') }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { response, text: await response.text() };
  }

  /** Waits at most a minute until every read model and reaction is up to date. */
  async caughtUp(): Promise<void> {
    for (const end = Date.now() + CATCH_UP_MS; Date.now() < end; await sleep(100)) {
      const { readModels = [] } = await this.call<Readiness>('GET', '/readyz');
      if (readModels.length > 0 && readModels.every((one) => one.caughtUp)) return;
    }
  }

  /** Ends the right to set the time of calls. */
  async endClock(): Promise<void> {
    const headers = { 'x-demo-clock': 'over', 'x-demo-secret': this.secret };
    await fetch(`${this.base}/api/countries`, { headers });
  }
}

interface Readiness {
  readonly readModels?: readonly { readonly name: string; readonly caughtUp: boolean }[];
}

interface Summary {
  readonly received: number;
  readonly recorded: number;
  readonly duplicate: number;
}

/** Throws if lines of an NDJSON answer were neither recorded nor duplicates. */
export function assertImported(answer: string): void {
  const lines = answer.trim().split('\n');
  const { summary } = JSON.parse(lines.at(-1) ?? '{}') as { summary?: Summary };
  if (summary && summary.recorded + summary.duplicate === summary.received) return;
  const refused = lines.filter((line) => line.includes('"errors"') || line.includes('unavailable'));
  throw new Error(`lines were refused: ${refused.slice(0, 3).join(' ')} ${lines.at(-1)}`);
}
