import { Agent, request } from 'node:http';

export type Kind = 'write' | 'read';

export interface LoadCall {
  readonly kind: Kind;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly token: string;
  readonly body?: string;
}

/** A failed call. Only texts of problem+json, without personal data, are kept; of other answers the length. */
export interface Failure {
  readonly method: string;
  readonly path: string;
  /** Null: no complete answer. */
  readonly status: number | null;
  readonly answer: string;
  /** Milliseconds since the client was created. */
  readonly atSeconds: number;
  readonly tookMs: number;
}

/** The host steals time in bursts: most slices of this length have none. */
export const SLICE_MS = 5_000;

/** Durations of calls by kind and by the time slice in which they were due, and failures. */
export class Timings {
  private readonly durations: Readonly<Record<Kind, number[][]>> = { write: [], read: [] };
  errors = 0;

  /** Adds a call: due time since the start and duration, in milliseconds. */
  add(kind: Kind, dueMs: number, tookMs: number): void {
    const slices = this.durations[kind];
    const slice = Math.floor(dueMs / SLICE_MS);
    while (slices.length <= slice) slices.push([]);
    slices[slice]?.push(tookMs);
  }

  get calls(): number {
    return [...this.durations.write, ...this.durations.read].reduce((sum, slice) => sum + slice.length, 0);
  }

  /** Durations of a kind in milliseconds, optionally only of these slices (from 0). */
  took(kind: Kind, slices?: readonly number[]): readonly number[] {
    const took = this.durations[kind];
    return (slices?.map((slice) => took[slice] ?? []) ?? took).flat();
  }
}

/** HTTP client with open connections and little overhead, because it runs on the measured machine. */
export class LoadClient {
  /** Failed calls so far. */
  readonly failures: Failure[] = [];
  private readonly began = performance.now();
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 256 });
  private readonly url: URL;

  constructor(url: string) {
    this.url = new URL(url);
  }

  /** Makes a call; returns whether it succeeded and records failures. Never throws. */
  call({ method, path, token, body }: LoadCall): Promise<boolean> {
    const sentAt = performance.now();
    return new Promise((resolve) => {
      const fail = (status: number | null, answer: string): void => {
        const [atSeconds, tookMs] = [(sentAt - this.began) / 1_000, performance.now() - sentAt].map(Math.round);
        this.failures.push({ method, path, status, answer, atSeconds: atSeconds ?? 0, tookMs: tookMs ?? 0 });
        resolve(false);
      };
      const headers = {
        authorization: `Bearer ${token}`,
        ...(body === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      };
      const { hostname, port } = this.url;
      const sent = request({ hostname, port, path: `/api/${path}`, method, headers, agent: this.agent }, (response) => {
        const status = response.statusCode ?? 500;
        const parts: Buffer[] = [];
        if (status < 400) response.resume();
        else response.on('data', (part: Buffer) => parts.push(part));
        response.once('end', () =>
          status < 400 ? resolve(true) : fail(status, wordsOf(Buffer.concat(parts).toString())),
        );
        response.once('error', (error) => fail(null, codeOf(error)));
      });
      sent.once('error', (error) => fail(null, codeOf(error)));
      sent.end(body);
    });
  }

  /** Makes calls with this many in flight; returns calls per second. */
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

  /** At an even rate, answered or not. Timed from when it was due, so that stalls show (coordinated omission). */
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
    this.agent.destroy();
  }
}

const codeOf = (error: NodeJS.ErrnoException): string => error.code ?? error.message;

/** Text of a problem+json. */
function wordsOf(body: string): string {
  try {
    const { type, message } = JSON.parse(body) as { type?: unknown; message?: unknown };
    if (typeof type === 'string') return `${type}: ${message}`;
  } catch {
    // Described by its length.
  }
  return `${body.length} characters that are no problem+json`;
}
