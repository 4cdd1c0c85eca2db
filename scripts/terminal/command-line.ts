import { type ParseArgsConfig, parseArgs } from 'node:util';

/** What was typed behind a command, as `parseArgs` reads it. What it does not know ends the process with 2, in words and with the usage. */
export function commandLine<Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    if (!(error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')) throw error;
    console.error(`${(error as Error).message}\n\n${usage}`);
    process.exit(2);
  }
}
