import type { Position } from '../port.ts';
import type { LogEvent } from './wire.ts';

/** Maximum number of cached pages: about 20 MB. */
const MAX_CACHED_PAGES = 6;
/** If no page is read for this long, no subscription is catching up and the cache is emptied. */
const IDLE_MS = 10_000;

/** A page of the log from the server, without foreign events. */
export interface RawPage {
  readonly events: readonly LogEvent[];
  /** Position of the last event of the page, including foreign events. Undefined if the page is empty. */
  readonly last: Position | undefined;
  /** The log did not end in this page, so its content can no longer change. */
  readonly isFull: boolean;
}

interface CachedPage {
  /** '' means before the first event. */
  readonly after: string;
  readonly page: Promise<RawPage>;
  /** Set once the page has been read. */
  last: Position | undefined;
}

/** Subscriptions that catch up over the same part of the log read and decode it once. */
export class PageCache {
  private pages: CachedPage[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly read: (after: Position | undefined) => Promise<RawPage>) {}

  /** Returns the events after a position (undefined: from the first): a whole page, or the rest of a cached one. */
  async after(position: Position | undefined): Promise<RawPage> {
    const after = position ?? '';
    const cached = this.pages.find(
      (one) => one.after === after || (one.last !== undefined && one.after <= after && after < one.last),
    );
    if (!cached) return this.readAndCache(position);
    const page = await cached.page;
    // A page at the end of the log may have been read before the events that this caller must see.
    if (!page.isFull) return this.readAndCache(position);
    return { ...page, events: page.events.filter((event) => event.position > after) };
  }

  /** Called when the connection was lost, because the server may then hold another log. */
  clear(): void {
    clearTimeout(this.timer);
    this.pages = [];
  }

  private async readAndCache(position: Position | undefined): Promise<RawPage> {
    const cached: CachedPage = { after: position ?? '', page: this.read(position), last: undefined };
    this.pages.push(cached);
    if (this.pages.length > MAX_CACHED_PAGES) this.pages.shift();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.clear(), IDLE_MS).unref();
    try {
      const page = await cached.page;
      if (page.isFull) cached.last = page.last;
      else this.forget(cached);
      return page;
    } catch (error) {
      this.forget(cached);
      throw error;
    }
  }

  private forget(cached: CachedPage): void {
    this.pages = this.pages.filter((one) => one !== cached);
  }
}
