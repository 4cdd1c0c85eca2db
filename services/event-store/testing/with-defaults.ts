import { setTimeout as sleep } from 'node:timers/promises';
import type {
  AppendNotifications,
  EventStore,
  EventStoreCore,
  LastEvents,
  OrderedAppends,
  StreamAges,
  TamperEvidence,
} from '../port.ts';

export type EventStoreAdapter = EventStoreCore &
  StreamAges &
  Partial<LastEvents & OrderedAppends & AppendNotifications & TamperEvidence>;

/** Maximum pause in milliseconds between two reads of a store without notifications. */
const POLL_MS = 250;

/** Completes an adapter that lacks some optional capabilities to a full event store. */
export function withDefaults(adapter: EventStoreAdapter): EventStore {
  return {
    readLast: async (streamIds) => {
      const ends = await Promise.all(
        [...new Set(streamIds)].map((id) => adapter.readStream(id, { direction: 'backwards', limit: 1 })),
      );
      return new Map(ends.flat().map((event) => [event.streamId, event]));
    },
    appendInOrder: async (batch) => {
      for (const entry of batch) {
        const conflict = (await adapter.appendMany([entry])).find((outcome) => !outcome.ok)?.conflict;
        if (conflict) throw conflict;
      }
    },
    waitForAppend: (timeoutMs, signal) =>
      sleep(Math.min(timeoutMs, POLL_MS), undefined, signal && { signal }).catch(() => undefined),
    ...adapter,
  };
}
