import { ConfigError } from '@fynbos/platform/config/config.ts';
import { NotRunning } from '../instance.ts';

type Failure = abstract new (...args: never[]) => Error;

/** Ends the process with the exit code of `main`, or with 2 after an error: these kinds print their message, others their stack. */
export async function endWith(main: () => Promise<number>, ...inWords: readonly Failure[]): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    const plain = [NotRunning, ConfigError, ...inWords].some((kind) => error instanceof kind);
    console.error(plain ? (error as Error).message : (error as Error).stack);
    process.exitCode = 2;
  }
}
