import pTimeout from 'p-timeout';
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
  /** A call that takes longer than this makes the store be probed. */
  readonly slowMs?: number;
  /** The store is away when a probe has no answer within this time. */
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
  /** By performance.now(). */
  readonly since: number;
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

  const answers = async (): Promise<boolean> => {
    try {
      await pTimeout(store.readLast([PROBE]), { milliseconds: probeMs });
      return true;
    } catch {
      return false;
    }
  };

  /** Probes until the store answers. Before the first answer is missed nothing changes for anybody. */
  const probe = async (): Promise<void> => {
    if (probing || closed) return;
    probing = true;
    const began = now();
    const isThere = await answers();
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

  /** One timer for all calls under way. */
  const watch = (): void => {
    watching ??= setInterval(() => {
      if (pending.size === 0) {
        clearInterval(watching);
        watching = undefined;
      }
      const [oldest] = pending;
      if (oldest && performance.now() - oldest.since > slowMs) void probe();
    }, slowMs / 4).unref();
  };

  const guarded = <T>(call: () => Promise<T>): Promise<T> => {
    if (awaySince !== null) return Promise.reject(away());
    return new Promise<T>((resolve, reject) => {
      const one: Pending = { since: performance.now(), fail: reject };
      pending.add(one);
      watch();
      call().then(
        (answer) => {
          pending.delete(one);
          resolve(answer);
        },
        (error: unknown) => {
          pending.delete(one);
          if (error instanceof StoreUnavailable) void probe();
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
