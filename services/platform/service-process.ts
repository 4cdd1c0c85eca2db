import { type Config, ConfigError, loadConfig } from './config.ts';
import { ConfigurationError } from './configuration-error.ts';
import { createLogger, type Logger } from './logger.ts';
import { nameMetrics, serveMetrics } from './metrics.ts';
import { beginStart, endStart } from './start-retries.ts';
import { startTracing, stopTracing } from './tracing.ts';

/** A way to sign in that the terminal shows once everything runs. */
export interface SignIn {
  /** E.g. `Admin`, `Agent`. */
  readonly label: string;
  readonly email: string;
  /** Only one that was made up, never one that was given. */
  readonly password?: string;
}

/** What a process tells the supervisor over IPC. */
export type ProcessMessage =
  | { readonly type: 'ready'; readonly signIns?: readonly SignIn[] }
  | { readonly type: 'progress'; readonly text: string };

export interface ServiceContext {
  readonly config: Config;
  readonly logger: Logger;
  /** Shows a line in the terminal of `./scripts/start` while this process gets ready. */
  readonly progress: (text: string) => void;
}

export interface RunningService {
  /** Takes no more work and finishes what is under way; after ten seconds the process ends anyway. */
  stop(): Promise<void>;
  readonly signIns?: readonly SignIn[];
}

/** Exit code of a process whose environment or database cannot be used: starting it again would not help. */
export const exitConfig = 78;
const stopLimitMs = 10_000;

/**
 * The life of one of the product's processes: reads the environment, starts, tells that it is ready, and stops on
 * SIGTERM, SIGINT or when the supervisor is gone. An error that nobody caught ends the process with code 1; whoever
 * started it starts it again.
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
  // When the supervisor was killed nobody reads these any more; what is left to do must still be done.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  const config = readConfig(logger);
  const tell = (message: ProcessMessage): void => void process.send?.(message, undefined, undefined, () => undefined);
  let stopping = false;
  let running: RunningService | undefined;
  const stop = (why: string): void => {
    if (stopping) return;
    stopping = true;
    endStart();
    logger.info({ why }, 'stopping');
    setTimeout(() => process.exit(1), stopLimitMs).unref();
    Promise.resolve(running?.stop())
      .then(stopTracing)
      .then(() => process.exit(0), fail);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal));
  const alone = (): void => stop('the supervisor is gone');
  process.on('disconnect', alone);
  // It may have gone while the modules were loaded, when nobody listened yet.
  if (process.connected === false) alone();
  try {
    const progress = (text: string): void => tell({ type: 'progress', text });
    nameMetrics(service);
    await startTracing(service);
    beginStart((err) => logger.warn({ err }, 'a store is not there yet; it is tried again for a minute'));
    running = await start({ config, logger, progress });
    // The api has figures of the whole product to add.
    if (service !== 'api') await serveMetrics(config);
  } catch (error) {
    if (error instanceof ConfigurationError) {
      logger.fatal(error.message);
      process.exit(exitConfig);
    }
    fail(error);
    return;
  }
  endStart();
  if (stopping) await running.stop();
  else tell({ type: 'ready', signIns: running.signIns });
  logger.info('ready');
}

function readConfig(logger: Logger): Config {
  try {
    return loadConfig();
  } catch (error) {
    if (error instanceof ConfigError) for (const problem of error.problems) logger.fatal(problem);
    else logger.fatal({ err: error }, 'the environment cannot be read');
    process.exit(exitConfig);
  }
}
