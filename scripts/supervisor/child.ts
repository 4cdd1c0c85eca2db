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
  /** Resolves with its sign-ins when ready (no service: when it ended with code 0). Rejects with ChildFailed. */
  ready(): Promise<readonly SignIn[]>;
  /** SIGTERM, and SIGKILL after the limit. */
  stop(limitMs: number): Promise<void>;
  /**
   * A service that was ready; SIGKILL after the limit. ChildFailed if it ends before it is ready; it stays down then.
   */
  restart(limitMs: number): Promise<void>;
  kill(): void;
}

/** A process ended or did not become ready. `how`: without its name. `lines`: its last output. */
export class ChildFailed extends Error {
  override readonly name = 'ChildFailed';
  constructor(
    child: string,
    readonly how: string,
    readonly lines: readonly string[],
  ) {
    super(`${child} ${how}`);
  }
}

/** Lines of the last output that an error shows. */
const MAX_LAST_LINES = 12;
const BACK_OFF = { firstMs: 200, mostMs: 10_000, calmAfterMs: 60_000 };

/** Starts a process and restarts it with growing delays when it dies after it was ready. */
export const startChild = (definition: ProcessDefinition, options: ChildOptions): Child =>
  new SupervisedChild(definition, options);

class SupervisedChild implements Child {
  private current: ChildProcess | undefined;
  private wasReady = false;
  private stopping = false;
  private restarting: PromiseWithResolvers<void> | undefined;
  private nextStart: NodeJS.Timeout | undefined;
  private delayMs = BACK_OFF.firstMs;
  private readonly readiness = Promise.withResolvers<readonly SignIn[]>();

  constructor(
    readonly definition: ProcessDefinition,
    private readonly options: ChildOptions,
  ) {
    this.readiness.promise.catch(() => undefined);
    this.begin();
  }

  ready(): Promise<readonly SignIn[]> {
    return this.readiness.promise;
  }

  async stop(limitMs: number): Promise<void> {
    this.stopping = true;
    this.readiness.reject(new ChildFailed(this.definition.name, 'was stopped', []));
    if (isRunning(this.current)) await terminate(this.current, limitMs);
  }

  async restart(limitMs: number): Promise<void> {
    this.restarting = Promise.withResolvers();
    const ready = this.restarting.promise;
    clearTimeout(this.nextStart);
    if (isRunning(this.current)) await terminate(this.current, limitMs);
    else this.begin();
    await ready.finally(() => {
      this.restarting = undefined;
    });
  }

  kill(): void {
    this.stopping = true;
    this.current?.kill('SIGKILL');
  }

  private begin(): void {
    const began = performance.now();
    let isOver = false;
    const end = (how: string, lines: readonly string[]): void => {
      if (isOver) return;
      isOver = true;
      this.ended(new ChildFailed(this.definition.name, how, lines), performance.now() - began);
    };
    const notBegun = (error: unknown, lines: readonly string[]): void => {
      this.current = undefined;
      end(`could not be started: ${(error as Error).message}`, lines);
    };
    let launched: ReturnType<typeof launch>;
    try {
      launched = launch(this.definition, this.options);
    } catch (error) {
      notBegun(error, []);
      return;
    }
    const { process: child, lastLines } = launched;
    this.current = child;
    this.options.onPid(child.pid ?? null);
    // A refused spawn (EAGAIN, EMFILE) is an error event without an exit.
    child.once('error', (error) => {
      if (child.pid === undefined) notBegun(error, lastLines());
    });
    child.on('message', (message: ProcessMessage) => this.receive(message));
    child.once('exit', (code, signal) => {
      if (this.definition.kind !== 'service' && code === 0 && !this.stopping) this.readiness.resolve([]);
      end(signal ? `was ended by ${signal}` : `ended with code ${code}`, lastLines());
    });
  }

  private receive(message: ProcessMessage): void {
    if (message.type === 'progress') this.options.onProgress(message.text);
    else {
      this.wasReady = true;
      this.readiness.resolve(message.signIns ?? []);
      this.restarting?.resolve();
    }
  }

  private ended(failure: ChildFailed, ranMs: number): void {
    this.options.onPid(null);
    if (this.stopping) return;
    if (!this.wasReady || this.definition.kind !== 'service') this.readiness.reject(failure);
    else if (!this.restarting) this.beginLater(failure.how, ranMs);
    else if (this.current?.killed) this.begin();
    else this.restarting.reject(failure);
  }

  private beginLater(how: string, ranMs: number): void {
    if (ranMs > BACK_OFF.calmAfterMs) this.delayMs = BACK_OFF.firstMs;
    this.options.onRestart(how, this.delayMs);
    this.nextStart = setTimeout(() => !this.stopping && this.begin(), this.delayMs);
    this.delayMs = Math.min(this.delayMs * 2, BACK_OFF.mostMs);
  }
}

async function terminate(process: ChildProcess, limitMs: number): Promise<void> {
  const ended = new Promise((resolve) => process.once('exit', resolve));
  process.kill('SIGTERM');
  const timeout = sleep(limitMs, 'late', { ref: false });
  if ((await Promise.race([ended, timeout])) === 'late') process.kill('SIGKILL');
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
  const onLine = (line: string): void => {
    options.log.line(line);
    const { text, isTrouble } = readable(line);
    if (isTrouble) options.onTrouble(text);
    if (tail.push(text) > MAX_LAST_LINES) tail.shift();
  };
  child.once('error', (error) => onLine(error.message));
  eachLine(child.stdout, onLine);
  eachLine(child.stderr, onLine);
  return { process: child, lastLines: () => tail };
}

/** Message and error of a structured log line; other lines unchanged. */
function readable(line: string): { text: string; isTrouble: boolean } {
  try {
    const { level, msg, err } = JSON.parse(line) as { level?: string; msg?: string; err?: { message?: string } };
    if (msg !== undefined)
      return {
        text: [msg, err?.message].filter(Boolean).join(': '),
        isTrouble: level === 'error' || level === 'fatal',
      };
  } catch {
    // Not a structured line.
  }
  return { text: line, isTrouble: false };
}
