import type { EventStore, Position, RecordedEvent } from '@fynbos/event-store/port.ts';
import { subscribe } from '@fynbos/event-store/subscribe.ts';
import { pause } from '@fynbos/platform/pause.ts';
import { EVENTS_PER_PAGE, type Page } from '../advance.ts';
import { type Decoder, decodeInForm } from '../decode.ts';
import type { Foldable } from '../fold.ts';

export interface SubscriptionFilter {
  readonly types: ReadonlySet<string>;
  readonly personal: boolean;
  /** As stored; see `Projection.stored`. */
  readonly stored?: boolean;
}

export interface TailPage extends Page {
  /** The log had no further event at the time of the read. */
  readonly atEnd: boolean;
}

/** An event of the tail with its decoded forms, which all subscriptions share. */
interface TailEvent {
  readonly event: RecordedEvent;
  withoutPersonal: Foldable | undefined;
  withPersonal: Foldable | undefined;
}

interface Chunk {
  readonly after: Position | null;
  readonly next: Position;
  readonly events: readonly TailEvent[];
  /** By performance.now(). */
  readonly readAt: number;
}

interface Waiter {
  readonly after: Position | null;
  /** By performance.now(). */
  readonly until: number;
  readonly end: () => void;
}

const MAX_TAIL_EVENTS = 5_000;
/** While events keep arriving, two reads are this many paces apart (docs/decisions/0031). */
const BUSY_PACE_FACTOR = 2;
/** Subscriptions read a page within this time, in milliseconds; older pages are dropped (docs/decisions/0031). */
const MAX_TAIL_AGE_MS = 1_000;

/**
 * Read and decoded once for all subscriptions of a process; those far behind read separately. Follows the log while one
 * waits.
 */
export class LogTail {
  private tail: Chunk[] = [];
  private kept = 0;
  private waiters = new Set<Waiter>();
  private timer: NodeJS.Timeout | undefined;
  /** When the timer fires, by performance.now(); infinity: never. */
  private timerAt = Number.POSITIVE_INFINITY;
  private following: Promise<void> | undefined;
  private closed = new AbortController();

  /** Whether the last read of the tail found events. */
  private isBusy = false;

  /**
   * `paceMs`: between two reads while events keep arriving; the first after a pause is read at once. A longer pace
   * makes larger batches (docs/decisions/0031).
   */
  constructor(
    private readonly store: EventStore,
    private readonly decoder: Decoder,
    private readonly paceMs = 25,
  ) {}

  /** Null where the log has no further event. Throws `StoreUnavailable`. */
  async read(
    after: Position | null,
    eventFilter: SubscriptionFilter,
    limit = EVENTS_PER_PAGE,
  ): Promise<TailPage | null> {
    const tail = this.fromTail(after);
    if (tail) {
      const matching = tail.events.filter(({ event }) => eventFilter.types.has(event.type));
      const events = matching.slice(0, limit);
      const isAll = events.length === matching.length;
      const next = isAll ? tail.next : (events.at(-1)?.event.position ?? tail.next);
      return { events: await this.inForm(events, eventFilter), next, atEnd: isAll };
    }
    const filter = { types: [...eventFilter.types] };
    const page = await this.store.readAll({ from: after ?? undefined, limit, filter });
    if (page.next === undefined || page.next === after) return null;
    assertAscending(page.events);
    const events = await decodeInForm(this.decoder, page.events, eventFilter);
    return { events, next: page.next, atEnd: page.atEnd };
  }

  /** Waits for an event, at most `timeoutMs` or until `close`. Returns whether the log has one. */
  async wait(after: Position | null, timeoutMs: number): Promise<boolean> {
    if (this.hasNews(after) || this.closed.signal.aborted) return this.hasNews(after);
    this.startFollowing(after);
    // No abort listener and no timer per wait: they would outlive the wait (docs/decisions/0031).
    await new Promise<void>((end) => {
      const until = performance.now() + timeoutMs;
      this.waiters.add({ after, until, end });
      if (until < this.timerAt) this.setTimer(until);
    });
    return this.hasNews(after);
  }

  /** Stops following the log and ends all waits. */
  async close(): Promise<void> {
    this.closed.abort();
    this.wake();
    await this.following;
  }

  private hasNews(after: Position | null): boolean {
    const last = this.tail.at(-1);
    return last !== undefined && (after === null || last.next > after);
  }

