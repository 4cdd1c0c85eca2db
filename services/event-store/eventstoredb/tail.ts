import type { EventStoreDBClient } from '@eventstore/db-client';
import type { AllPage, EventFilter, Position, RecordedEvent } from '../port.ts';
import { passesFilter } from '../rules.ts';
import { Waiters } from '../waiters.ts';
import { eventsOf, retryOnce } from './connection.ts';
import { logPositionOf } from './events.ts';
import { LogEvent, type Message, type Messages, readLog } from './wire.ts';

const RECONNECT_MS = 250;
/** At least this many events of the end of the log are kept, and at most twice as many. */
const MIN_KEPT_EVENTS = 5_000;
/** If the subscription is further behind the log than this, the caller does not wait and reads from the server. */
const CATCH_UP_MS = 1_000;

interface Waiting {
  readonly for: Position;
  readonly end: (reached: boolean) => void;
}

/**
 * One live subscription, in order and without gaps. A reader that awaits `waitUntilCaughtUp` first sees everything
 * acknowledged before, by one small shared call; reading a stream or page costs 0.5 ms of processor time or more
 * (docs/decisions/0042). The first caller starts it. It restarts when it breaks; until then `isLive` is false.
 */
export class EventStoreDBTail {
  private readonly hints = new Waiters();
  private readonly waiting = new Set<Waiting>();
  private subscription: Messages | undefined;
  private begun = false;
  private closed = false;
  private events: LogEvent[] = [];
  /** The window holds all events after this position; undefined means from the first. */
  private after: Position | undefined;
  /** Position of the last event delivered, of any kind. */
  private seen: Position | undefined;
  private head: Promise<Position | undefined> | undefined;
  private nextHead: Promise<Position | undefined> | undefined;

  isLive = false;
  /** Changes whenever the subscription breaks. */
  generation = 0;

  constructor(
    private readonly client: EventStoreDBClient,
    private readonly answerWithinMs: number,
    private readonly listener: { delivered(event: LogEvent): void; lost(): void },
  ) {}

  /** Starts the subscription if none is running. */
  begin(): void {
    if (this.begun || this.closed) return;
    this.begun = true;
    void this.listen();
  }

  /** Resolves when an event may have been appended, after `timeoutMs`, or when the signal aborts. */
  wait(timeoutMs: number, signal?: AbortSignal): Promise<void> {
    this.begin();
    return this.hints.wait(timeoutMs, signal);
  }

  /** Everything acknowledged before this call was delivered. If false, the caller reads from the server. */
  async waitUntilCaughtUp(): Promise<boolean> {
    if (!this.isLive) return false;
    const { generation } = this;
    const head = await this.sharedHead();
    if (generation !== this.generation) return false;
    if (head === undefined || this.hasSeen(head)) return true;
    return new Promise((resolve) => {
      const waiting: Waiting = {
        for: head,
        end: (reached) => {
          clearTimeout(timer);
          this.waiting.delete(waiting);
          resolve(reached);
        },
      };
      const timer = setTimeout(() => waiting.end(false), CATCH_UP_MS);
      this.waiting.add(waiting);
    });
  }

  /** Whether the window holds everything after a position. */
  holds(position: Position | undefined): position is Position {
    return this.isLive && position !== undefined && (this.after === undefined || position >= this.after);
  }

  /** Forwards from a position that the window `holds`. Ends the log only right after a true `waitUntilCaughtUp`. */
  page(from: Position, limit: number, filter: EventFilter | undefined): AllPage {
    const found: RecordedEvent[] = [];
    for (let at = this.indexAfter(from); at < this.events.length; at++) {
      const event = this.events[at] as LogEvent;
      if (!passesFilter(filter, event)) continue;
      found.push(event.plain());
      if (found.length === limit) return { events: found, next: event.position, atEnd: false };
    }
    const last = this.events.at(-1)?.position;
    return { events: found, next: last !== undefined && last > from ? last : from, atEnd: true };
  }

  async close(): Promise<void> {
    this.closed = true;
    this.lose();
    this.hints.wake();
    // As the client's own cancel: a call that has just begun cannot be cancelled (grpc-node issues 1464, 1652).
    await new Promise<void>((resolve) => setImmediate(resolve));
    this.subscription?.cancel();
  }

  private hasSeen(position: Position): boolean {
    return this.seen !== undefined && this.seen >= position;
  }

  /** The first event of the window after a position. */
  private indexAfter(position: Position): number {
    let [low, high] = [0, this.events.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.events[middle] as LogEvent).position > position) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** The end of the log, queried after this call. Callers that wait for a call in progress share the next one. */
  private sharedHead(): Promise<Position | undefined> {
    this.nextHead ??= (this.head ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => {
        this.nextHead = undefined;
        this.head = this.readHead();
        return this.head;
      });
    return this.nextHead;
  }

  private readHead(): Promise<Position | undefined> {
    return retryOnce(this.answerWithinMs, async (deadline) => {
      const read = await readLog(this.client, { from: 'end', isBackwards: true, maxCount: 1 });
      let head: Position | undefined;
      for await (const message of eventsOf(read, deadline)) if (message instanceof LogEvent) head = message.position;
      return head;
    });
  }

  private async listen(): Promise<void> {
    let head: Position | undefined;
    let subscription: Messages;
    try {
      head = await this.readHead();
      const from = head === undefined ? 'start' : logPositionOf(head);
      subscription = await readLog(this.client, { from, isBackwards: false });
    } catch {
      // Callers learn of the failure from their own calls; here the subscription only restarts.
      this.listenAgain();
      return;
    }
    this.subscription = subscription;
    if (this.closed) subscription.cancel();
    let ended = false;
    const restart = (): void => {
      if (ended) return;
      ended = true;
      subscription.cancel();
      this.lose();
      this.listenAgain();
    };
    subscription
      .on('data', (message: Message) => {
        if (ended || this.closed) return;
        if (message === 'confirmation') this.confirmed(head);
        else if (message !== 'other') this.deliver(message);
      })
      .on('error', restart)
      .on('end', restart);
  }

  private confirmed(head: Position | undefined): void {
    this.events = [];
    this.after = head;
    this.seen = head;
    this.isLive = true;
    // For events that arrived while there was no subscription.
    this.hints.wake();
  }

  private listenAgain(): void {
    if (this.closed) return;
    setTimeout(() => {
      if (!this.closed) void this.listen();
    }, RECONNECT_MS).unref();
  }

  private deliver(event: LogEvent): void {
    if (!this.isLive) return;
    this.seen = event.position;
    if (event.isOurs) {
      this.events.push(event);
      if (this.events.length >= 2 * MIN_KEPT_EVENTS)
        this.after = this.events.splice(0, MIN_KEPT_EVENTS).at(-1)?.position;
      this.listener.delivered(event);
    }
    for (const waiting of [...this.waiting]) if (this.hasSeen(waiting.for)) waiting.end(true);
    if (event.isOurs) this.hints.wake();
  }

  private lose(): void {
    this.isLive = false;
    this.generation++;
    this.events = [];
    for (const waiting of [...this.waiting]) waiting.end(false);
    this.listener.lost();
  }
}
