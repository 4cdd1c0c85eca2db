import { CHANGES_THAT_NEED_A_REASON, ROUTINE_TYPES } from '@fynbos/domain/audit/event-kinds.ts';
import { instant } from '@fynbos/domain/event-schema.ts';
import type { Pool } from 'pg';
import { z } from 'zod';
import { approvals } from '../approvals/approvals.ts';
import { columnOf, liveTable, rowsOf } from '../engine/read-model.ts';
import { type AuditRow, actorKind, auditLog } from './audit-log.ts';

const table = liveTable(auditLog);

/** A change of a record by a person. */
export const recentChange = z.object({
  eventId: z.string(),
  type: z.string(),
  recordedAt: instant,
  actor: z.object({ kind: actorKind, id: z.string() }),
});
export type RecentChange = z.output<typeof recentChange>;

/** Events that show or send something and change no field. */
const READ_ONLY_EVENTS = ['NumbersViewed', 'FileOfNumbersTaken', 'PasswordLinkRequested', 'AdminPasswordLinkRequested'];
const MAX_RECENT_CHANGES = 20;

/** Changes of streams by people, in a range of instants, newest first; at most 20. */
export async function recentChanges(
  db: Pool,
  {
    streamIds,
    since,
    until,
  }: { readonly streamIds: readonly string[]; readonly since: string; readonly until: string },
): Promise<readonly RecentChange[]> {
  const rows = await rowsOf<Omit<RecentChange, 'actor'> & Pick<AuditRow, 'actorKind' | 'actorId'>>(
    db,
    `select id as "eventId", type, "recordedAt", "actorKind", "actorId" from ${table}
     where "streamId" = any($1) and "recordedAt" >= $2 and "recordedAt" < $3
       and "actorKind" in ('admin', 'agent') and outcome = 'done' and type <> all($4)
     order by "recordedAt" desc, id desc limit ${MAX_RECENT_CHANGES}`,
    [streamIds, since, until, [...ROUTINE_TYPES, ...READ_ONLY_EVENTS]],
  );
  return rows.map(({ actorKind, actorId, ...row }) => ({ ...row, actor: { kind: actorKind, id: actorId } }));
}

/** Conditions on entries of the audit log; absent ones do not apply. Instants are ISO 8601 UTC, both included. */
export interface FeedFilter {
  /** Also entries of integrators and of the system, and routine events. */
  readonly automatic?: boolean | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly actorKind?: string | undefined;
  readonly actorId?: string | undefined;
  readonly aggregate?: string | undefined;
  readonly types?: readonly string[] | undefined;
  readonly outcome?: string | undefined;
  readonly streamIds?: readonly string[] | undefined;
  /** A part of the reason. */
  readonly reason?: string | undefined;
  /** Only changes by administrators that need a reason and have none, and no approval (V1). */
  readonly unexplained?: boolean | undefined;
}

/** The most events of a call that an entry shows besides those that match. */
const MAX_OTHER_EVENTS = 12;
/** Entries that counts consider; a count above it is a lower bound. */
const MAX_COUNTED_ENTRIES = 20_000;

/** Actors of automatic entries. The partial index in `audit-log.ts` names the same ones. */
export const AUTOMATIC_ACTORS: readonly string[] = ['integrator', 'system'];

/** The SQL condition of a filter, with its values added to `values`. */
function conditionOf(filter: FeedFilter, values: unknown[]): string {
  const { automatic, from, to, actorKind, actorId, aggregate, types, outcome, streamIds, reason, unexplained } = filter;
  const conditions = ['true'];
  const add = (value: unknown, condition: (name: string) => string): void => {
    if (value === undefined || value === '') return;
    values.push(value);
    conditions.push(condition(`$${values.length}`));
  };
  if (!automatic) {
    conditions.push(`"actorKind" not in (${AUTOMATIC_ACTORS.map((kind) => `'${kind}'`).join(', ')})`);
    add(ROUTINE_TYPES, (name) => `type <> all(${name})`);
  }
  add(from, (name) => `"recordedAt" >= ${name}`);
  add(to, (name) => `"recordedAt" <= ${name}`);
  add(actorKind, (name) => `"actorKind" = ${name}`);
  add(actorId, (name) => `"actorId" = ${name}`);
  add(aggregate, (name) => `aggregate = ${name}`);
  add(types?.length ? types : undefined, (name) => `type = any(${name})`);
  add(outcome, (name) => `outcome = ${name}`);
  add(streamIds, (name) => `"streamId" = any(${name})`);
  add(reason && `%${reason.replace(/[\\%_]/g, '\\$&')}%`, (name) => `reason ilike ${name}`);
  if (unexplained) {
    conditions.push(`"actorKind" = 'admin' and coalesce(reason, '') = ''`);
    conditions.push(`not exists (select 1 from ${liveTable(approvals)} a where a.id = "causationId")`);
    add(CHANGES_THAT_NEED_A_REASON, (name) => `type = any(${name})`);
  }
  return conditions.join(' and ');
}

/** A page of calls: `limit` of them, each with at most `mostOfCall` events. */
export interface CallPage {
  /** The newest event of the last call of the page before; null for the first page. */
  readonly before: { readonly at: string; readonly id: string } | null;
  readonly limit: number;
  readonly mostOfCall: number;
}

/**
 * Rows by call, newest first; each call is on one page. `order by` and `limit 1` let Postgres look up one later
 * event of the call in the index, so that a page after an action of 20,000 events takes half a second.
 */
