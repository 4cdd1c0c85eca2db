import type { LogEvent } from './eventstoredb-wire.ts';
import type { Position } from './port.ts';

/** Pages held: some 20 MB. */
const MOST_PAGES = 6;
/** When no page has been read for so long, nobody is catching up and all are left out. */
const IDLE_MS = 10_000;

/** A page of the log as the server gives it, without the events that are none of ours. */
export interface RawPage {
  readonly events: readonly LogEvent[];
  /** Position of the last event of the page, ours or not; undefined where it has none. */
  readonly last: Position | undefined;
  /** The log did not end in it. What it holds can then not change any more. */
  readonly isFull: boolean;
}

interface Held {
  /** '' is before the first event. */
  readonly after: string;
  readonly page: Promise<RawPage>;
  /** Known once it has been read. */
  last: Position | undefined;
}

/**
 * Pages of the log that were read last, so that the many subscriptions of a process that catch up over the same part of the log
 * read and decode it once.
 */
export class HeldPages {
  private held: Held[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly read: (after: Position | undefined) => Promise<RawPage>) {}

  /** The events after a position (undefined: from the first): a whole page, or the rest of one that is held. */
  async after(position: Position | undefined): Promise<RawPage> {
    const after = position ?? '';
    const known = this.held.find(
      (one) => one.after === after || (one.last !== undefined && one.after <= after && after < one.last),
    );
    if (!known) return this.readAndHold(position);
    const page = await known.page;
    // One that ends the log was perhaps read before what this caller has to see.
    if (!page.isFull) return this.readAndHold(position);
    return { ...page, events: page.events.filter((event) => event.position > after) };
  }

  /** For a log that may be another: the connection to the server was lost. */
  clear(): void {
    clearTimeout(this.timer);
    this.held = [];
  }

  private async readAndHold(position: Position | undefined): Promise<RawPage> {
    const held: Held = { after: position ?? '', page: this.read(position), last: undefined };
    this.held.push(held);
    if (this.held.length > MOST_PAGES) this.held.shift();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.clear(), IDLE_MS).unref();
    try {
      const page = await held.page;
      if (page.isFull) held.last = page.last;
      else this.forget(held);
      return page;
    } catch (error) {
      this.forget(held);
      throw error;
    }
  }

  private forget(held: Held): void {
    this.held = this.held.filter((one) => one !== held);
  }
}
