import { choosePort } from './ports.ts';
import type { ProcessDefinition } from './processes.ts';
import { StartRefused } from './start-refused.ts';

/**
 * The metrics port of each process by name: processes on one machine cannot share METRICS_PORT. Empty without METRICS_PORT.
 * Throws `StartRefused` if a port is invalid or in use.
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
        `With METRICS_PORT ${env.METRICS_PORT}, ${name} would serve metrics on ${port}, which is ${port > 65_535 ? 'not a port' : 'in use'}. Choose another.`,
      );
    ports.set(name, port);
  }
  return ports;
}
