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

/** How long calls took, by kind, in milliseconds, and how many were answered with an error or not at all. */
export class Timings {
  readonly took: Readonly<Record<Kind, number[]>> = { write: [], read: [] };
  errors = 0;

  quantile(kind: Kind, share: number): number {
    const sorted = this.took[kind].toSorted((a, b) => a - b);
    return Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) / 10;
  }
}

/** Calls over connections that stay open, with as little work of its own as may be: it runs on the measured machine. */
export class LoadClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 256 });
  readonly #url: URL;

  constructor(url: string) {
    this.#url = new URL(url);
  }

  /** Makes a call; gives whether it was answered well. Never throws. */
  call({ method, path, token, body }: LoadCall): Promise<boolean> {
    return new Promise((resolve) => {
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
          response.resume();
          response.once('end', () => resolve((response.statusCode ?? 500) < 400));
          response.once('error', () => resolve(false));
        },
      );
      sent.once('error', () => resolve(false));
      sent.end(body);
    });
  }

  /** As many calls as are answered in the time with so many in flight: what the machine can do. Gives calls a second. */
  async saturate(make: () => LoadCall, inFlight: number, ms: number): Promise<{ perSecond: number; errors: number }> {
    const end = performance.now() + ms;
    let [done, errors] = [0, 0];
    const loop = async (): Promise<void> => {
      while (performance.now() < end) {
        if (!(await this.call(make()))) errors += 1;
        done += 1;
      }
    };
    await Promise.all(Array.from({ length: inFlight }, loop));
    return { perSecond: (done * 1_000) / ms, errors };
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
        if (good) timings.took[each.kind].push(performance.now() - due);
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
