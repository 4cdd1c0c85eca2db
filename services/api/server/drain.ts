import type { Server } from 'node:http';
import { pause } from '@fynbos/platform/pause.ts';

/**
 * Longer than proxies and clients keep an idle connection (60 s): otherwise it closes just as they send the next call.
 */
const KEEP_ALIVE_MS = 65_000;
const POLL_MS = 100;

export interface Drain {
  /** True from the call of `stop`. `/readyz` then answers 503. */
  readonly isStopping: () => boolean;
  /**
   * For `noticeMs`, calls are accepted with `connection: close`, so that proxies that poll `/readyz` stop sending new
   * ones. Then aborts `streams`, answers the running calls, and closes idle connections.
   */
  stop(): Promise<void>;
}

/** Keeps idle connections of a server longer than its callers do, and stops it without losing a call. */
export function drained(server: Server, noticeMs = 0, streams?: AbortController): Drain {
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  let stopping = false;
  server.prependListener('request', (_request, response) => {
    if (stopping) response.setHeader('connection', 'close');
  });
  const stop = async (): Promise<void> => {
    stopping = true;
    // When a server closes, the kernel resets connections in the accept queue. A call on such a connection would fail.
    await pause(noticeMs);
    const closed = new Promise((resolve) => server.close(resolve));
    // A call that started before the stop leaves its connection idle, for a next call that would not be accepted.
    streams?.abort();
    const timer = setInterval(() => server.closeIdleConnections(), POLL_MS);
    await closed;
    clearInterval(timer);
  };
  return { isStopping: () => stopping, stop };
}