  /** Ends the waits that have an event or have timed out. */
  private wake(): void {
    const now = this.closed.signal.aborted ? Number.POSITIVE_INFINITY : performance.now();
    let next = Number.POSITIVE_INFINITY;
    for (const waiter of [...this.waiters]) {
      if (waiter.until <= now || this.hasNews(waiter.after)) {
        this.waiters.delete(waiter);
        waiter.end();
      } else next = Math.min(next, waiter.until);
    }
    if (next !== this.timerAt) this.setTimer(next);
  }

  /** Sets one timer for all waits. */
  private setTimer(at: number): void {
    clearTimeout(this.timer);
    this.timerAt = at;
    if (at === Number.POSITIVE_INFINITY) return;
    const onTimer = (): void => {
      // The timer may fire slightly early; a wait that has not timed out yet then gets another timer.
      this.timerAt = Number.POSITIVE_INFINITY;
      this.wake();
    };
    this.timer = setTimeout(onTimer, Math.max(0, Math.ceil(at - performance.now())));
  }

  private fromTail(after: Position | null): { events: readonly TailEvent[]; next: Position } | null {
    const first = this.tail[0];
    const last = this.tail.at(-1);
    if (!first || !last || after === null || (first.after !== null && after < first.after) || after >= last.next)
      return null;
    const events: TailEvent[] = [];
    for (const chunk of this.tail) {
      if (chunk.next <= after) continue;
      if (chunk.after !== null && chunk.after >= after) events.push(...chunk.events);
      else for (const tailEvent of chunk.events) if (tailEvent.event.position > after) events.push(tailEvent);
    }
    return { events, next: last.next };
  }

  private async inForm(
    tail: readonly TailEvent[],
    { personal, stored }: SubscriptionFilter,
  ): Promise<readonly Foldable[]> {
    const events = tail.map(({ event }) => event);
    assertAscending(events);
    if (stored) return events;
    const form = personal ? 'withPersonal' : 'withoutPersonal';
    const missing = tail.filter((tailEvent) => !tailEvent[form]);
    const decoded = await this.decoder.decode(
      missing.map(({ event }) => event),
      form === 'withPersonal',
    );
    missing.forEach((tailEvent, at) => {
      tailEvent[form] = decoded[at];
    });
    return tail.map((tailEvent) => tailEvent[form] as Foldable);
  }

  private startFollowing(after: Position | null): void {
    if (this.following || this.closed.signal.aborted) return;
    const last = this.tail.at(-1);
    // The tail has a gap: each subscription reads those events separately.
    if (last && (after === null || last.next < after)) this.forgetTail();
    this.following = this.follow(this.tail.at(-1)?.next ?? after).finally(() => {
      this.following = undefined;
      if (this.waiters.size > 0) this.startFollowing(this.tail.at(-1)?.next ?? after);
    });
  }

  private async follow(start: Position | null): Promise<void> {
    let from = start;
    const { signal } = this.closed;
    const isWanted = (): boolean => this.waiters.size > 0 && !signal.aborted;
    while (isWanted()) {
      try {
        const options = { from: from ?? undefined, limit: EVENTS_PER_PAGE, signal };
        for await (const { events, next, atEnd } of subscribe(this.store, options)) {
          if (next === undefined || next === from) {
            this.isBusy = false;
          } else {
            const tailEvents = events.map(
              (event): TailEvent => ({ event, withoutPersonal: undefined, withPersonal: undefined }),
            );
            this.keep({ after: from, next, events: tailEvents, readAt: performance.now() });
            from = next;
            this.wake();
            await pause(atEnd && this.isBusy ? BUSY_PACE_FACTOR * this.paceMs : this.paceMs, signal);
            this.isBusy = true;
          }
          if (!isWanted()) break;
        }
      } catch {
        // The store is unavailable. Separate readers receive the error; the tail retries.
        await pause(500, signal);
      }
    }
  }

  private keep(chunk: Chunk): void {
    this.tail.push(chunk);
    this.kept += chunk.events.length;
    const isOld = ({ readAt }: Chunk): boolean => chunk.readAt - readAt > MAX_TAIL_AGE_MS;
    while (this.tail.length > 1 && (this.kept > MAX_TAIL_EVENTS || isOld(this.tail[0] as Chunk)))
      this.kept -= this.tail.shift()?.events.length ?? 0;
  }

  /** Drops the tail, because it may belong to another log. */
  forgetTail(): void {
    this.tail = [];
    this.kept = 0;
  }
}

/** Projections rely on the order by revision, so a violation stops them. */
function assertAscending(events: readonly RecordedEvent[]): void {
  const revisions = new Map<string, number>();
  for (const { streamId, revision } of events) {
    const before = revisions.get(streamId);
    if (before !== undefined && before >= revision)
      throw new Error(`revision ${revision} came after ${before} in a stream`);
    revisions.set(streamId, revision);
  }
}
