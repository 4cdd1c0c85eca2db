import { Agent, request } from 'node:http';

export type Kind = 'write' | 'read';

/** One call of the load. */
export interface LoadCall {
  readonly kind: Kind;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly token: string;
  readonly body?: string;
}

/** A call that failed. What it answered is a problem's own words, which hold nobody's data; of anything else only the length. */
export interface Failure {
  readonly method: string;
  readonly path: string;
  /** Null: no answer came, or it broke off. */
  readonly status: number | null;
  readonly answer: string;
  /** Since the client was made. */
  readonly atSeconds: number;
  readonly tookMs: number;
}

/** What the host takes comes in bursts: in slices so short, most have none. */
export const SLICE_MS = 5_000;

/** How long calls took, by kind and by the slice of time in which they were due, and how many failed. */
export class Timings {
  readonly #took: Readonly<Record<Kind, number[][]>> = { write: [], read: [] };
  errors = 0;

  /** Adds a call that was due so long after the beginning and took so long, both in milliseconds. */
  add(kind: Kind, dueMs: number, tookMs: number): void {
    const slices = this.#took[kind];
    const slice = Math.floor(dueMs / SLICE_MS);
    while (slices.length <= slice) slices.push([]);
    slices[slice]?.push(tookMs);
  }

  get calls(): number {
    return [...this.#took.write, ...this.#took.read].reduce((sum, slice) => sum + slice.length, 0);
  }

  /** What each call of a kind took, in milliseconds; of these slices only where they are named, counted from 0. */
  took(kind: Kind, slices?: readonly number[]): readonly number[] {
    const took = this.#took[kind];
    return (slices?.map((slice) => took[slice] ?? []) ?? took).flat();
  }
}

/** Calls over connections that stay open, with as little work of its own as may be: it runs on the measured machine. */
export class LoadClient {
  /** Every call that failed so far. */
  readonly failures: Failure[] = [];
  readonly #began = performance.now();
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 256 });
  readonly #url: URL;

  constructor(url: string) {
    this.#url = new URL(url);
  }

  /** Makes a call; gives whether it was answered well, and notes it among the failures where not. Never throws. */
  call({ method, path, token, body }: LoadCall): Promise<boolean> {
    const sentAt = performance.now();
    return new Promise((resolve) => {
      const fail = (status: number | null, answer: string): void => {
        const [atSeconds, tookMs] = [(sentAt - this.#began) / 1_000, performance.now() - sentAt].map(Math.round);
        this.failures.push({ method, path, status, answer, atSeconds: atSeconds ?? 0, tookMs: tookMs ?? 0 });
        resolve(false);
      };
      const headers = {
        authorization: `Bearer ${token}`,
        ...(body === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      };
      const { hostname, port } = this.#url;
      const sent = request(
        { hostname, port, path: `/api/${path}`, method, headers, agent: this.#agent },
        (response) => {
          const status = response.statusCode ?? 500;
          const parts: Buffer[] = [];
          if (status < 400) response.resume();
          else response.on('data', (part: Buffer) => parts.push(part));
          response.once('end', () =>
            status < 400 ? resolve(true) : fail(status, wordsOf(Buffer.concat(parts).toString())),
          );
          response.once('error', (error) => fail(null, codeOf(error)));
        },
      );
      sent.once('error', (error) => fail(null, codeOf(error)));
      sent.end(body);
    });
  }

  /** As many calls as are answered in the time with so many in flight: what the machine can do. Gives calls a second. */
  async saturate(make: () => LoadCall, inFlight: number, ms: number): Promise<number> {
    const end = performance.now() + ms;
    let done = 0;
    const loop = async (): Promise<void> => {
      while (performance.now() < end) {
        await this.call(make());
        done += 1;
      }
    };
    await Promise.all(Array.from({ length: inFlight }, loop));
    return (done * 1_000) / ms;
  }

  /**
   * Calls at an even pace, whether or not the ones before were answered. Each is timed from when it was due, so that a
   * product that stalls cannot hide it by being asked less.
   */
  async pace(make: () => LoadCall, perSecond: number, ms: number): Promise<Timings> {
    const timings = new Timings();
    const began = performance.now();
    const open = new Set<Promise<void>>();
    for (let n = 0; n < (perSecond * ms) / 1_000; n++) {
      const due = began + (n * 1_000) / perSecond;
      const wait = due - performance.now();
      if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait));
      const each = make();
      const under = this.call(each).then((good) => {
        if (good) timings.add(each.kind, due - began, performance.now() - due);
        else timings.errors += 1;
        open.delete(under);
      });
      open.add(under);
    }
    await Promise.all(open);
    return timings;
  }

  close(): void {
    this.#agent.destroy();
  }
}

const codeOf = (error: NodeJS.ErrnoException): string => error.code ?? error.message;

/** What a problem+json says. */
function wordsOf(body: string): string {
  try {
    const { type, message } = JSON.parse(body) as { type?: unknown; message?: unknown };
    if (typeof type === 'string') return `${type}: ${message}`;
  } catch {
    // Told by its length.
  }
  return `${body.length} characters that are no problem+json`;
}
