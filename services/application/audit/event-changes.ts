import { type AdminRole, grantOf } from '@fynbos/domain/admin/permissions.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { stepsOf } from '../handle.ts';
import { type Aggregate, aggregates } from './aggregates.ts';
import { changesOf } from './changes.ts';
import { type HistoryEntry, shownChanges } from './history.ts';

interface EventRef {
  readonly id: string;
  readonly streamId: string;
}

/** Kinds of records with short streams, where folding the whole stream costs little. */
const COMPARED: ReadonlySet<string> = new Set([
  'travel-agents',
  'promotions',
  'contact-support',
  'integrators',
  'admins',
  'reward-policy',
  'rewards',
  'challenges',
]);

/** The kind of record of a stream, if it is compared and the roles may see it. */
export function comparedAggregateOf(streamId: string, roles: readonly AdminRole[]): Aggregate | undefined {
  const found = aggregates.find(({ streamOf }) => {
    const prefix = streamOf('');
    return streamId === prefix || (prefix.endsWith('-') && streamId.startsWith(prefix));
  });
  return found && COMPARED.has(found.resource) && grantOf(roles, found.permission) !== null ? found : undefined;
}

/**
 * The fields that each event changed, before and after, with personal data masked; by event id. Events of records that
 * the roles may not see, and of kinds without a comparison, are absent. Throws `StoreUnavailable`.
 */
export async function changesOfEvents(
  log: EventLog,
  events: readonly EventRef[],
  roles: readonly AdminRole[],
): Promise<ReadonlyMap<string, HistoryEntry['changes']>> {
  const wanted = new Set(events.map(({ id }) => id));
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
      if (wanted.has(event.id)) changes.set(event.id, shownChanges(aggregate, changesOf(before, after), false));
  }
  return changes;
}
