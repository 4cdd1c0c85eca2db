import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from './checkout.ts';
import { type StepResult, verdict } from './step.ts';

export interface Ran {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a program of node_modules/.bin, or any other, in the checkout. `show` prints its output. */
export function command(
  name: string,
  args: readonly string[],
  options: { show?: boolean; env?: NodeJS.ProcessEnv } = {},
): Promise<Ran> {
  const bin = path.join(root, 'node_modules/.bin');
  const env = { ...process.env, ...options.env, PATH: `${bin}${path.delimiter}${process.env.PATH}` };
  return new Promise((resolve, reject) => {
    const child = spawn(name, args, {
      cwd: root,
      env,
      stdio: ['ignore', options.show ? 'inherit' : 'pipe', options.show ? 'inherit' : 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

export const checkedBy =
  (name: string, ...args: string[]) =>
  async (): Promise<StepResult> => {
    const { code, output } = await command(name, args);
    return verdict(code === 0, output);
  };
