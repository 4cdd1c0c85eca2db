import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { killOnParentExit } from '../../scripts/supervisor/kill-on-parent-exit.ts';
import { endChild, startChild } from '../environment/child.ts';

const RESTART_MS = 300;
const SKEWED_CLOCK = path.join(import.meta.dirname, 'skewed-clock.ts');

export interface FleetMember {
  /** E.g. `api-2`. */
  readonly id: string;
  /** As processes.ts names it. */
  readonly kind: string;
  readonly env: NodeJS.ProcessEnv;
}

/** An end that nobody caused. */
export interface Accident {
  readonly id: string;
  readonly how: string;
}

interface Kept {
  readonly member: FleetMember;
  /** The newest, ready or not: there is never a second one beside it. */
  child: ChildProcess | undefined;
  skewMs: number;
  /** Ready, and neither dead nor about to be killed. */
  isUp: boolean;
}

/** Processes of the product that are started again when they end, as the supervisor does, and can be killed at any line. */
export class Fleet {
  readonly accidents: Accident[] = [];
  readonly #kept: Kept[];
  #ending = false;

  constructor(
    members: readonly FleetMember[],
    private readonly logFolder: string,
  ) {
    this.#kept = members.map((member) => ({ member, child: undefined, skewMs: 0, isUp: false }));
  }

  /** Starts all, the first of each kind before its others: that one makes the tables. */
  async start(): Promise<void> {
    const first = new Map(this.#kept.toReversed().map((one) => [one.member.kind, one]));
    for (const one of first.values()) await this.#start(one);
    await Promise.all(this.#kept.filter((one) => first.get(one.member.kind) !== one).map((one) => this.#start(one)));
  }

  ids(kind?: string): string[] {
    return this.#kept.filter(({ member }) => !kind || member.kind === kind).map(({ member }) => member.id);
  }

  /** SIGKILL, and a new start after `down` (milliseconds or what ends it), with the clock off by `skewMs`. Resolves when it is dead. */
  async kill(id: string, down: number | Promise<unknown>, skewMs = 0): Promise<void> {
    const one = this.#of(id);
    // One that is down is being started already.
    if (!one.isUp) return;
    one.isUp = false;
    one.skewMs = skewMs;
    await endChild(one.child, 'SIGKILL');
    void (typeof down === 'number' ? sleep(down) : down).then(() => this.#startAgain(one));
  }

  /** SIGSTOP for a while: a machine that stalls, and comes back not knowing it. */
  async stall(id: string, ms: number): Promise<void> {
    const { child } = this.#of(id);
    child?.kill('SIGSTOP');
    await sleep(ms);
    child?.kill('SIGCONT');
  }

  /** Waits until all are ready; throws the name of one that is not within the limit. */
  async allReady(limitMs: number): Promise<void> {
    for (const end = Date.now() + limitMs; ; await sleep(100)) {
      const missing = this.#kept.find(({ isUp }) => !isUp);
      if (!missing) return;
      if (Date.now() > end) throw new Error(`${missing.member.id} does not come back`);
    }
  }

  /** Ends all of them, those that are still starting too. */
  async end(): Promise<void> {
    this.#ending = true;
    await Promise.all(this.#kept.map(({ child }) => endChild(child, 'SIGTERM')));
  }

  #of(id: string): Kept {
    const one = this.#kept.find(({ member }) => member.id === id);
    if (!one) throw new Error(`there is no ${id}`);
    return one;
  }

  async #start(one: Kept): Promise<void> {
    const { id, kind, env } = one.member;
    const log = openSync(path.join(this.logFolder, `${id}.log`), 'a');
    const started = await startChild(kind, {
      env: { ...env, CLOCK_SKEW_MS: String(one.skewMs) },
      preload: one.skewMs === 0 ? [] : [SKEWED_CLOCK],
      output: log,
      onSpawn: (child) => {
        one.child = child;
        // One that is stopped does not notice that we are gone.
        killOnParentExit(child, { signal: 'KILL', afterSeconds: 3 });
        child.once('exit', () => closeSync(log));
      },
    });
    one.isUp = true;
    started.once('exit', (code, signal) => {
      if (!one.isUp || this.#ending) return;
      one.isUp = false;
      this.accidents.push({ id, how: signal ? `ended by ${signal}` : `ended with code ${code}` });
      void sleep(RESTART_MS).then(() => this.#startAgain(one));
    });
  }

  /** A start that fails because what it needs is away is tried again, as the supervisor does. */
  async #startAgain(one: Kept): Promise<void> {
    while (!this.#ending) {
      try {
        await this.#start(one);
        return;
      } catch {
        await sleep(RESTART_MS);
      }
    }
  }
}
