import { type EventStore, type RecordedEvent, StoreUnavailable } from './port.ts';

/** Copies of streams in another database; null where they cannot stand in for the store. */
export type CopiedStreams = (
  streamIds: readonly string[],
) => Promise<ReadonlyMap<string, readonly RecordedEvent[]> | null>;

export interface AvailabilityOptions {
  readonly copies: CopiedStreams;
  readonly now: () => Date;
  /** Called when the store is found away (with the time since when) and when it answers again (null). */
  readonly onChange?: (awaySince: Date | null) => void;
  /** The store is probed when calls are pending and none is answered for this long. */
  readonly slowMs?: number;
  /** The store is unavailable when neither a probe nor any other call is answered for this long. */
  readonly probeMs?: number;
  /** Pause between two probes of a store that is away. */
  readonly againMs?: number;
}

/** A store whose absence is noticed within `slowMs + probeMs` and outlasted by reads of single streams. */
export interface WatchedStore {
  readonly store: EventStore;
  /** Since when the store is away; null while it answers. */
  awaySince(): Date | null;
  close(): void;
}

/** A stream whose last event is read to see whether the store answers. It need not exist. */
const PROBE = 'reward-policy';

interface Pending {
  fail(error: StoreUnavailable): void;
}

const away = () => new StoreUnavailable('the event store is away');

/**
 * Watches a store. While it is away every call fails at once instead of waiting for a timeout of its own; reads of streams
 * are answered from copies where these can stand in. A command that was decided from a copy cannot be recorded wrongly: its
 * append names the revision that it has seen (docs/decisions/0044).
 */
export function watchStore(
  store: EventStore,
  { copies, now, onChange, slowMs = 1_000, probeMs = 2_000, againMs = 1_000 }: AvailabilityOptions,
): WatchedStore {
  const pending = new Set<Pending>();
  let awaySince: Date | null = null;
  let probing = false;
  let closed = false;
  let watching: NodeJS.Timeout | undefined;
  let again: NodeJS.Timeout | undefined;
  /** Answers of the store to any call so far. */
  let answers = 0;

  /**
   * Resolves once the store has answered nothing for `limitMs` while this process could have read an answer: a tick that
   * comes late counts as one tick, because a busy event loop says nothing about the store.
   */
  const silence = (limitMs: number, ended: () => boolean): Promise<void> => {
    const tickMs = limitMs / 8;
    return new Promise((resolve) => {
      let quiet = 0;
      let seen = answers;
      const timer = setInterval(() => {
        quiet = answers === seen ? quiet + 1 : 0;
        seen = answers;
        if (quiet < 8 && !ended() && !closed) return;
        clearInterval(timer);
        resolve();
      }, tickMs).unref();
    });
  };

  const isAnswering = async (): Promise<boolean> => {
    let ended = false;
    const answered = store.readLast([PROBE]).then(
      () => true,
      () => false,
    );
    try {
      return await Promise.race([answered, silence(probeMs, () => ended).then(() => false)]);
    } finally {
      ended = true;
    }
  };

  /** Probes until the store answers. Callers notice nothing before the first probe has failed. */
  const probe = async (): Promise<void> => {
    if (probing || closed) return;
    probing = true;
    const began = now();
    const isThere = await isAnswering();
    probing = false;
    if (closed) return;
    if (isThere) {
      if (awaySince !== null) onChange?.(null);
      awaySince = null;
      return;
    }
    if (awaySince === null) {
      awaySince = began;
      onChange?.(awaySince);
    }
    for (const one of [...pending]) one.fail(away());
    again = setTimeout(() => void probe(), againMs).unref();
  };

  /** One timer for all calls under way: probes when none of them is answered for `slowMs`. */
  const watch = (): void => {
    if (watching) return;
    let quiet = 0;
    let seen = answers;
    watching = setInterval(() => {
      quiet = answers === seen ? quiet + 1 : 0;
      seen = answers;
      if (pending.size === 0) {
        clearInterval(watching);
        watching = undefined;
      } else if (quiet > 4) void probe();
    }, slowMs / 4).unref();
  };

  const guarded = <T>(call: () => Promise<T>): Promise<T> => {
    if (awaySince !== null) return Promise.reject(away());
    return new Promise<T>((resolve, reject) => {
      const one: Pending = { fail: reject };
      pending.add(one);
      watch();
      call().then(
        (answer) => {
          pending.delete(one);
          answers++;
          resolve(answer);
        },
        (error: unknown) => {
          pending.delete(one);
          if (error instanceof StoreUnavailable) void probe();
          else answers++;
          reject(error);
        },
      );
    });
  };

  /** As `call`, or what `copied` gives of the copies where the store does not answer. */
  const orCopied = async <T>(
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
    awaySince: () => awaySince,
    close: () => {
      closed = true;
      clearInterval(watching);
      clearTimeout(again);
    },
    store: {
      ...store,
      append: (streamId, expected, events) => guarded(() => store.append(streamId, expected, events)),
      appendMany: (batch) => guarded(() => store.appendMany(batch)),
      appendInOrder: (batch) => guarded(() => store.appendInOrder(batch)),
      readStream: (streamId, options) =>
        orCopied(
          [streamId],
          () => store.readStream(streamId, options),
          (streams) => part(streams.get(streamId) ?? [], options),
        ),
      readStreams: (streamIds) =>
        orCopied(
          streamIds,
          () => store.readStreams(streamIds),
          (streams) => streams,
        ),
      readLast: (streamIds) =>
        orCopied(
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

/** What `readStream` gives of a whole stream. */
function part(events: readonly RecordedEvent[], options: ReadStreamOptions = {}): readonly RecordedEvent[] {
  const { from, direction = 'forwards', limit = Number.MAX_SAFE_INTEGER } = options;
  const isBackwards = direction === 'backwards';
  const wanted = events.filter(
    ({ revision }) => from === undefined || (isBackwards ? revision <= from : revision >= from),
  );
  return (isBackwards ? wanted.reverse() : wanted).slice(0, limit);
}
