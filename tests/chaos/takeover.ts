import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPool } from '@fynbos/platform/postgres.ts';
import type pg from 'pg';
import { randomOf } from '../demo/data/random.ts';
import { Caller } from './caller.ts';
import { openEnvironment } from './environment.ts';
import { FactMaker } from './facts.ts';
import { Ledger } from './ledger.ts';
import { openProgramme } from './programme.ts';

/** Minimum downtime of a killed process. */
const WATCH_MS = 11_000;
/** Maximum downtime of a killed process while others take over. */
const LIMIT_MS = 90_000;
const POLL_MS = 50;
/** Between two events. */
const PACE_MS = 100;

/** Maximum milliseconds from acknowledgement to every read model, by killed process. */
export interface Takeover {
  readonly undisturbedMs: number;
  readonly killed: Readonly<Record<string, number>>;
}

/**
 * Kills a worker, then a reactor, under load, and measures the lag of the read models. A process returns only after
 * others took over; throws if they do not.
 */
export async function takeover({
  redisProgram,
  each = 3,
}: {
  redisProgram: string | null;
  each?: number;
}): Promise<Takeover> {
  const ledger = new Ledger();
  const environment = await openEnvironment({ redisProgram, each });
  const pool = createPool(environment.databaseUrl, { applicationName: 'chaos' });
  try {
    const { apiKey, lines } = await openProgramme(environment, ledger, 1);
    const random = randomOf(1, 'takeover');
    const caller = new Caller(environment.urls, random, ledger);
    const maker = new FactMaker(random, lines, 'T');
    const ending = new AbortController();
    const watch = new Watch(pool);
    const sending = (async () => {
      for (; !ending.signal.aborted; await sleep(PACE_MS)) {
        const [fact] = maker.next();
        if (!fact) continue;
        const heard = await caller.ask('integrations/rental-events', { method: 'POST', token: apiKey, body: fact });
        const position = heard?.headers.get('x-position');
        if (position) watch.expect(position);
      }
    })();
    const watching = watch.run(ending.signal);
    // The initial import is processed by then.
    await sleep(WATCH_MS / 4);
    watch.worstMs = 0;
    await sleep(WATCH_MS / 4);
    const undisturbedMs = watch.worstMs;
    const killed: Record<string, number> = {};
    for (const id of ['workers-1', 'reactors-1']) {
      watch.worstMs = 0;
      const takenOver = new AbortController();
      await environment.fleet.kill(id, once(takenOver.signal, 'abort'));
      await sleep(WATCH_MS);
      await watch.caughtUp(LIMIT_MS);
      killed[id] = watch.worstMs;
      takenOver.abort();
      await environment.fleet.allReady(30_000);
    }
    ending.abort();
    await Promise.all([sending, watching]);
    return { undisturbedMs, killed };
  } finally {
    await environment.close(false);
    await pool.end();
  }
}

/** Polls the checkpoints of all read models and records the maximum lag of an event. */
class Watch {
  worstMs = 0;
  private waiting: { readonly position: string; readonly since: number }[] = [];

  constructor(private readonly pool: pg.Pool) {}

  expect(position: string): void {
    this.waiting.push({ position, since: performance.now() });
  }

  /** Resolves when all expected events are in all read models; throws after `limitMs`. */
  async caughtUp(limitMs: number): Promise<void> {
    const last = this.waiting.at(-1);
    for (const end = Date.now() + limitMs; last && this.waiting.includes(last); await sleep(POLL_MS))
      if (Date.now() > end) throw new Error('no process took over');
  }

  async run(signal: AbortSignal): Promise<void> {
    for (; !signal.aborted; await sleep(POLL_MS)) {
      const { rows } = await this.pool.query<{ least: string }>(
        `select min("position") as least from engine.checkpoints where "kind" = 'projection'`,
      );
      const least = rows[0]?.least ?? '';
      for (const { since } of this.waiting)
        this.worstMs = Math.max(this.worstMs, Math.round(performance.now() - since));
      this.waiting = this.waiting.filter(({ position }) => position > least);
    }
  }
}
