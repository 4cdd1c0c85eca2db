import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import type { ProcessDefinition } from './processes.ts';

/** The start was refused; the message says why and what to do. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}

/** Whether a TCP port can be bound on a host (default: all interfaces). */
function isFree(port: number, host?: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** Below the ports of outgoing connections (from 32,768 on Linux, 49,152 elsewhere), which could take one first. */
const MIN_PORT = 10_240;
const MAX_PORT = 32_767;

/** A free TCP port of the loopback. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = randomInt(MIN_PORT, MAX_PORT + 1);
    if (await isFree(port, '127.0.0.1')) return port;
  }
  throw new Error('Found no free port.');
}

/**
 * The preferred one or, if it may move, the next free of the hundred above; otherwise null. Free on all interfaces and
 * on the loopback, which some systems treat separately.
 */
export async function choosePort(preferred: number, { mayMove }: { mayMove: boolean }): Promise<number | null> {
  const last = mayMove ? Math.min(preferred + 100, 65_535) : preferred;
  for (let port = preferred; port <= last; port += 1) {
    if ((await isFree(port)) && (await isFree(port, '127.0.0.1'))) return port;
  }
  return null;
}

/** By name, because processes on one machine cannot share METRICS_PORT. Throws `StartRefused` if invalid or used. */
export async function metricsPorts(
  definitions: readonly ProcessDefinition[],
  env: NodeJS.ProcessEnv,
): Promise<ReadonlyMap<string, number>> {
  const ports = new Map<string, number>();
  for (const { name, metricsOffset } of definitions) {
    if (!env.METRICS_PORT || metricsOffset === undefined) continue;
    const port = Number(env.METRICS_PORT) + metricsOffset;
    if (port > 65_535 || port === Number(env.PORT) || (await choosePort(port, { mayMove: false })) === null)
      throw new StartRefused(
        `With METRICS_PORT ${env.METRICS_PORT}, ${name} would serve metrics on ${port}, which is ${port > 65_535 ? 'not a port' : 'in use'}. Choose another.`,
      );
    ports.set(name, port);
  }
  return ports;
}
