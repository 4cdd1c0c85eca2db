import type { Server } from 'node:http';

/** Longer than proxies and clients keep a connection that waits (60 s): else it ends just as they send the next call. */
const KEEP_ALIVE_MS = 65_000;
const LOOK_MS = 100;

export interface Drain {
  /** From the call of `stop`; `/readyz` then answers 503. */
  readonly isStopping: () => boolean;
  /**
   * Ends the server. For `noticeMs` calls are still taken, each with `connection: close`, so that proxies that ask `/readyz`
   * stop sending new ones. Then no new connection is taken, calls at work are answered, and waiting connections are closed.
   */
  stop(): Promise<void>;
}

/** Keeps a server's waiting connections longer than its callers keep them, and ends it without losing a call. */
export function drained(server: Server, noticeMs = 0): Drain {
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  let stopping = false;
  server.prependListener('request', (_request, response) => {
    if (stopping) response.setHeader('connection', 'close');
  });
  const stop = async (): Promise<void> => {
    stopping = true;
    // The kernel resets connections that wait to be accepted when a server closes: a call on one of them would fail.
    await new Promise((resolve) => setTimeout(resolve, noticeMs));
    const closed = new Promise((resolve) => server.close(resolve));
    // A call that was begun before the stop leaves its connection waiting for a next one that nobody would take.
    const looking = setInterval(() => server.closeIdleConnections(), LOOK_MS);
    await closed;
    clearInterval(looking);
  };
  return { isStopping: () => stopping, stop };
}
