import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { InvalidSettings, withoutBlanks } from '@fynbos/platform/config/config.ts';
import { ConfigurationError } from '@fynbos/platform/config/configuration-error.ts';
import { withSecretFiles } from '@fynbos/platform/config/secret-files.ts';
import { NotRunning } from '../instance.ts';

type Failure = abstract new (...args: never[]) => Error;

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface Command<Options extends ParseArgsOptionsConfig> {
  /** Printed with `--help` and after wrong arguments. */
  readonly usage: string;
  /** As for `parseArgs`, without `help`. */
  readonly options: Options;
  readonly allowPositionals?: boolean;
  /** Further errors that print their message, as configuration errors do; others print their stack. */
  readonly expectedErrors?: readonly Failure[];
}

type Parsed<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true }>
>;

/** npm forwards the signal of the terminal, so that one Ctrl-C arrives twice within milliseconds. */
const FORWARDED_MS = 1_000;

/** Aborts at the first Ctrl-C, for a command that stops in order; one that is pressed later ends the process. */
export function abortOnInterrupt(): AbortSignal {
  const interrupted = new AbortController();
  const abort = () => {
    if (interrupted.signal.aborted) return;
    interrupted.abort();
    setTimeout(() => process.off('SIGINT', abort), FORWARDED_MS).unref();
  };
  process.on('SIGINT', abort);
  return interrupted.signal;
}

/** Exit code of `main`, or 2 after an error. As in processes: secrets also from files; blank counts as absent. */
export async function runCommand<const Options extends ParseArgsOptionsConfig>(
  { usage, options, allowPositionals = false, expectedErrors = [] }: Command<Options>,
  main: (parsed: Parsed<Options>) => Promise<number>,
): Promise<void> {
  try {
    const all = { ...options, help: { type: 'boolean', short: 'h' } } as const;
    const parsed = parseArgs({ options: all, allowPositionals });
    if ((parsed.values as { help?: boolean }).help) console.log(usage);
    else {
      const { env, problems } = withSecretFiles(process.env);
      if (problems.length > 0) throw new InvalidSettings(problems);
      process.env = withoutBlanks(env);
      process.exitCode = await main(parsed as unknown as Parsed<Options>);
    }
  } catch (error) {
    process.exitCode = 2;
    if (error instanceof UsageError || (error as { code?: string }).code?.startsWith?.('ERR_PARSE_ARGS'))
      console.error(`${(error as Error).message}\n\n${usage}`);
    else {
      const isPlain = [NotRunning, ConfigurationError, ...expectedErrors].some((kind) => error instanceof kind);
      console.error(isPlain ? (error as Error).message : (error as Error).stack);
    }
  }
}
