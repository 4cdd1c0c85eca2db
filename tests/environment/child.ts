import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import type { ProcessMessage } from '@fynbos/platform/service-process.ts';
import { nodeArguments, processes } from '../../scripts/supervisor/processes.ts';
import { buildServices } from '../../scripts/supervisor/service-build.ts';

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

const TRIES = 3;

/** It ended before it was ready. */
class NotReady extends Error {
  constructor(
    name: string,
    readonly code: number | null,
    signal: NodeJS.Signals | null,
  ) {
    super(`${name} ended with ${code ?? signal}`);
  }
}

/**
 * Starts one of the product's processes by its name; resolves when it is ready. One that ends with code 1 is started again, as
 * the supervisor and compose do: on a busy machine a store may not answer in time. Rejects when it ends otherwise, or three times.
 */
export async function startChild(name: string, options: ChildStart): Promise<ChildProcess> {
  for (let tries = 1; ; tries++) {
    try {
      return await startOnce(name, options);
    } catch (error) {
      if (!(error instanceof NotReady) || error.code !== 1 || tries === TRIES) throw error;
    }
  }
}

async function startOnce(name: string, { env, preload = [], output, onSpawn }: ChildStart): Promise<ChildProcess> {
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
    child.once('exit', (code, signal) => reject(new NotReady(name, code, signal)));
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
