import type { AppendOutcome, StreamAppend } from './port.ts';

interface Waiting {
  readonly entry: StreamAppend;
  readonly resolve: (outcome: AppendOutcome) => void;
  readonly reject: (error: unknown) => void;
}

export interface CoalesceOptions {
  /** Maximum number of concurrent calls. */
  readonly maxCalls: number;
  /** Maximum number of streams per call: each takes a lock in the server's shared lock table. */
  readonly maxStreams: number;
  /** Maximum number of events per call. A single entry may exceed it. */
  readonly maxEvents: number;
}

/**
 * Collects appends during a call and sends them as the next one. A call has each stream once; a second append to it
 * waits for the first. If the store rejects a call, its entries are sent one by one, so that only the invalid one
 * fails.
 */
export class Coalescer {
  private waiting: Waiting[] = [];
  private readonly busy = new Set<string>();
  private calls = 0;
  private scheduled = false;

  constructor(
    private readonly send: (batch: readonly StreamAppend[]) => Promise<readonly AppendOutcome[]>,
    private readonly isPerEntryError: (error: unknown) => boolean,
    private readonly options: CoalesceOptions,
  ) {}

  submit(entry: StreamAppend): Promise<AppendOutcome> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ entry, resolve, reject });
      this.schedule();
    });
  }

  /** Sends in the next event-loop turn, so that appends of the same turn share a call. */
  private schedule(): void {
    if (this.scheduled || this.calls >= this.options.maxCalls || this.waiting.length === 0) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      const batch = this.nextBatch();
      if (batch.length === 0) return;
      void this.call(batch);
      this.schedule();
    });
  }

  private nextBatch(): Waiting[] {
    const batch: Waiting[] = [];
    const left: Waiting[] = [];
    const passed = new Set<string>();
    let events = 0;
    for (const item of this.waiting) {
      const { streamId, events: added } = item.entry;
      const fits = batch.length === 0 || events + added.length <= this.options.maxEvents;
      if (batch.length < this.options.maxStreams && fits && !this.busy.has(streamId) && !passed.has(streamId)) {
        batch.push(item);
        this.busy.add(streamId);
        events += added.length;
      } else {
        left.push(item);
        passed.add(streamId);
      }
    }
    this.waiting = left;
    return batch;
  }

  private async call(batch: readonly Waiting[]): Promise<void> {
    this.calls++;
    try {
      const outcomes = await this.send(batch.map((item) => item.entry));
      for (const [index, item] of batch.entries()) item.resolve(outcomes[index] as AppendOutcome);
    } catch (error) {
      if (batch.length > 1 && this.isPerEntryError(error)) await this.callEach(batch);
      else for (const item of batch) item.reject(error);
    } finally {
      this.calls--;
      for (const item of batch) this.busy.delete(item.entry.streamId);
      this.schedule();
    }
  }

  private async callEach(batch: readonly Waiting[]): Promise<void> {
    for (const item of batch) {
      try {
        item.resolve((await this.send([item.entry]))[0] as AppendOutcome);
      } catch (error) {
        item.reject(error);
      }
    }
  }
}
