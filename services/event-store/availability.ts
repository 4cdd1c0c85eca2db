import { type EventStore, type RecordedEvent, StoreUnavailable } from './port.ts';

/** Reads copies of streams from another database. Returns null if they cannot replace the store. */
export type CopiedStreams = (
  streamIds: readonly string[],
) => Promise<ReadonlyMap<string, readonly RecordedEvent[]> | null>;

export interface AvailabilityOptions {
  readonly copies: CopiedStreams;
  readonly now: () => Date;
  /** Called when the store becomes unavailable (with the start of the outage) and when it answers again (null). */
  readonly onChange?: (unavailableSince: Date | null) => void;
  /** Milliseconds without an answer to pending calls before the store is probed. */
  readonly slowMs?: number;
  /** Milliseconds without an answer to a probe or any other call before the store counts as unavailable. */
  readonly probeMs?: number;
  /** Milliseconds between two probes of an unavailable store. */
  readonly probeIntervalMs?: number;
}

/** A store that detects an outage within `slowMs + probeMs`. Reads of single streams continue during an outage. */
export interface WatchedStore {
  readonly store: EventStore;
  /** Start of the current outage; null while the store answers. */
  unavailableSince(): Date | null;
  close(): void;
}

/** The stream that a probe reads the last event of. It need not exist. */
const PROBE = 'reward-policy';

const DEFAULTS = { slowMs: 1_000, probeMs: 2_000, probeIntervalMs: 1_000 };

/** Silence is measured in this many ticks. */
const TICKS_PER_LIMIT = 8;

interface Pending {
  fail(error: StoreUnavailable): void;
}

const unavailable = () => new StoreUnavailable('the event store is unavailable');

/** Measures silence, probes the store, and fails the pending calls of an outage. */
class AvailabilityMonitor {
  /** Start of the current outage; null while the store answers. */
  unavailableSince: Date | null = null;
  private readonly pending = new Set<Pending>();
  private isProbing = false;
  private isClosed = false;
  private stopWatching: (() => void) | undefined;
  private nextProbe: NodeJS.Timeout | undefined;
  /** Number of calls that the store has answered. */
  private answers = 0;

  constructor(
    private readonly store: EventStore,
    private readonly options: Omit<AvailabilityOptions, 'copies'> & typeof DEFAULTS,
  ) {}

  /** Runs a call of the store. Throws `StoreUnavailable` immediately during an outage, and when one is found. */
  guarded<T>(call: () => Promise<T>): Promise<T> {
    if (this.unavailableSince !== null) return Promise.reject(unavailable());
    return new Promise<T>((resolve, reject) => {
      const one: Pending = { fail: reject };
      this.pending.add(one);
      this.watch();
      call().then(
        (answer) => {
          this.pending.delete(one);
          this.answers++;
          resolve(answer);
        },
        (error: unknown) => {
          this.pending.delete(one);
          if (error instanceof StoreUnavailable) void this.probe();
          else this.answers++;
          reject(error);
        },
      );
    });
  }

  close(): void {
    this.isClosed = true;
    this.stopWatching?.();
    clearTimeout(this.nextProbe);
  }

  /** One timer for all pending calls; without calls there is none. */
  private watch(): void {
    this.stopWatching ??= this.onSilence(this.options.slowMs, () => {
      if (this.pending.size > 0) void this.probe();
      else {
        this.stopWatching?.();
        this.stopWatching = undefined;
      }
    });
  }

  /**
   * Calls `act` at every tick while the store has not answered for `limitMs` in which this process could have read an
   * answer: a late tick counts as one, because a busy event loop says nothing about the store. Returns a function that
   * stops it.
   */
  private onSilence(limitMs: number, act: () => void): () => void {
    let silentTicks = 0;
    let seen = this.answers;
    const timer = setInterval(() => {
      silentTicks = this.answers === seen ? silentTicks + 1 : 0;
      seen = this.answers;
      if (silentTicks >= TICKS_PER_LIMIT) act();
    }, limitMs / TICKS_PER_LIMIT).unref();
    return () => clearInterval(timer);
  }

