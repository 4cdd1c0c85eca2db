import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import type { ProcessMessage } from '@fynbos/platform/service-process.ts';
import { nodeArguments, processes } from '../supervisor/processes.ts';
import { buildServices } from '../supervisor/service-build.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Once in the life of this process: what it measures or kills is one release. */
let built: Promise<unknown> | undefined;

export interface ChildStart {
  readonly env: NodeJS.ProcessEnv;
  /** Modules that Node loads before the product. */
  readonly preload?: readonly string[];
  /** Where its log goes; inherited when not given. */
  readonly output?: number;
  /** Told of the process as soon as it lives, ready or not. */
  readonly onSpawn?: (child: ChildProcess) => void;
}

/** Starts one of the product's processes by its name; resolves when it is ready, rejects when it ends before. */
export async function startChild(
  name: string,
  { env, preload = [], output, onSpawn }: ChildStart,
): Promise<ChildProcess> {
  const definition = processes(ROOT).find((one) => one.name === name);
  if (!definition) throw new Error(`there is no process ${name}`);
  built ??= buildServices(ROOT, { onBuild: () => undefined, signal: AbortSignal.timeout(60_000) });
  await built;
  const log = output ?? 'inherit';
  const child = spawn(process.execPath, nodeArguments(ROOT, definition, preload), {
    cwd: ROOT,
    env,
    stdio: ['ignore', log, log, 'ipc'],
  });
  onSpawn?.(child);
  await new Promise<void>((resolve, reject) => {
    child.on('message', (message: ProcessMessage) => {
      if (message.type === 'ready') resolve();
    });
    child.once('exit', (code, signal) => reject(new Error(`${name} ended with ${code ?? signal}`)));
  });
  return child;
}

/** Sends a signal and waits until the process is gone. */
export async function endChild(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await gone;
}
