import type { AgentEvent } from '@fynbos/domain/agent/events.ts';
import type { TreatmentFrom } from '@fynbos/domain/agent/tax-treatment.ts';
import { DAY_MS } from '@fynbos/domain/calendar.ts';
import type { DecodedEvent, EventLog } from '@fynbos/event-store/event-log.ts';
import type { RecordedEvent } from '@fynbos/event-store/port.ts';
import { BatchLoader } from '@fynbos/platform/batch-loader.ts';
import { LRUCache } from 'lru-cache';

/** Agents kept in memory; a few hundred bytes each. */
const MAX_CACHED_AGENTS = 50_000;
/** Events read at once from streams that are not in memory. An agent's stream has one event per sign-in. */
const EVENTS_PER_READ = 5_000;

type Treatments = readonly TreatmentFrom[];
type TaxTreatmentSet = Extract<AgentEvent, { type: 'TaxTreatmentSet' }>;

const isTaxTreatmentSet = (event: DecodedEvent): event is DecodedEvent<TaxTreatmentSet> =>
  event.type === 'TaxTreatmentSet';
const treatmentFrom = ({ effectiveFrom, treatment }: TaxTreatmentSet['data']): TreatmentFrom => ({
  effectiveFrom,
  treatment,
});

/** An agent's treatments up to the event `id`. */
interface CachedTreatments {
  readonly id: string;
  readonly revision: number;
  readonly treatments: Treatments;
}

/** Groups streams so that each group has at most `EVENTS_PER_READ` events, or one stream. */
function* slicesOf(ends: readonly RecordedEvent[]): Generator<RecordedEvent[]> {
  let slice: RecordedEvent[] = [];
  let events = 0;
  for (const last of ends) {
    if (slice.length > 0 && events + last.revision >= EVENTS_PER_READ) {
      yield slice;
      slice = [];
      events = 0;
    }
    slice.push(last);
    events += last.revision + 1;
  }
  if (slice.length > 0) yield slice;
}

/**
 * Cached, because agents' streams grow with every sign-in and a batch decides thousands of rentals. If the last event
 * changed, only newer events are read (docs/decisions/0004).
 */
class AgentTreatments {
  private readonly cache = new LRUCache<string, CachedTreatments>({ max: MAX_CACHED_AGENTS, ttl: DAY_MS });
  private readonly ends: BatchLoader<RecordedEvent>;

  constructor(private readonly log: EventLog) {
    this.ends = new BatchLoader((streamIds) => log.store.readLast(streamIds), { maxQueries: 4, maxKeys: 50 });
  }

  /** Treatments by stream, in the order set; streams without events are absent. Throws `StoreUnavailable`. */
  async read(streamIds: readonly string[]): Promise<ReadonlyMap<string, Treatments>> {
    if (streamIds.length === 0) return new Map();
    const ends = await this.ends.read(streamIds);
    const found = new Map<string, Treatments>();
    const whole: RecordedEvent[] = [];
    const staleStreams: [string, CachedTreatments][] = [];
    for (const [streamId, last] of ends) {
      const cached = this.cache.get(streamId);
      if (cached?.id === last.id) found.set(streamId, cached.treatments);
      else if (cached && cached.revision < last.revision) staleStreams.push([streamId, cached]);
      else whole.push(last);
    }
    await Promise.all(
      staleStreams.map(async ([streamId, cached]) => {
        const [before, ...since] = await this.log.store.readStream(streamId, { from: cached.revision });
        // A different event at the known revision: the store was restored in between.
        const isContinued = before?.id === cached.id;
        const events = isContinued ? since : await this.log.store.readStream(streamId);
        found.set(streamId, await this.remember(events, isContinued ? cached.treatments : []));
      }),
    );
    for (const slice of slicesOf(whole)) {
      const streams = await this.log.store.readStreams(slice.map(({ streamId }) => streamId));
      for (const [streamId, events] of streams) found.set(streamId, await this.remember(events, []));
    }
    return found;
  }

  private async remember(events: readonly RecordedEvent[], before: Treatments): Promise<Treatments> {
    const set = await this.log.decode(events.filter(({ type }) => type === 'TaxTreatmentSet'));
    const treatments = [...before, ...set.filter(isTaxTreatmentSet).map(({ data }) => treatmentFrom(data))];
    const last = events.at(-1);
    if (last) this.cache.set(last.streamId, { id: last.id, revision: last.revision, treatments });
    return treatments;
  }
}

const ofLog = new WeakMap<EventLog, AgentTreatments>();

/** The current treatments of agents by their streams; one cache per log. Throws `StoreUnavailable`. */
export function loadTreatments(
  log: EventLog,
  streamIds: readonly string[],
): Promise<ReadonlyMap<string, readonly TreatmentFrom[]>> {
  let treatments = ofLog.get(log);
  if (!treatments) {
    treatments = new AgentTreatments(log);
    ofLog.set(log, treatments);
  }
  return treatments.read(streamIds);
}
