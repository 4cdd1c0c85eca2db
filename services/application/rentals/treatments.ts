import type { AgentEvent } from '@fynbos/domain/agent/events.ts';
import type { TreatmentFrom } from '@fynbos/domain/agent/tax-treatment.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { RecordedEvent } from '@fynbos/event-store/port.ts';
import { BatchLoader } from '@fynbos/platform/batch-loader.ts';
import { LRUCache } from 'lru-cache';

/** Agents remembered; a few hundred bytes each. */
const REMEMBERED = 50_000;
const DAY_MS = 86_400_000;
/** Events of agents' streams read at once where nothing is remembered: an agent has one for every sign-in. */
const EVENTS_AT_ONCE = 5_000;

type Treatments = readonly TreatmentFrom[];

/** What an agent's stream says up to one of its events. */
interface Known {
  readonly id: string;
  readonly revision: number;
  readonly treatments: Treatments;
}

/** In slices that have no more events than may be read at once, or one stream. */
function* slicesOf(ends: readonly RecordedEvent[]): Generator<RecordedEvent[]> {
  let slice: RecordedEvent[] = [];
  let events = 0;
  for (const last of ends) {
    if (slice.length > 0 && events + last.revision >= EVENTS_AT_ONCE) {
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
 * The tax treatments of agents, as their streams stand when they are asked for. Agents' streams grow with every sign-in and
 * decisions are taken by the thousand, so what was read once is remembered: the last event of a stream says whether it still
 * holds, and where it does not, only what came since is read (docs/decisions/0004).
 */
class AgentTreatments {
  private readonly known = new LRUCache<string, Known>({ max: REMEMBERED, ttl: DAY_MS });
  private readonly ends: BatchLoader<RecordedEvent>;

  constructor(private readonly log: EventLog) {
    this.ends = new BatchLoader((streamIds) => log.store.readLast(streamIds), { lanes: 4, most: 50 });
  }

  /** By stream, in the order in which they were set; streams without events are absent. Throws `StoreUnavailable`. */
  async read(streamIds: readonly string[]): Promise<ReadonlyMap<string, Treatments>> {
    if (streamIds.length === 0) return new Map();
    const ends = await this.ends.read(streamIds);
    const found = new Map<string, Treatments>();
    const whole: RecordedEvent[] = [];
    const grown: [string, Known][] = [];
    for (const [streamId, last] of ends) {
      const known = this.known.get(streamId);
      if (known?.id === last.id) found.set(streamId, known.treatments);
      else if (known && known.revision < last.revision) grown.push([streamId, known]);
      else whole.push(last);
    }
    await Promise.all(
      grown.map(async ([streamId, known]) => {
        const [before, ...since] = await this.log.store.readStream(streamId, { from: known.revision });
        // Another event where the known one stood: a store that was restored meanwhile.
        const isContinued = before?.id === known.id;
        const events = isContinued ? since : await this.log.store.readStream(streamId);
        found.set(streamId, await this.remember(events, isContinued ? known.treatments : []));
      }),
    );
    for (const slice of slicesOf(whole)) {
      const streams = await this.log.store.readStreams(slice.map(({ streamId }) => streamId));
      for (const [streamId, events] of streams) found.set(streamId, await this.remember(events, []));
    }
    return found;
  }

  private async remember(events: readonly RecordedEvent[], before: Treatments): Promise<Treatments> {
    const set = (await this.log.decode(events.filter(({ type }) => type === 'TaxTreatmentSet'))) as unknown as Extract<
      AgentEvent,
      { type: 'TaxTreatmentSet' }
    >[];
    const treatments = [
      ...before,
      ...set.map(({ data: { effectiveFrom, treatment } }) => ({ effectiveFrom, treatment })),
    ];
    const last = events.at(-1);
    if (last) this.known.set(last.streamId, { id: last.id, revision: last.revision, treatments });
    return treatments;
  }
}

const ofLog = new WeakMap<EventLog, AgentTreatments>();

/** The treatments of agents by their streams, as they stand now; one memory for each log. Throws `StoreUnavailable`. */
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
