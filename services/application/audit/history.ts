import type { DecodedEvent } from '@fynbos/event-store/event-log.ts';
import { z } from 'zod';
import { stepsOf } from '../handle.ts';
import type { Application } from '../services.ts';
import { type NamedActor, namedActor } from './actors.ts';
import type { Aggregate } from './aggregates.ts';
import { changesOf, type FieldChange, masked, maskedChange } from './changes.ts';
import { loadNames } from './record-names.ts';

/** One event of a record as its History page shows it. */
export const historyEntry = z.object({
  eventId: z.string(),
  revision: z.int(),
  type: z.string(),
  /** ISO 8601 UTC. */
  recordedAt: z.string(),
  actor: namedActor,
  /** Network address. Null if none was stored or the actor was erased. */
  from: z.string().nullable(),
  reason: z.string().nullable(),
  correlationId: z.string(),
  demo: z.boolean(),
  changes: z.array(maskedChange).readonly(),
});
export type HistoryEntry = Readonly<z.output<typeof historyEntry>>;

const under = (field: string, beginnings: readonly string[]): boolean =>
  beginnings.some((beginning) =>
    beginning.endsWith('.') ? field.startsWith(beginning) : field === beginning || field.startsWith(`${beginning}.`),
  );

/**
 * Returns the changes of each event of a record, field by field, oldest first. Personal values are masked unless
 * `reveal` is set.
 */
export async function historyOf(
  services: Pick<Application, 'log' | 'db'>,
  aggregate: Aggregate,
  id: string,
  reveal: boolean,
): Promise<HistoryEntry[]> {
  const { log } = services;
  const stream = await log.readStream(aggregate.streamOf(id), { personal: true });
  const actors = stream.events.map(({ metadata }) => metadata.actor);
  const named = await loadNames(services, { actors, streamIds: [] });
  const addresses = await Promise.all(stream.events.map((event) => log.codec.openFrom(event)));
  return stepsOf(aggregate.decider, stream).map(({ event, before, after }, index) => {
    const changes = changesOf(before, after);
    return entryOf(
      event,
      // The fold's initial state was never visible, so the first event shows nothing before it.
      shownChanges(aggregate, index === 0 ? changes.map((change) => ({ ...change, before: null })) : changes, reveal),
      named.actor(event.metadata.actor),
      addresses[index] ?? null,
    );
  });
}

export function shownChanges(
  aggregate: Aggregate,
  changes: readonly FieldChange[],
  reveal: boolean,
): HistoryEntry['changes'] {
  return changes
    .filter(({ field }) => !under(field, aggregate.hidden))
    .map((change) => {
      if (reveal || !under(change.field, aggregate.personal ?? [])) return { ...change, masked: false };
      const [before, after] = [masked(change.field, change.before), masked(change.field, change.after)];
      return { field: change.field, before, after, masked: before !== change.before || after !== change.after };
    });
}

function entryOf(
  { id: eventId, revision, type, metadata }: DecodedEvent,
  changes: HistoryEntry['changes'],
  actor: NamedActor,
  from: string | null,
): HistoryEntry {
  const { recordedAt, reason, correlationId, demo } = metadata;
  return {
    eventId,
    revision,
    type,
    recordedAt,
    actor,
    from,
    reason: reason ?? null,
    correlationId,
    demo: demo === true,
    changes,
  };
}
