import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import type { ProcessMessage } from '@fynbos/platform/service-process.ts';
import { nodeArguments, processes } from '../../scripts/supervisor/processes.ts';
import { buildServices } from '../../scripts/supervisor/service-build.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Built once per process, so that a run measures one release. */
let built: Promise<unknown> | undefined;

export interface ChildStart {
  readonly env: NodeJS.ProcessEnv;
  /** Modules that Node loads first. */
  readonly preload?: readonly string[];
  /** Log file; default: inherited output. */
  readonly output?: number;
  /** Called as soon as the process exists, ready or not. */
  readonly onSpawn?: (child: ChildProcess) => void;
}

const TRIES = 3;

/** A process that ended before it was ready. */
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
 * Resolves when it is ready. After exit code 1 it is started again, as by the supervisor, because a store may answer
 * late. Rejects after three attempts or another code.
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

/** Bundled, because tsx needs three times as long to load. */
export async function argumentsFor(script: string, preload: readonly string[] = []): Promise<string[]> {
  const definition = processes(ROOT).find((one) => one.script === script);
  if (!definition) return ['--import', 'tsx', script];
  built ??= buildServices(ROOT, { onBuild: () => undefined, signal: AbortSignal.timeout(600_000) });
  await built;
  return nodeArguments(ROOT, definition, preload);
}

async function startOnce(name: string, { env, preload = [], output, onSpawn }: ChildStart): Promise<ChildProcess> {
  const definition = processes(ROOT).find((one) => one.name === name);
  if (!definition) throw new Error(`unknown process ${name}`);
  const log = output ?? 'inherit';
  const child = spawn(process.execPath, await argumentsFor(definition.script, preload), {
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

/** Sends a signal and waits until the process has ended. */
export async function endChild(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await gone;
}
