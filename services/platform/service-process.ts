import { type Config, InvalidSettings, loadConfig } from './config/config.ts';
import { ConfigurationError } from './config/configuration-error.ts';
import { createLogger, type Logger } from './logger.ts';
import { nameMetrics, serveMetrics } from './metrics.ts';
import { databaseAccessExplained } from './postgres.ts';
import { startRetrying, stopRetrying } from './start-retries.ts';
import { startTracing, stopTracing } from './tracing.ts';

/** A sign-in that the terminal shows once everything runs. */
export interface SignIn {
  /** E.g. `Admin`, `Agent`. */
  readonly label: string;
  readonly email: string;
  /** Only a generated password, never a configured one. */
  readonly password?: string;
}

/** Messages from a process to the supervisor over IPC. */
export type ProcessMessage =
  | { readonly type: 'ready'; readonly signIns?: readonly SignIn[] }
  | { readonly type: 'progress'; readonly text: string };

export interface ServiceContext {
  readonly config: Config;
  readonly logger: Logger;
  /** Shows a line in the terminal of `./scripts/start` during startup. */
  readonly progress: (text: string) => void;
}

export interface RunningService {
  /** Accepts no more work and finishes work in progress. The process exits after ten seconds in any case. */
  stop(): Promise<void>;
  readonly signIns?: readonly SignIn[];
}

/** Exit code of a process with an unusable environment or database: a restart would not help. */
export const EXIT_CONFIGURATION_ERROR = 78;
const STOP_LIMIT_MS = 10_000;

/**
 * Stops on SIGTERM, SIGINT or without its supervisor. An uncaught error ends it with code 1; the parent restarts it.
 */
export async function runService(
  service: string,
  start: (context: ServiceContext) => Promise<RunningService>,
): Promise<void> {
  const logger = createLogger(service);
  const fail = (error: unknown): void => {
    logger.fatal({ err: error }, 'ended by an error');
    process.exit(1);
  };
  // If the supervisor was killed, these streams have no reader, but the remaining work must still finish.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  const sendToParent = (message: ProcessMessage): void =>
    void process.send?.(message, undefined, undefined, () => undefined);
  let stopping = false;
  let running: RunningService | undefined;
  const stop = (why: string): void => {
    if (stopping) return;
    stopping = true;
    stopRetrying();
    logger.info({ why }, 'stopping');
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
    Promise.resolve(running?.stop())
      .then(stopTracing)
      .then(() => process.exit(0), fail);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal));
  const alone = (): void => stop('the supervisor is gone');
  process.on('disconnect', alone);
  // The supervisor may have exited while the modules were loading, before a listener existed.
  if (process.connected === false) alone();
  try {
    const config = loadConfig();
    const progress = (text: string): void => sendToParent({ type: 'progress', text });
    nameMetrics(service);
    await startTracing(service);
    startRetrying((err) => logger.warn({ err }, 'a store is unavailable; retrying for a minute'));
    running = await start({ config, logger, progress });
    // The api adds metrics of the whole product.
    if (service !== 'api') await serveMetrics(config);
  } catch (thrown) {
    const error = databaseAccessExplained(thrown);
    if (error instanceof ConfigurationError) {
      for (const problem of error instanceof InvalidSettings ? error.problems : [error.message]) logger.fatal(problem);
      process.exit(EXIT_CONFIGURATION_ERROR);
    }
    fail(error);
    return;
  }
  stopRetrying();
  if (stopping) await running.stop();
  else sendToParent({ type: 'ready', signIns: running.signIns });
  logger.info('ready');
}