  private isAnswering(): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (isAnswering: boolean): void => {
        stop();
        resolve(isAnswering);
      };
      const stop = this.onSilence(this.options.probeMs, () => settle(false));
      this.store.readLast([PROBE]).then(
        () => settle(true),
        () => settle(false),
      );
    });
  }

  /** Probes until the store answers. Callers are unaffected until the first probe fails. */
  private async probe(): Promise<void> {
    if (this.isProbing || this.isClosed) return;
    const { now, onChange, probeIntervalMs } = this.options;
    this.isProbing = true;
    const began = now();
    const isAnswering = await this.isAnswering();
    this.isProbing = false;
    if (this.isClosed) return;
    if (isAnswering) {
      if (this.unavailableSince !== null) onChange?.(null);
      this.unavailableSince = null;
      return;
    }
    if (this.unavailableSince === null) {
      this.unavailableSince = began;
      onChange?.(began);
    }
    for (const one of [...this.pending]) one.fail(unavailable());
    this.nextProbe = setTimeout(() => void this.probe(), probeIntervalMs).unref();
  }
}

/**
 * During an outage, calls fail at once, and streams are read from copies that can replace the store. A command decided
 * from a copy cannot be recorded wrongly: its append states the revision (docs/decisions/0044).
 */
export function watchStore(store: EventStore, { copies, ...options }: AvailabilityOptions): WatchedStore {
  const monitor = new AvailabilityMonitor(store, { ...DEFAULTS, ...options });
  const guarded = <T>(call: () => Promise<T>): Promise<T> => monitor.guarded(call);

  /** Runs `call`, or answers from the copies via `copied` if the store does not answer. */
  const readOrUseCopies = async <T>(
    streamIds: readonly string[],
    call: () => Promise<T>,
    copied: (streams: ReadonlyMap<string, readonly RecordedEvent[]>) => T,
  ): Promise<T> => {
    try {
      return await guarded(call);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      const streams = await copies(streamIds);
      if (streams === null) throw error;
      return copied(streams);
    }
  };

  return {
    unavailableSince: () => monitor.unavailableSince,
    close: () => monitor.close(),
    store: {
      ...store,
      appendMany: (batch) => guarded(() => store.appendMany(batch)),
      appendInOrder: (batch) => guarded(() => store.appendInOrder(batch)),
      readStream: (streamId, options) =>
        readOrUseCopies(
          [streamId],
          () => store.readStream(streamId, options),
          (streams) => sliceOf(streams.get(streamId) ?? [], options),
        ),
      readStreams: (streamIds) =>
        readOrUseCopies(
          streamIds,
          () => store.readStreams(streamIds),
          (streams) => streams,
        ),
      readLast: (streamIds) =>
        readOrUseCopies(
          streamIds,
          () => store.readLast(streamIds),
          (streams) =>
            new Map([...streams].flatMap(([id, events]) => events.slice(-1).map((last) => [id, last] as const))),
        ),
      agesOf: (streamIds) => guarded(() => store.agesOf(streamIds)),
      readAll: (options) => guarded(() => store.readAll(options)),
      head: () => guarded(() => store.head()),
      readEvent: (id, at) => guarded(() => store.readEvent(id, at)),
    },
  };
}

type ReadStreamOptions = Parameters<EventStore['readStream']>[1];

/** The part of a whole stream that `readStream` returns for these options. */
function sliceOf(events: readonly RecordedEvent[], options: ReadStreamOptions = {}): readonly RecordedEvent[] {
  const { from, direction = 'forwards', limit = Number.MAX_SAFE_INTEGER } = options;
  const isBackwards = direction === 'backwards';
  const matching = events.filter(
    ({ revision }) => from === undefined || (isBackwards ? revision <= from : revision >= from),
  );
  return (isBackwards ? matching.reverse() : matching).slice(0, limit);
}
