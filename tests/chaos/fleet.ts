import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { killOnParentExit } from '../../scripts/supervisor/running-process.ts';
import { endChild, startChild } from '../environment/child.ts';

const RESTART_MS = 300;
const SKEWED_CLOCK = path.join(import.meta.dirname, 'skewed-clock.ts');

export interface FleetMember {
  /** E.g. `api-2`. */
  readonly id: string;
  /** The name in `scripts/supervisor/processes.ts`. */
  readonly kind: string;
  readonly env: NodeJS.ProcessEnv;
}

/** An unexpected end of a process. */
export interface Accident {
  readonly id: string;
  readonly how: string;
}

interface Kept {
  readonly member: FleetMember;
  /** The current process, ready or not. */
  child: ChildProcess | undefined;
  skewMs: number;
  /** Ready, alive and not about to be killed. */
  isUp: boolean;
}

/** Processes that are restarted when they end, like by the supervisor, and can be killed at any time. */
export class Fleet {
  readonly accidents: Accident[] = [];
  private readonly kept: Kept[];
  private ending = false;

  constructor(
    members: readonly FleetMember[],
    private readonly logFolder: string,
  ) {
    this.kept = members.map((member) => ({ member, child: undefined, skewMs: 0, isUp: false }));
  }

  /** Starts all; the first of each kind creates the tables. */
  async start(): Promise<void> {
    const first = new Map(this.kept.toReversed().map((one) => [one.member.kind, one]));
    for (const one of first.values()) await this.startOne(one);
    await Promise.all(this.kept.filter((one) => first.get(one.member.kind) !== one).map((one) => this.startOne(one)));
  }

  ids(kind?: string): string[] {
    return this.kept.filter(({ member }) => !kind || member.kind === kind).map(({ member }) => member.id);
  }

  /**
   * SIGKILL, and a restart after `down` (ms or a promise) with a clock skewed by `skewMs`. Resolves when it has ended.
   */
  async kill(id: string, down: number | Promise<unknown>, skewMs = 0): Promise<void> {
    const one = this.of(id);
    // A process that is down is already restarting.
    if (!one.isUp) return;
    one.isUp = false;
    one.skewMs = skewMs;
    await endChild(one.child, 'SIGKILL');
    void (typeof down === 'number' ? sleep(down) : down).then(() => this.startAgain(one));
  }

  /** SIGSTOP for a while, like a stalled machine. */
  async stall(id: string, ms: number): Promise<void> {
    const { child } = this.of(id);
    child?.kill('SIGSTOP');
    await sleep(ms);
    child?.kill('SIGCONT');
  }

  /** Waits until all are ready; throws with the name of one that is not. */
  async allReady(limitMs: number): Promise<void> {
    for (const end = Date.now() + limitMs; ; await sleep(100)) {
      const missing = this.kept.find(({ isUp }) => !isUp);
      if (!missing) return;
      if (Date.now() > end) throw new Error(`${missing.member.id} does not come back`);
    }
  }

  /** Ends all processes, including those that are starting. */
  async end(): Promise<void> {
    this.ending = true;
    await Promise.all(this.kept.map(({ child }) => endChild(child, 'SIGTERM')));
  }

  private of(id: string): Kept {
    const one = this.kept.find(({ member }) => member.id === id);
    if (!one) throw new Error(`there is no ${id}`);
    return one;
  }

  private async startOne(one: Kept): Promise<void> {
    const { id, kind, env } = one.member;
    const log = openSync(path.join(this.logFolder, `${id}.log`), 'a');
    const started = await startChild(kind, {
      env: { ...env, CLOCK_SKEW_MS: String(one.skewMs) },
      preload: one.skewMs === 0 ? [] : [SKEWED_CLOCK],
      output: log,
      onSpawn: (child) => {
        one.child = child;
        // A stopped process does not notice the end of its parent.
        killOnParentExit(child, { signal: 'KILL', afterSeconds: 3 });
        child.once('exit', () => closeSync(log));
      },
    });
    one.isUp = true;
    started.once('exit', (code, signal) => {
      if (!one.isUp || this.ending) return;
      one.isUp = false;
      this.accidents.push({ id, how: signal ? `ended by ${signal}` : `ended with code ${code}` });
      void sleep(RESTART_MS).then(() => this.startAgain(one));
    });
  }

  /** Retries a start that fails because of an unavailable store, like the supervisor. */
  private async startAgain(one: Kept): Promise<void> {
    while (!this.ending) {
      try {
        await this.startOne(one);
        return;
      } catch {
        await sleep(RESTART_MS);
      }
    }
  }
}
