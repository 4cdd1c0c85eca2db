import { type AdminRole, grantOf } from '@fynbos/domain/admin/permissions.ts';
import { streamOfRecord } from '@fynbos/domain/audit/record-kinds.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { z } from 'zod';
import { stepsOf } from '../handle.ts';
import type { Stores } from '../services.ts';
import { type Aggregate, aggregateOf } from './aggregates.ts';
import { changesOf, type FieldChange, masked, maskedChange } from './changes.ts';
import { loadNames, namedActor } from './names.ts';

interface EventRef {
  readonly id: string;
  readonly streamId: string;
}

/** The kind of record of a stream, if it is compared and the roles may see it. */
export function comparedAggregateOf(streamId: string, roles: readonly AdminRole[]): Aggregate | undefined {
  const found = aggregateOf(streamId);
  return found?.isCompared && grantOf(roles, found.permission) !== null ? found : undefined;
}

/** Keyed by event id, personal data masked. Absent for records hidden from the roles and kinds without comparison. */
export async function changesOfEvents(
  log: EventLog,
  events: readonly EventRef[],
  roles: readonly AdminRole[],
): Promise<ReadonlyMap<string, HistoryEntry['changes']>> {
  const shownIds = new Set(events.map(({ id }) => id));
  const compared = new Map(
    [...new Set(events.map(({ streamId }) => streamId))].flatMap((streamId) => {
      const aggregate = comparedAggregateOf(streamId, roles);
      return aggregate ? [[streamId, aggregate] as const] : [];
    }),
  );
  const changes = new Map<string, HistoryEntry['changes']>();
  if (compared.size === 0) return changes;
  for (const [streamId, stream] of await log.readStreams([...compared.keys()], { personal: true })) {
    const aggregate = compared.get(streamId) as Aggregate;
    // The first event creates the record and changes nothing.
    for (const { event, before, after } of stepsOf(aggregate.decider, stream).slice(1))
      if (shownIds.has(event.id)) changes.set(event.id, shownChanges(aggregate, changesOf(before, after), false));
  }
  return changes;
}

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

const hasPrefix = (field: string, prefixes: readonly string[]): boolean =>
  prefixes.some((prefix) =>
    prefix.endsWith('.') ? field.startsWith(prefix) : field === prefix || field.startsWith(`${prefix}.`),
  );

/** Field by field, oldest first. Personal values are masked unless `reveal` is set. */
export async function historyOf(
  services: Stores,
  aggregate: Aggregate,
  id: string,
  reveal: boolean,
): Promise<HistoryEntry[]> {
  const { log } = services;
  const streamId = streamOfRecord({ resource: aggregate.resource, id }) as string;
  const stream = await log.readStream(streamId, { personal: true });
  const actors = stream.events.map(({ metadata }) => metadata.actor);
  const named = await loadNames(services, { actors, streamIds: [] });
  const addresses = await Promise.all(stream.events.map((event) => log.codec.openFrom(event)));
  return stepsOf(aggregate.decider, stream).map(({ event, before, after }, index): HistoryEntry => {
    const { id: eventId, revision, type, metadata } = event;
    const { recordedAt, reason = null, correlationId, demo = false } = metadata;
    // The fold's initial state was never visible, so the first event shows nothing before it.
    const all = changesOf(before, after).map((change) => (index === 0 ? { ...change, before: null } : change));
    const changes = shownChanges(aggregate, all, reveal);
    const [actor, from] = [named.actor(metadata.actor), addresses[index] ?? null];
    return { eventId, revision, type, recordedAt, actor, from, reason, correlationId, demo, changes };
  });
}

export function shownChanges(
  aggregate: Aggregate,
  changes: readonly FieldChange[],
  reveal: boolean,
): HistoryEntry['changes'] {
  return changes
    .filter(({ field }) => !hasPrefix(field, aggregate.hidden))
    .map((change) => {
      if (reveal || !hasPrefix(change.field, aggregate.personal ?? [])) return { ...change, masked: false };
      const [before, after] = [masked(change.field, change.before), masked(change.field, change.after)];
      return { field: change.field, before, after, masked: before !== change.before || after !== change.after };
    });
}
