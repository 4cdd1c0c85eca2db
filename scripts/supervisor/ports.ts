import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Whether this TCP port can be bound on this host now (all interfaces when no host is given). */
function isFree(port: number, host?: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/**
 * Where ports are looked for: below those that systems give to outgoing connections (from 32,768 on Linux, 49,152 elsewhere),
 * one of which could else hold the port before whoever asked for it listens, or while it is away to come back.
 */
const LOWEST = 10_240;
const HIGHEST = 32_767;

/** A TCP port of the loopback that is free at this moment. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = randomInt(LOWEST, HIGHEST + 1);
    if (await isFree(port, '127.0.0.1')) return port;
  }
  throw new Error('no port');
}

/**
 * The port to listen on: the wished one when it is free; else, when it may move, the next free one of the hundred above
 * it; else null. Free means on all interfaces and on the loopback, where some systems tell them apart.
 */
export async function choosePort(wished: number, { mayMove }: { mayMove: boolean }): Promise<number | null> {
  const last = mayMove ? Math.min(wished + 100, 65_535) : wished;
  for (let port = wished; port <= last; port += 1) {
    if ((await isFree(port)) && (await isFree(port, '127.0.0.1'))) return port;
  }
  return null;
}
