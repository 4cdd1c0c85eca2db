import type { EventStore } from '../port.ts';
import { EventStoreDBAppends } from './appends.ts';
import { connect } from './internals.ts';
import { EventStoreDBLogReader } from './log-reader.ts';
import { EventStoreDBStreamReader } from './stream-reader.ts';
import { StreamCache } from './streams.ts';
import { EventStoreDBTail } from './tail.ts';

/** The client's own default deadline, which it applies to neither reads nor appends. */
const CALL_TIMEOUT_MS = 10_000;

/**
 * An event store on EventStoreDB or KurrentDB (`esdb://…`, `kurrentdb://…`, one or several hosts). An append is at most
 * 1 MiB. `readEvent` without a position scans, newest first. A call without an answer for `answerWithinMs` is aborted.
 * `now`: the time of a machine that all processes share; it must agree with the server's within seconds.
 */
export function eventStoreDb(
  url: string,
  now: () => Promise<Date> = async () => new Date(),
  answerWithinMs = CALL_TIMEOUT_MS,
): EventStore {
  // The client knows only the older name of the scheme; both mean the same.
  const client = connect(url.replace(/^kurrentdb/, 'esdb'));
  const cache = new StreamCache();
  const tail = new EventStoreDBTail(client, answerWithinMs, {
    delivered: (event) => cache.delivered(event),
    lost: () => {
      cache.clear();
      log.clear();
    },
  });
  const log = new EventStoreDBLogReader(client, tail, answerWithinMs);
  const streams = new EventStoreDBStreamReader(client, cache, tail, answerWithinMs);
  const { appendMany, appendInOrder } = new EventStoreDBAppends(client, streams, answerWithinMs);
  const { readStream, readStreams, readLast } = streams;
  return {
    hints: { readsOneByOne: true },
    appendMany,
    appendInOrder,
    readStream,
    readStreams,
    readLast,
    agesOf: async (streamIds) => {
      const stored = await streams.storedAt(streamIds);
      const at = (await now()).getTime();
      return new Map(stored.map(([id, storedAt]) => [id, at - storedAt.getTime()]));
    },
    readAll: (options) => log.readAll(options),
    head: async () => (await log.readAll({ direction: 'backwards', limit: 1 })).next,
    readEvent: (id, at) => log.readEvent(id, at),
    // No `findTamperedEvents`: the server stores no columns besides an event, and every reader parses its whole text.
    waitForAppend: (timeoutMs, signal) => tail.wait(timeoutMs, signal),
    close: async () => {
      await tail.close();
      log.clear();
      await client.dispose();
    },
  };
}