export async function feedRows(
  db: Pool,
  filter: FeedFilter,
  { before, limit, mostOfCall }: CallPage,
): Promise<readonly AuditRow[]> {
  const values: unknown[] = [];
  const condition = conditionOf(filter, values);
  const after = before
    ? ` and ("recordedAt", id) < ($${values.push(before.at)}, $${values.push(before.id)}::uuid)`
    : '';
  return rowsOf(
    db,
    `select one.* from (
       select id, "recordedAt", "correlationId" from ${table} newest where ${condition}${after} and not exists (
         select from (select from ${table} where "correlationId" = newest."correlationId"
           and ("recordedAt", id) > (newest."recordedAt", newest.id) and ${condition} order by "recordedAt" limit 1) later)
       order by "recordedAt" desc, id desc limit $${values.push(limit)}
     ) call cross join lateral (
       select * from ${table} where "correlationId" = call."correlationId" and ${condition}
       order by "recordedAt" desc, id desc limit $${values.push(mostOfCall)}
     ) one order by call."recordedAt" desc, call.id desc, one."recordedAt" desc, one.id desc`,
    values,
  );
}

/** A page of the streams with an event of a type, newest event first, and the number of all such events. */
export async function streamsOfType(
  db: Pool,
  type: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly streamIds: readonly string[]; readonly total: number }> {
  const page = `select "streamId" from ${table} where type = $1 order by "recordedAt" desc, id desc offset $2 limit $3`;
  const streamIds = await columnOf<string>(db, 'streamId', page, [type, offset, limit]);
  const count = `select count(*)::int as total from ${table} where type = $1`;
  const [total = 0] = await columnOf<number>(db, 'total', count, [type]);
  return { streamIds, total };
}

/** The newest recording time in the read model (ISO 8601 UTC), or null. */
export async function newestRecordedAt(db: Pick<Pool, 'query'>): Promise<string | null> {
  const [at = null] = await columnOf<string | null>(db, 'at', `select max("recordedAt") as at from ${table}`);
  return at;
}

/** Entries after an instant (ISO 8601 UTC), oldest first, without those with these ids. */
export async function feedRowsSince(
  db: Pick<Pool, 'query'>,
  filter: FeedFilter,
  { since, without, limit }: { readonly since: string; readonly without: readonly string[]; readonly limit: number },
): Promise<readonly Pick<AuditRow, 'id' | 'type' | 'recordedAt'>[]> {
  const values: unknown[] = [];
  const condition = conditionOf(filter, values);
  return rowsOf(
    db,
    `select id, type, "recordedAt" from ${table}
     where ${condition} and "recordedAt" > $${values.push(since)} and id <> all($${values.push(without)}::uuid[])
     order by "recordedAt", id limit $${values.push(limit)}`,
    values,
  );
}

/** The other events of the same calls, oldest first, without routine events; at most 12 per call. */
export async function eventsOfCalls(db: Pool, correlationIds: readonly string[]): Promise<readonly AuditRow[]> {
  if (correlationIds.length === 0) return [];
  return rowsOf(
    db,
    `select one.* from unnest($1::text[]) as call(id) cross join lateral (
       select * from ${table} where "correlationId" = call.id and type <> all($2)
       order by "recordedAt", id limit ${MAX_OTHER_EVENTS}
     ) one`,
    [correlationIds, ROUTINE_TYPES],
  );
}

/** A value of a facet with its number of entries. */
export interface FacetCount {
  readonly facet: 'aggregate' | 'actor' | 'type' | 'day' | 'all';
  /** `admin 1` for an actor; a Johannesburg day for `day`. */
  readonly value: string;
  readonly count: number;
}

/** Numbers of entries by kind of record, actor, type and day, over the newest 20 000 that match. */
export async function feedCounts(db: Pool, filter: FeedFilter): Promise<readonly FacetCount[]> {
  const values: unknown[] = [];
  const condition = conditionOf(filter, values);
  return rowsOf(
    db,
    `with hits as (
       select aggregate, type, "actorKind" || ' ' || "actorId" as actor,
         to_char("recordedAt"::timestamptz at time zone 'Africa/Johannesburg', 'YYYY-MM-DD') as day
       from ${table} where ${condition} order by "recordedAt" desc, id desc limit ${MAX_COUNTED_ENTRIES}
     )
     select case when grouping(aggregate) = 0 then 'aggregate' when grouping(type) = 0 then 'type'
         when grouping(actor) = 0 then 'actor' when grouping(day) = 0 then 'day' else 'all' end as facet,
       coalesce(aggregate, type, actor, day, '') as value, count(*)::int as count
     from hits group by grouping sets ((aggregate), (type), (actor), (day), ())
     order by count desc, value`,
    values,
  );
}

/** A stream with events in a range. */
export interface ChangedStream {
  readonly streamId: string;
  readonly events: number;
  /** The actors of the events, as `admin 1`. */
  readonly actors: readonly string[];
}

/** After `from` and up to `to` (ISO 8601 UTC), the latest first. `streamIds` narrows to some. */
export const changedStreams = (
  db: Pool,
  range: { readonly from: string; readonly to: string },
  {
    aggregates,
    streamIds,
    limit,
  }: { aggregates: readonly string[]; streamIds: readonly string[] | null; limit: number },
): Promise<readonly ChangedStream[]> =>
  rowsOf(
    db,
    `select "streamId", count(*)::int as events, array_agg(distinct "actorKind" || ' ' || "actorId") as actors
     from ${table}
     where "recordedAt" > $1 and "recordedAt" <= $2 and aggregate = any($3) and type <> all($4)
       and ($5::text[] is null or "streamId" = any($5))
     group by 1 order by max("recordedAt") desc, 1 limit $6`,
    [range.from, range.to, aggregates, [...ROUTINE_TYPES, ...READ_ONLY_EVENTS], streamIds, limit],
  );
