import { setTimeout as sleep } from 'node:timers/promises';

/** A call of the product was refused; the message says which, and what it was told. */
export class Refused extends Error {
  override readonly name = 'Refused';
  constructor(
    readonly status: number,
    readonly what: string,
    readonly told: string,
  ) {
    super(`${what}: ${status} ${told.slice(0, 400)}`);
  }
}

export interface Sent {
  /** When it happened; now where it is left out. */
  readonly at?: Date;
  /** A session's token or an API key. */
  readonly token?: string;
  /** An object goes as JSON, a text as NDJSON unless its type is given. */
  readonly body?: object | string;
  readonly type?: string;
}

/** How long to go on trying while the product is busy, starting again, or wants a pause between two codes. */
const PATIENCE_MS = 90_000;
const CATCH_UP_MS = 60_000;

/**
 * What `find` gives once the list has it: a read model may be behind for as long as the product may be busy. Throws where it
 * never has it.
 */
export async function listed<Found>(what: string, find: () => Promise<Found | undefined>): Promise<Found> {
  for (const patient = Date.now() + PATIENCE_MS; ; await sleep(100)) {
    const found = await find();
    if (found !== undefined) return found;
    if (Date.now() > patient) throw new Error(`${what} does not appear in the list`);
  }
}

/** The product's public calls, made at times that have passed. */
export class Client {
  constructor(
    private readonly base: string,
    private readonly secret: string,
  ) {}

  /** The answer of a call; an NDJSON answer as text. Waits where it is told to. Throws `Refused`. */
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

  /** Waits, a minute at most, until every read model and reaction has come to the end of the log. */
  async caughtUp(): Promise<void> {
    for (const end = Date.now() + CATCH_UP_MS; Date.now() < end; await sleep(100)) {
      const { readModels = [] } = await this.call<Readiness>('GET', '/readyz');
      if (readModels.length > 0 && readModels.every((one) => one.caughtUp)) return;
    }
  }

  /** From now on nobody sets the clock any more. */
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

/** Throws where lines of an NDJSON conversation were neither recorded nor known already. */
export function mustBeTaken(answer: string): void {
  const lines = answer.trim().split('\n');
  const { summary } = JSON.parse(lines.at(-1) ?? '{}') as { summary?: Summary };
  if (summary && summary.recorded + summary.duplicate === summary.received) return;
  const refused = lines.filter((line) => line.includes('"errors"') || line.includes('unavailable'));
  throw new Error(`lines were refused: ${refused.slice(0, 3).join(' ')} ${lines.at(-1)}`);
}
