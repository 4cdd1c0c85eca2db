import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessMessage, SignIn } from '@fynbos/platform/service-process.ts';
import { eachLine, type LogFile } from './log-file.ts';
import { nodeArguments, type ProcessDefinition } from './processes.ts';

export interface ChildOptions {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  readonly log: LogFile;
  readonly onProgress: (text: string) => void;
  /** A log line that a person should see. */
  readonly onTrouble: (text: string) => void;
  /** It ended unexpectedly after it was ready, and restarts in `delayMs`. */
  readonly onRestart: (how: string, delayMs: number) => void;
  /** The id of each new process; null when it ended. */
  readonly onPid: (pid: number | null) => void;
}

export interface Child {
  readonly definition: ProcessDefinition;
  /**
   * Resolves with its sign-ins when it is ready (unless a service: when it ended with code 0). Rejects with
   * ChildFailed.
   */
  ready(): Promise<readonly SignIn[]>;
  /** SIGTERM, and SIGKILL after the limit. */
  stop(limitMs: number): Promise<void>;
  /**
   * Ends a service that was ready once and starts it immediately; resolves when it is ready. SIGKILL after the limit.
   * Throws ChildFailed if it ends before it is ready; it then stays down until the next restart.
   */
  restart(limitMs: number): Promise<void>;
  kill(): void;
}

/** A process did not become ready. `lines`: its last output. */
export class ChildFailed extends Error {
  override readonly name = 'ChildFailed';
  constructor(
    readonly child: string,
    how: string,
    readonly lines: readonly string[],
  ) {
    super(`${child} ${how}`);
  }
}

const backOff = { firstMs: 200, mostMs: 10_000, calmAfterMs: 60_000 };

/** Starts a process and restarts it with growing delays when it dies after it was ready. */
export function startChild(definition: ProcessDefinition, options: ChildOptions): Child {
  let stopping = false;
  let wasReady = false;
  let restarting: PromiseWithResolvers<void> | undefined;
  let nextStart: NodeJS.Timeout | undefined;
  let delayMs = backOff.firstMs;
  let current: ChildProcess | undefined;
  const readiness = Promise.withResolvers<readonly SignIn[]>();
  readiness.promise.catch(() => undefined);

  const begin = (): void => {
    const began = performance.now();
    let isOver = false;
    const over = (how: string, lines: readonly string[]): void => {
      if (isOver) return;
      isOver = true;
      options.onPid(null);
      if (stopping) return;
      if (!wasReady || definition.kind !== 'service') {
        readiness.reject(new ChildFailed(definition.name, how, lines));
        return;
      }
      if (restarting) {
        if (current?.killed) begin();
        else restarting.reject(new ChildFailed(definition.name, how, lines));
        return;
      }
      if (performance.now() - began > backOff.calmAfterMs) delayMs = backOff.firstMs;
      options.onRestart(how, delayMs);
      nextStart = setTimeout(() => !stopping && begin(), delayMs);
      delayMs = Math.min(delayMs * 2, backOff.mostMs);
    };
    const notBegun = (error: unknown, lines: readonly string[]): void => {
      current = undefined;
      over(`could not be started: ${(error as Error).message}`, lines);
    };
    let child: ReturnType<typeof launch>;
    try {
      child = launch(definition, options);
    } catch (error) {
      notBegun(error, []);
      return;
    }
    current = child.process;
    options.onPid(child.process.pid ?? null);
    // A refused spawn (EAGAIN, EMFILE) is an error event without an exit.
    child.process.once('error', (error) => {
      if (child.process.pid === undefined) notBegun(error, child.lastLines());
    });
    child.process.on('message', (message: ProcessMessage) => {
      if (message.type === 'progress') options.onProgress(message.text);
      if (message.type === 'ready') {
        wasReady = true;
        readiness.resolve(message.signIns ?? []);
        restarting?.resolve();
      }
    });
    child.process.once('exit', (code, signal) => {
      if (definition.kind !== 'service' && code === 0 && !stopping) readiness.resolve([]);
      over(signal ? `was ended by ${signal}` : `ended with code ${code}`, child.lastLines());
    });
  };
  begin();

  return {
    definition,
    ready: () => readiness.promise,
    async stop(limitMs) {
      stopping = true;
      readiness.reject(new ChildFailed(definition.name, 'was stopped', []));
      if (isRunning(current)) await terminate(current, limitMs);
    },
    async restart(limitMs) {
      restarting = Promise.withResolvers();
      const ready = restarting.promise;
      clearTimeout(nextStart);
      if (isRunning(current)) await terminate(current, limitMs);
      else begin();
      await ready.finally(() => {
        restarting = undefined;
      });
    },
    kill() {
      stopping = true;
      current?.kill('SIGKILL');
    },
  };
}

async function terminate(process: ChildProcess, limitMs: number): Promise<void> {
  const ended = new Promise((resolve) => process.once('exit', resolve));
  process.kill('SIGTERM');
  const late = sleep(limitMs, 'late', { ref: false });
  if ((await Promise.race([ended, late])) === 'late') process.kill('SIGKILL');
  await ended;
}

const isRunning = (child: ChildProcess | undefined): child is ChildProcess =>
  child?.pid !== undefined && child.exitCode === null && child.signalCode === null;

function launch(
  definition: ProcessDefinition,
  options: ChildOptions,
): { process: ChildProcess; lastLines(): string[] } {
  // Its own process group, so that Ctrl-C reaches only the supervisor, which stops the processes in order.
  const child = spawn(process.execPath, nodeArguments(options.root, definition), {
    cwd: options.root,
    env: options.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const tail: string[] = [];
  const take = (line: string): void => {
    options.log.line(line);
    const short = readable(line);
    if (short.trouble) options.onTrouble(short.text);
    if (tail.push(short.text) > 12) tail.shift();
  };
  child.once('error', (error) => take(error.message));
  eachLine(child.stdout, take);
  eachLine(child.stderr, take);
  return { process: child, lastLines: () => tail };
}

/** Message and error of a structured log line; other lines unchanged. */
function readable(line: string): { text: string; trouble: boolean } {
  if (!line.startsWith('{')) return { text: line, trouble: false };
  try {
    const { level, msg, err } = JSON.parse(line) as { level?: string; msg?: string; err?: { message?: string } };
    const text = [msg, err?.message].filter(Boolean).join(': ');
    return { text, trouble: level === 'error' || level === 'fatal' };
  } catch {
    return { text: line, trouble: false };
  }
}
