import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const root = path.resolve(import.meta.dirname, '../..');

/** A running start with its terminal output. */
export interface Started {
  readonly process: ChildProcess;
  /** The script's output so far. */
  output(): string;
  /** Waits for this output; throws an Error with the output when it ends or after two minutes. */
  printed(text: string | RegExp): Promise<void>;
  /** Resolves with the exit code; null after a signal. */
  ended(): Promise<number | null>;
}

/** Starts a script with tsx in an environment without the caller's services and secrets. */
export function startScript(script: string, env: Record<string, string>): Started {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), path.join(root, script)], {
    env: { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, NO_COLOR: '1', ...env } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  let code: number | null | undefined;
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (it) => {
      code = it;
      resolve(it);
    });
  });
  return {
    process: child,
    output: () => output,
    ended: () => ended,
    async printed(text) {
      for (const end = Date.now() + 120_000; ; await sleep(20)) {
        if (typeof text === 'string' ? output.includes(text) : text.test(output)) return;
        if (code !== undefined || Date.now() > end) throw new Error(`did not print ${text}, but:\n${output}`);
      }
    },
  };
}
