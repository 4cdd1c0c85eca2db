import { appendedEvents, appendSeconds } from '@fynbos/platform/metrics.ts';
import { inSpan, isTracing } from '@fynbos/platform/tracing.ts';
import type { EventStore, StoredEvent } from './port.ts';

/** Wraps the store to measure its appends and, if tracing is configured, to trace them. */
export function instrumented(store: EventStore): EventStore {
  return {
    ...store,
    append: (streamId, expected, events) =>
      measured(
        [{ events }],
        () => store.append(streamId, expected, events),
        ({ repeated }) => (repeated ? 0 : events.length),
      ),
    appendMany: (batch) =>
      measured(
        batch,
        () => store.appendMany(batch),
        (outcomes) =>
          outcomes.reduce((sum, outcome, at) => {
            return outcome.ok && !outcome.repeated ? sum + (batch[at]?.events.length ?? 0) : sum;
          }, 0),
      ),
  };
}

type Batch = readonly { readonly events: readonly StoredEvent[] }[];

async function measured<T>(batch: Batch, append: () => Promise<T>, appended: (outcome: T) => number): Promise<T> {
  const end = appendSeconds.startTimer();
  try {
    const outcome = await (isTracing() ? traced(batch, append) : append());
    appendedEvents.inc(appended(outcome));
    end({ outcome: 'answered' });
    return outcome;
  } catch (error) {
    end({ outcome: 'failed' });
    throw error;
  }
}

function traced<T>(batch: Batch, append: () => Promise<T>): Promise<T> {
  const events = batch.flatMap((one) => one.events);
  const facts = { 'fynbos.streams': batch.length, 'fynbos.events': events.length };
  return inSpan('append', facts, [], append);
}
