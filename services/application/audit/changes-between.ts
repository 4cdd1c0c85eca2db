import { type AdminRole, grantOf } from '@fynbos/domain/admin/permissions.ts';
import { kindOf, pageOfRecord, recordOfStream } from '@fynbos/domain/audit/record-kinds.ts';
import type { Actor } from '@fynbos/domain/decider.ts';
import { formatCode } from '@fynbos/domain/format.ts';
import { changedStreams } from '@fynbos/projections/audit-log/queries.ts';
import { z } from 'zod';
import { stateOf } from '../handle.ts';
import type { Stores } from '../services.ts';
import { type Aggregate, aggregateOf, aggregates } from './aggregates.ts';
import { changesOf, maskedChange } from './changes.ts';
import { shownChanges } from './history.ts';
import { loadNames, namedActor, namedRecord, streamsOfRecord } from './names.ts';

/** Kinds of records that are compared for these roles, as the audit log names them. There are too many rentals. */
const kindsFor = (roles: readonly AdminRole[]): string[] =>
  aggregates
    .filter(
      (aggregate: Aggregate) =>
        aggregate.isCompared && aggregate.resource !== 'rewards' && grantOf(roles, aggregate.permission) !== null,
    )
    .map(({ resource }) => kindOf(resource));
/** Records that are compared while the reader waits. */
const MAX_RECORDS = 300;

export const recordDifference = z.object({
  kind: z.string(),
  record: namedRecord,
  /** Whether the record did not exist at the first moment; `changes` is then empty. */
  isNew: z.boolean(),
  changes: z.array(maskedChange).readonly(),
  events: z.int(),
  by: z.array(namedActor).readonly(),
});
export type RecordDifference = Readonly<z.output<typeof recordDifference>>;

/** At two moments (ISO 8601 UTC), field by field, personal data masked; at most `MAX_RECORDS`, the latest first. */
export async function changesBetween(
  services: Stores,
  range: { readonly from: string; readonly to: string },
  roles: readonly AdminRole[],
  record?: string,
): Promise<{ readonly records: readonly RecordDifference[]; readonly isWhole: boolean }> {
  const { log, db } = services;
  const streamIds = record === undefined ? null : streamsOfRecord(record);
  const changed = await changedStreams(db, range, { aggregates: kindsFor(roles), streamIds, limit: MAX_RECORDS + 1 });
  const shown = changed.slice(0, MAX_RECORDS);
  if (shown.length === 0) return { records: [], isWhole: true };
  const actorsOf = (actors: readonly string[]) =>
    actors.map((actor) => {
      const [kind, id] = actor.split(' ');
      return { kind, id } as Actor;
    });
  const ids = shown.map(({ streamId }) => streamId);
  const [streams, names] = await Promise.all([
    log.readStreams(ids, { personal: true }),
    loadNames(services, { actors: shown.flatMap(({ actors }) => actorsOf(actors)), streamIds: ids }),
  ]);
  const records = shown.flatMap(({ streamId, events, actors }): RecordDifference[] => {
    const aggregate = aggregateOf(streamId);
    const all = streams.get(streamId)?.events ?? [];
    if (!aggregate) return [];
    const stateAt = (moment: string) =>
      stateOf(aggregate.decider, { events: all.filter(({ metadata }) => metadata.recordedAt <= moment) });
    const isNew = !all.some(({ metadata }) => metadata.recordedAt <= range.from);
    const changes = isNew ? [] : shownChanges(aggregate, changesOf(stateAt(range.from), stateAt(range.to)), false);
    if (!isNew && changes.length === 0) return [];
    const kind = kindOf(aggregate.resource);
    const page = pageOfRecord(`${aggregate.resource}/${recordOfStream(streamId)?.id}`);
    const named = names.record(streamId) ?? { name: formatCode(kind), to: page };
    return [{ kind, record: named, isNew, changes, events, by: actorsOf(actors).map(names.actor) }];
  });
  return { records, isWhole: changed.length <= MAX_RECORDS };
}
