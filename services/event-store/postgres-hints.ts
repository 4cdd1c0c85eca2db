import pg from 'pg';
import { Waiters } from './waiters.ts';

const CHANNEL = 'eventstore';
/** A hint may be lost with the server: its commit need not wait for the disk, nor hold up those that must. */
const NOTIFY = `select set_config('synchronous_commit', 'off', true), pg_notify('${CHANNEL}', '')`;
/** As often as read models read the log while news keep coming (projections/engine/log-tail.ts): more of them would tell nobody anything. */
const NOTIFY_EVERY_MS = 25;
const RECONNECT_MS = 250;

/**
 * Hints that something was appended: within the process at once, to others by NOTIFY, at once after a silence and at
 * most one every 25 milliseconds, and always in a statement of its own after the commit, since a NOTIFY inside makes commits queue.
 */
export class PostgresHints {
  private readonly waiters = new Waiters();
  private listener: pg.Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  /** By performance.now(): the clock may be set back, and no one would hear of anything until it had caught up. */
  private lastNotify = Number.NEGATIVE_INFINITY;
  private closed = false;

  constructor(private readonly pool: pg.Pool) {}

  /** After a commit of our own. */
  appended(): void {
    this.waiters.wake();
    if (this.timer || this.closed) return;
    const wait = Math.max(0, this.lastNotify + NOTIFY_EVERY_MS - performance.now());
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.lastNotify = performance.now();
      this.pool.query(NOTIFY).catch(() => undefined);
    }, wait);
  }

  /** An appender in flight held the last read back; nobody will tell when it rolls back, so look again soon. */
  lookAgain(afterMs: number): void {
    setTimeout(() => this.waiters.wake(), afterMs).unref();
  }

  wait(timeoutMs: number, signal?: AbortSignal): Promise<void> {
    if (!this.listener && !this.closed) this.listen();
    return this.waiters.wait(timeoutMs, signal);
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    const listener = this.listener;
    this.listener = undefined;
    this.waiters.wake();
    await listener?.end().catch(() => undefined);
  }

  private listen(): void {
    const client = new pg.Client(this.pool.options);
    this.listener = client;
    let lost = false;
    const again = () => {
      if (lost) return;
      lost = true;
      client.end().catch(() => undefined);
      if (this.closed) return;
      setTimeout(() => {
        if (!this.closed) this.listen();
      }, RECONNECT_MS).unref();
    };
    client.on('error', again);
    client.on('end', again);
    client.on('notification', () => this.waiters.wake());
    client
      .connect()
      .then(() => client.query(`listen ${CHANNEL}`))
      // What came while nobody listened.
      .then(() => this.waiters.wake())
      .catch(again);
  }
}
