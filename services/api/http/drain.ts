import type { Server } from 'node:http';

/** Longer than proxies and clients keep a connection that waits (60 s): else it ends just as they send the next call. */
const KEEP_ALIVE_MS = 65_000;
const LOOK_MS = 100;

/**
 * Keeps a server's waiting connections longer than those who call keep them. Gives how it is ended: no new connection is
 * taken, calls at work are answered and told that their connection ends with them, and waiting connections are closed.
 */
export function drained(server: Server): () => Promise<void> {
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  let stopping = false;
  server.prependListener('request', (_request, response) => {
    if (stopping) response.setHeader('connection', 'close');
  });
  return async () => {
    stopping = true;
    const closed = new Promise((resolve) => server.close(resolve));
    // A call that was begun before the stop leaves its connection waiting for a next one that nobody would take.
    const looking = setInterval(() => server.closeIdleConnections(), LOOK_MS);
    await closed;
    clearInterval(looking);
  };
}
