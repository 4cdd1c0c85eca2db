import { choosePort } from './ports.ts';
import type { ProcessDefinition } from './processes.ts';
import { StartRefused } from './start-refused.ts';

/**
 * The port of each process that serves `/metrics` apart from `PORT`, by its name: `METRICS_PORT` is told to all, and two cannot
 * listen on one. None where that is not given; both are checked already. Throws `StartRefused` where one of them is none or
 * is in use.
 */
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
        `METRICS_PORT ${env.METRICS_PORT} has ${name} serve its figures on ${port}, which is ${port > 65_535 ? 'no port' : 'in use'}. Name another.`,
      );
    ports.set(name, port);
  }
  return ports;
}
