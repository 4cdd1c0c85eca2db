import pg from 'pg';
import { Waiters } from '../waiters.ts';

const CHANNEL = 'eventstore';
/** A hint may be lost in a crash, so its commit neither waits for the disk nor delays commits that must. */
const NOTIFY = `select set_config('synchronous_commit', 'off', true), pg_notify('${CHANNEL}', '')`;
/** As often as read models read under load (projections/engine/subscription/log-tail.ts); more has no effect. */
const NOTIFY_EVERY_MS = 25;
const RECONNECT_MS = 250;

/**
 * Within the process at once, to others by NOTIFY, at most every 25 ms. NOTIFY is a separate statement after the
 * commit, because inside a transaction it serializes commits.
 */
export class PostgresHints {
  private readonly waiters = new Waiters();
  private listener: pg.Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  /** By performance.now(): if the system clock were set back, no hint would be sent until it caught up. */
  private lastNotify = Number.NEGATIVE_INFINITY;
  private closed = false;

  constructor(private readonly db: pg.Pool) {}

  /** Called after a commit of this process. */
  appended(): void {
    this.waiters.wake();
    if (this.timer || this.closed) return;
    const wait = Math.max(0, this.lastNotify + NOTIFY_EVERY_MS - performance.now());
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.lastNotify = performance.now();
      this.db.query(NOTIFY).catch(() => undefined);
    }, wait);
  }

  /** An append in progress limited the last read. Its rollback sends no hint, so read again soon. */
  pollAgain(afterMs: number): void {
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
    const client = new pg.Client(this.db.options);
    this.listener = client;
    let lost = false;
    const reconnect = () => {
      if (lost) return;
      lost = true;
      client.end().catch(() => undefined);
      if (this.closed) return;
      setTimeout(() => {
        if (!this.closed) this.listen();
      }, RECONNECT_MS).unref();
    };
    client.on('error', reconnect);
    client.on('end', reconnect);
    client.on('notification', () => this.waiters.wake());
    client
      .connect()
      .then(() => client.query(`listen ${CHANNEL}`))
      // For events that arrived while no connection listened.
      .then(() => this.waiters.wake())
      .catch(reconnect);
  }
}
