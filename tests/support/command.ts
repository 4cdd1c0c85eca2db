import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { argumentsFor } from '../environment/child.ts';

export interface Ended {
  readonly code: number;
  /** Its output and errors. */
  readonly output: string;
}

/**
 * Runs a script as a separate process with only `env` as its environment, until it ends. `onStart` gets the process,
 * for example to send it a signal.
 */
export async function command(
  file: string,
  args: readonly string[],
  env: Record<string, string>,
  onStart?: (child: ChildProcess) => void,
): Promise<Ended> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [...(await argumentsFor(file)), ...args], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, NODE_COMPILE_CACHE, ...env },
  });
  onStart?.(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text;
    });
  const [code] = await once(child, 'close');
  return { code, output };
}
