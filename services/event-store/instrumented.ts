import { appendedEvents, appendSeconds } from '@fynbos/platform/metrics.ts';
import { inSpan, isTracing } from '@fynbos/platform/tracing.ts';
import type { EventStore, StreamAppend } from './port.ts';

export function instrumented(store: EventStore): EventStore {
  return {
    ...store,
    async appendMany(batch) {
      const end = appendSeconds.startTimer();
      try {
        const append = () => store.appendMany(batch);
        const outcomes = await (isTracing() ? inSpan('append', factsOf(batch), [], append) : append());
        for (const [at, outcome] of outcomes.entries())
          if (outcome.ok && !outcome.repeated) appendedEvents.inc(batch[at]?.events.length ?? 0);
        end({ outcome: 'answered' });
        return outcomes;
      } catch (error) {
        end({ outcome: 'failed' });
        throw error;
      }
    },
  };
}

const factsOf = (batch: readonly StreamAppend[]) => ({
  'fynbos.streams': batch.length,
  'fynbos.events': batch.reduce((sum, { events }) => sum + events.length, 0),
});
