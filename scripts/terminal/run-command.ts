import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { ConfigError } from '@fynbos/platform/config/config.ts';
import { NotRunning } from '../instance.ts';

type Failure = abstract new (...args: never[]) => Error;

/** The arguments are wrong; the message says why. */
export class Misused extends Error {
  override readonly name = 'Misused';
}

export interface Command<Options extends ParseArgsOptionsConfig> {
  /** Printed with `--help` and after wrong arguments. */
  readonly usage: string;
  /** As for `parseArgs`, without `help`. */
  readonly options: Options;
  readonly allowPositionals?: boolean;
  /** Errors that print their message; others print their stack. */
  readonly inWords?: readonly Failure[];
}

type Parsed<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true }>
>;

/** Runs a command and ends the process with the exit code of `main`, or with 2 after an error. */
export async function runCommand<const Options extends ParseArgsOptionsConfig>(
  { usage, options, allowPositionals = false, inWords = [] }: Command<Options>,
  main: (parsed: Parsed<Options>) => Promise<number>,
): Promise<void> {
  try {
    const all = { ...options, help: { type: 'boolean', short: 'h' } } as const;
    const parsed = parseArgs({ options: all, allowPositionals });
    if ((parsed.values as { help?: boolean }).help) console.log(usage);
    else process.exitCode = await main(parsed as unknown as Parsed<Options>);
  } catch (error) {
    process.exitCode = 2;
    if (error instanceof Misused || (error as { code?: string }).code?.startsWith?.('ERR_PARSE_ARGS'))
      console.error(`${(error as Error).message}\n\n${usage}`);
    else {
      const isPlain = [NotRunning, ConfigError, ...inWords].some((kind) => error instanceof kind);
      console.error(isPlain ? (error as Error).message : (error as Error).stack);
    }
  }
}
