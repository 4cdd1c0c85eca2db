import type { Position } from '@fynbos/event-store/port.ts';
import type pg from 'pg';
import { CHECKPOINT_CHANNEL } from './subscription/announcer.ts';

/** Longest time that a read waits for its read model. */
const MAX_WAIT_MS = 2_000;
/** Interval of the checks that need no notification. */
const POLL_MS = 50;

interface Checkpoint {
  readonly projection: string;
  readonly kind: 'projection' | 'reaction';
  readonly layer: number;
  /** The lowest position of its partitions; null when one is at the beginning. */
  readonly position: Position | null;
  readonly appended: Position | null;
}

interface Waiter {
  readonly projections: readonly string[];
  /** What reactions, and finally the read models, must pass; grows with what reactions append. */
  target: Position;
  /** How often reactions raised the target; reactions with a lower depth are no longer waited for. */
  layer: number;
  readonly finish: (fresh: boolean) => void;
  readonly fail: (error: unknown) => void;
}

/** All waits of a process share a listening session and one query, so a thousand cost as much as one. */
export class ReadYourWrites {
  private waiters = new Set<Waiter>();
  private isChecking = false;
  private isReadDue = false;
  private timer: NodeJS.Timeout | undefined;
  /** Releases the listening session. */
  private listener: (() => void) | undefined;
  private listening: Promise<void> | undefined;
  private closed = false;

  constructor(private readonly db: pg.Pool) {}

  /**
   * The reactions, then the named read models with all that reactions appended. False after `MAX_WAIT_MS`: stale.
   * Throws when Postgres is unavailable.
   */
  async waitFor(position: Position, projections: readonly string[]): Promise<boolean> {
    const { promise, resolve: finish, reject: fail } = Promise.withResolvers<boolean>();
    const waiter: Waiter = { projections, target: position, layer: 0, finish, fail };
    const timer = setTimeout(() => finish(false), MAX_WAIT_MS);
    this.waiters.add(waiter);
    this.timer ??= setInterval(() => void this.checkWaiters(), POLL_MS);
    void this.listen();
    void this.checkWaiters();
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.waiters.delete(waiter);
      if (this.waiters.size === 0) {
        clearInterval(this.timer);
        this.timer = undefined;
      }
    }
  }

  /** Stops listening; waits in progress end as stale. */
  async close(): Promise<void> {
    this.closed = true;
    for (const waiter of [...this.waiters]) waiter.finish(false);
    await this.listening;
    this.listener?.();
  }

  /** Opens a session that listens for advances. Without a session, polling alone finds them. */
  private listen(): Promise<void> {
    this.listening ??= this.openSession().catch(() => {
      const retry = setTimeout(() => {
        this.listening = undefined;
      }, 1000);
      retry.unref();
    });
    return this.closed ? Promise.resolve() : this.listening;
  }

  private async openSession(): Promise<void> {
    const client = await this.db.connect();
    let isOpen = true;
    const release = () => {
      if (isOpen) client.release(true);
      isOpen = false;
      this.listener = undefined;
      this.listening = undefined;
    };
    client.on('error', release);
    client.on('notification', () => {
      if (this.waiters.size > 0) void this.checkWaiters();
    });
    try {
      await client.query(`listen ${CHECKPOINT_CHANNEL}`);
    } catch (error) {
      release();
      throw error;
    }
    if (isOpen) this.listener = release;
  }

  /** Queries the checkpoints once for all waits; a call during a query adds one more query after it. */
  private async checkWaiters(): Promise<void> {
    this.isReadDue = true;
    if (this.isChecking) return;
    this.isChecking = true;
    try {
      while (this.isReadDue && this.waiters.size > 0) {
        this.isReadDue = false;
        const waiting = [...this.waiters];
        const checkpoints = await this.checkpoints([...new Set(waiting.flatMap((waiter) => waiter.projections))]);
        for (const waiter of waiting) if (hasPassed(waiter, checkpoints)) waiter.finish(true);
      }
    } catch (error) {
      for (const waiter of [...this.waiters]) waiter.fail(error);
    } finally {
      this.isChecking = false;
    }
  }

  private async checkpoints(projections: readonly string[]): Promise<readonly Checkpoint[]> {
    const { rows } = await this.db.query({
      name: 'engine-read-after',
      text: `select "projection", "kind", "layer", max("appendedPosition") as "appended",
          case when count("position") = count(*) then min("position") end as "position"
        from engine.checkpoints where "projection" = any($1) or ("kind" = 'reaction' and "layer" >= 0)
        group by "projection", "kind", "layer"`,
      values: [projections],
    });
    return rows;
  }
}

/**
 * Layer by layer: once the reactions of a layer have passed, what they appended is known, and deeper layers must pass
 * that too. A cycle is followed once.
 */
function hasPassed(waiter: Waiter, checkpoints: readonly Checkpoint[]): boolean {
  const reactions = checkpoints.filter((one) => one.kind === 'reaction');
  const deepest = Math.max(-1, ...reactions.map((one) => one.layer));
  for (; waiter.layer <= deepest; waiter.layer++) {
    if (reactions.some((one) => one.layer >= waiter.layer && !isAt(one, waiter.target))) return false;
    for (const { layer, appended } of reactions) {
      if (layer >= waiter.layer && appended !== null && appended > waiter.target) waiter.target = appended;
    }
  }
  return waiter.projections.every((name) =>
    checkpoints.some((one) => one.kind === 'projection' && one.projection === name && isAt(one, waiter.target)),
  );
}

const isAt = ({ position }: Checkpoint, target: Position): boolean => position !== null && position >= target;
