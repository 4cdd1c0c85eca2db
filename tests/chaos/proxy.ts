import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A TCP proxy between a process and a server that injects faults on demand. */
export interface TcpProxy {
  readonly port: number;
  /** Resets every connection: neither side knows whether its last data arrived. */
  cut(): void;
  /** Freezes both directions for this time, then continues, or cuts with `thenCut`. */
  freeze(ms: number, thenCut: boolean): void;
  /** Delays all data by this time from now on. */
  delay(ms: number): void;
  /** Refuses new connections from now on, or accepts them again. */
  refuse(refusing: boolean): void;
  close(): Promise<void>;
}

/** Forwards a free loopback port to the given port. */
export async function startProxy(targetPort: number): Promise<TcpProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let delayMs = 0;
  let refusing = false;
  let frozen: { readonly over: Promise<void>; readonly end: () => void } | null = null;

  const pass = (from: Socket, to: Socket): void => {
    let last: Promise<void> = Promise.resolve();
    let waiting = 0;
    const write = (data: Buffer): void => {
      if (to.destroyed || to.write(data)) return;
      from.pause();
      to.once('drain', () => from.resume());
    };
    from.on('data', (data) => {
      if (waiting === 0 && delayMs === 0 && frozen === null) return write(data);
      // In order.
      waiting += 1;
      const due = sleep(delayMs);
      const gate = frozen?.over;
      last = last.then(async () => {
        await due;
        await gate;
        waiting -= 1;
        write(data);
      });
    });
    from.on('end', () => void last.then(() => to.end()));
  };
  const server = createServer((inside) => {
    if (refusing) {
      inside.resetAndDestroy();
      return;
    }
    const outside = connect(targetPort, '127.0.0.1');
    const pair = [inside, outside] as const;
    pairs.add(pair);
    for (const [one, other] of [pair, [outside, inside] as const]) {
      one.setNoDelay(true);
      pass(one, other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        other.destroy();
        pairs.delete(pair);
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = (): void => {
    for (const [inside, outside] of pairs) {
      inside.resetAndDestroy();
      outside.resetAndDestroy();
    }
    pairs.clear();
  };
  return {
    port: (server.address() as { port: number }).port,
    cut,
    freeze(ms, thenCut) {
      if (frozen) return;
      let end: () => void = () => undefined;
      const over = new Promise<void>((resolve) => {
        end = resolve;
      });
      const mine = { over, end };
      frozen = mine;
      setTimeout(() => {
        if (frozen === mine) frozen = null;
        if (thenCut) cut();
        end();
      }, ms);
    },
    delay(ms) {
      delayMs = ms;
    },
    refuse(it) {
      refusing = it;
    },
    async close() {
      frozen?.end();
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
