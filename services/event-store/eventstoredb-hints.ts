import { END, type EventStoreDBClient, excludeSystemEvents } from '@eventstore/db-client';
import { Waiters } from './waiters.ts';

const RECONNECT_MS = 250;

/** Hints from one live subscription to the end of the log, made at the first wait and made again when it breaks. */
export class EventStoreDBHints {
  private readonly waiters = new Waiters();
  private live: { unsubscribe(): Promise<void> } | undefined;
  private closed = false;

  constructor(private readonly client: EventStoreDBClient) {}

  wait(timeoutMs: number, signal?: AbortSignal): Promise<void> {
    if (!this.live && !this.closed) this.listen();
    return this.waiters.wait(timeoutMs, signal);
  }

  async close(): Promise<void> {
    this.closed = true;
    this.waiters.wake();
    await this.live?.unsubscribe().catch(() => undefined);
  }

  private listen(): void {
    const live = this.client.subscribeToAll({ fromPosition: END, filter: excludeSystemEvents() });
    this.live = live;
    let lost = false;
    const again = () => {
      if (lost || this.closed) return;
      lost = true;
      setTimeout(() => {
        if (!this.closed) this.listen();
      }, RECONNECT_MS).unref();
    };
    live
      .on('data', () => this.waiters.wake())
      // What came while nobody listened.
      .on('confirmation', () => this.waiters.wake())
      .on('error', again)
      .on('end', again);
  }
}
