import type { EventStoreDBClient } from '@eventstore/db-client';
import pLimit from 'p-limit';
import type { AllPage, Position, ReadAllOptions, RecordedEvent } from '../port.ts';
import { passesFilter } from '../rules.ts';
import { type CallDeadline, eventsOf, retryOnce } from './connection.ts';
import { logPositionOf } from './events.ts';
import { PageCache, type RawPage } from './pages.ts';
import type { EventStoreDBTail } from './tail.ts';
import { LogEvent, readLog } from './wire.ts';

const EVENTS_PER_RAW_PAGE = 1001;
/** Pages that are sent to one process at once over one connection; with forty, each page was too slow. */
const MAX_CONCURRENT_PAGES = 4;

/** Reads the whole log of EventStoreDB: its end from the tail in memory, the rest in pages from the server. */
export class EventStoreDBLogReader {
  private readonly lane = pLimit(MAX_CONCURRENT_PAGES);
  private readonly pages = new PageCache((after) => this.rawPage(after, false, EVENTS_PER_RAW_PAGE));

  constructor(
    private readonly client: EventStoreDBClient,
    private readonly tail: EventStoreDBTail,
    private readonly answerWithinMs: number,
  ) {}

  /** As `EventStore.readAll`. */
  async readAll(options: ReadAllOptions): Promise<AllPage> {
    return (options.direction === 'backwards' ? null : await this.readTail(options)) ?? this.readServer(options);
  }

  /** As `EventStore.readEvent`: without a position it scans, newest first. */
  async readEvent(id: string, at: Position | undefined): Promise<RecordedEvent | null> {
    const existing = at === undefined ? null : await this.eventAt(at);
    if (existing?.id === id) return existing;
    for (let from: Position | undefined; ; ) {
      const page = await this.readAll({ direction: 'backwards', limit: EVENTS_PER_RAW_PAGE, from });
      const found = page.events.find((event) => event.id === id);
      if (found || page.atEnd) return found ?? null;
      from = page.next;
    }
  }

  clear(): void {
    this.pages.clear();
  }

  /** Returns the page from the tail of the log; null if the tail does not hold it. */
  private async readTail({ from, limit, filter }: ReadAllOptions): Promise<AllPage | null> {
    if (!this.tail.holds(from)) return null;
    const page = this.tail.page(from, limit, filter);
    // A full page stays the same after further appends.
    if (!page.atEnd) return page;
    const reached = await this.tail.waitUntilCaughtUp();
    return reached && this.tail.holds(from) ? this.tail.page(from, limit, filter) : null;
  }

  private async readServer({ from, direction, limit, filter, hints }: ReadAllOptions): Promise<AllPage> {
    const backwards = direction === 'backwards';
    const events: RecordedEvent[] = [];
    let next = from;
    // One event more, for the one at `from`. Later pages compensate for filtered and foreign events.
    for (let [cursor, isSmall] = [from, !filter && limit + 1 < EVENTS_PER_RAW_PAGE]; ; isSmall = false) {
      const page = isSmall
        ? await this.rawPage(cursor, backwards, limit + 1)
        : await (backwards ? this.rawPage(cursor, true, EVENTS_PER_RAW_PAGE) : this.pages.after(cursor));
      for (const event of page.events) {
        if (events.length === limit) return { events, next, atEnd: false };
        if (passesFilter(filter, event)) events.push(hints?.lazily ? event : event.plain());
        next = event.position;
      }
      if (!page.isFull || events.length === limit) return { events, next, atEnd: events.length < limit };
      cursor = page.last;
      // A page full of the server's own events still advances the reader.
      if (page.events.length === 0) next = page.last;
    }
  }

  /** Forwards, the event at `from` itself comes first. Foreign events are only counted. */
  private rawPage(from: Position | undefined, backwards: boolean, maxCount: number): Promise<RawPage> {
    const page = async (deadline: CallDeadline): Promise<RawPage> => {
      const events: LogEvent[] = [];
      let seen = 0;
      let last: Position | undefined;
      const start = from === undefined ? (backwards ? 'end' : 'start') : logPositionOf(from);
      const read = await readLog(this.client, { from: start, isBackwards: backwards, maxCount });
      for await (const message of eventsOf(read, deadline)) {
        if (!(message instanceof LogEvent)) continue;
        seen++;
        last = message.position;
        if (message.isOurs && last !== from) events.push(message);
      }
      return { events, last, isFull: seen === maxCount };
    };
    const read = () => retryOnce(this.answerWithinMs, page);
    return maxCount < EVENTS_PER_RAW_PAGE ? read() : this.lane(read);
  }

  /** The event at exactly this position, or null. */
  private eventAt(position: Position): Promise<RecordedEvent | null> {
    return retryOnce(this.answerWithinMs, async (deadline) => {
      let found: RecordedEvent | null = null;
      const read = await readLog(this.client, { from: logPositionOf(position), isBackwards: false, maxCount: 1 });
      for await (const message of eventsOf(read, deadline))
        if (message instanceof LogEvent && message.isOurs) found = message.plain();
      return found;
    });
  }
}
