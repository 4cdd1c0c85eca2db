import type { AdminRole } from '@fynbos/domain/admin/permissions.ts';
import { agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import { approvalIdOf, approvalStreamOf } from '@fynbos/domain/approval/approval.ts';
import { endOfDay, isDay, startOfDay } from '@fynbos/domain/calendar.ts';
import type { Actor } from '@fynbos/domain/decider.ts';
import { instant } from '@fynbos/domain/event-schema.ts';
import type { ApprovalRow } from '@fynbos/projections/approvals/approvals.ts';
import { approvalsById } from '@fynbos/projections/approvals/queries.ts';
import { type AuditRow, refusedCall } from '@fynbos/projections/audit-log/audit-log.ts';
import { type CallPage, eventsOfCalls, type FeedFilter, feedRows } from '@fynbos/projections/audit-log/queries.ts';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { Stores } from '../services.ts';
import { maskedChange } from './changes.ts';
import { changesOfEvents, type HistoryEntry } from './history.ts';
import { loadNames, type Names, namedActor, namedRecord, streamsAboutRecord } from './names.ts';

const flag = z.stringbool().optional();
const text = z.string().max(200).optional();
const day = z.string().refine(isDay, 'Must be a valid date, as YYYY-MM-DD.').optional();

/** Filters of the feed. `types` is a list with commas; `record` is a resource and id, such as `travel-agents/7`. */
export const FEED_FILTER = z.object({
  automatic: flag,
  from: day,
  to: day,
  until: instant.optional().describe('An instant: only entries up to it'),
  actorKind: text,
  actorId: text,
  aggregate: text,
  types: z.string().max(2_000).optional().describe('Types of events, separated by commas'),
  outcome: z.enum(['done', 'refused']).optional(),
  record: text.describe('A resource and id, such as travel-agents/7: this record, its approvals and its enquiries'),
  reason: text,
  unexplained: flag.describe('Only changes by administrators that need a reason and have none'),
});

/** The conditions of a query; days are those of Johannesburg. */
export async function feedFilterOf(db: Pool, query: z.output<typeof FEED_FILTER>): Promise<FeedFilter> {
  const { from, to, until, types, record, ...same } = query;
  const end = to ? endOfDay(to).toISOString() : undefined;
  return {
    ...same,
    from: from && startOfDay(from).toISOString(),
    to: end && until ? (end < until ? end : until) : (end ?? until),
    types: types ? types.split(',') : undefined,
    streamIds: record ? await streamsAboutRecord(db, record) : undefined,
  };
}

/** The conditions of the query string of a saved view; null for one that the feed does not accept. */
export async function feedFilterOfSearch(db: Pool, search: string): Promise<FeedFilter | null> {
  const { data } = FEED_FILTER.safeParse(Object.fromEntries(new URLSearchParams(search)));
  return data ? feedFilterOf(db, data) : null;
}

/** One event of an action, with names. Its sentence follows from its type. */
const feedEvent = z.object({
  id: z.string(),
  type: z.string(),
  streamId: z.string(),
  /** ISO 8601 UTC. */
  recordedAt: instant,
  actor: namedActor,
  record: namedRecord.nullable(),
  reason: z.string().nullable(),
  outcome: z.enum(['done', 'refused']),
  detail: z.string().nullable(),
  refused: refusedCall.readonly().nullable(),
  /** Names of changed fields, where the event names them and no comparison exists. */
  fields: z.array(z.string()).readonly(),
  changes: z.array(maskedChange).readonly(),
});
export type FeedEvent = Readonly<z.output<typeof feedEvent>>;

const feedApproval = z.object({
  id: z.string(),
  summary: z.string(),
  status: z.string(),
  requestedBy: z.string(),
  requestReason: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decisionReason: z.string().nullable(),
});
export type FeedApproval = Readonly<z.output<typeof feedApproval>>;

/** What a person or the system did in one call: the event that matters most, the others, and the approval. */
export const feedEntry = feedEvent.extend({
  correlationId: z.string(),
  approval: feedApproval.nullable(),
  others: z.array(feedEvent).readonly(),
});
export type FeedEntry = Readonly<z.output<typeof feedEntry>>;

interface FeedPage {
  readonly entries: readonly FeedEntry[];
  /** The cursor of the next page; null at the end. */
  readonly next: string | null;
}

const SECONDARY_KINDS: ReadonlySet<string> = new Set(['approval', 'act', 'attempt']);
/** An agent in the summary of an approval. */
const AGENT_IN_SUMMARY = /\bagent (\d+)\b/g;

/** The approval to which an event belongs: its own stream, or the approval that caused it. */
const approvalOf = ({ streamId, causationId }: AuditRow): string | null =>
  streamId.startsWith(approvalStreamOf('')) ? approvalIdOf(streamId) : causationId;

const adminOf = (id: number): Actor => ({ kind: 'admin', id: String(id) });

/** Parses a cursor of `FeedPage.next`; null for none. */
export function feedCursorOf(text: string | undefined): { readonly at: string; readonly id: string } | null {
  const [at, id] = (text ?? '').split('~');
  return at && id ? { at, id } : null;
}

/** How rows of the audit log are shown. */
interface ShownRows {
  event(row: AuditRow): FeedEvent;
  /** The approval to which the event belongs; null without one. */
  approval(row: AuditRow): FeedApproval | null;
}

/** Names, approvals, and fields before and after as these roles may see them. `compared`: the rows to compare. */
export async function shownRows(
  services: Stores,
  rows: readonly AuditRow[],
  roles: readonly AdminRole[],
  compared = rows,
): Promise<ShownRows> {
  const byApproval = await approvalsById(services.db, [...new Set(rows.map(approvalOf).filter((id) => id !== null))]);
  const people = [...byApproval.values()].flatMap(({ requestedBy, decidedBy }) =>
    [requestedBy, ...(decidedBy === null ? [] : [decidedBy])].map(adminOf),
  );
  const [names, changes] = await Promise.all([
    loadNames(services, {
      actors: [...rows.map(({ actorKind, actorId }) => ({ kind: actorKind, id: actorId }) as Actor), ...people],
      streamIds: [
        ...rows.map(({ streamId }) => streamId),
        ...[...byApproval.values()].flatMap(({ summary }) =>
          [...summary.matchAll(AGENT_IN_SUMMARY)].map(([, id = '']) => agentStreamOf(id)),
        ),
      ],
    }),
    changesOfEvents(services.log, compared, roles),
  ]);
  return {
    event: (row) => eventOf(row, names, changes),
    approval(row) {
      const found = byApproval.get(approvalOf(row) ?? '');
      return found ? approvalShown(found, names) : null;
    },
  };
}

/** Actions, newest first, each on one page: matching events by call, personal data masked, with their approval. */
export async function feedPage(
  services: Stores,
  filter: FeedFilter,
  page: CallPage,
  roles: readonly AdminRole[],
): Promise<FeedPage> {
  const { db } = services;
  const rows = await feedRows(db, filter, page);
  const calls = [...new Set(rows.map(({ correlationId }) => correlationId))];
  const eventsOfSameCalls = await eventsOfCalls(db, calls);
  const all = [...new Map([...rows, ...eventsOfSameCalls].map((row) => [row.id, row])).values()];
  const shown = await shownRows(services, all, roles);
  const entries = calls.map((correlationId): FeedEntry => {
    const own = rows.filter((row) => row.correlationId === correlationId);
    const head = own.find(({ aggregate }) => !SECONDARY_KINDS.has(aggregate)) ?? (own[0] as AuditRow);
    const others = all.filter((row) => row.correlationId === correlationId && row.id !== head.id);
    return {
      ...shown.event(head),
      correlationId,
      approval: [head, ...others].map(shown.approval).find((found) => found !== null) ?? null,
      others: others.map(shown.event),
    };
  });
  const last = calls.length < page.limit ? undefined : rows.find((row) => row.correlationId === calls.at(-1));
  return { entries, next: last ? `${last.recordedAt}~${last.id}` : null };
}

const eventOf = (row: AuditRow, names: Names, changes: ReadonlyMap<string, HistoryEntry['changes']>): FeedEvent => ({
  id: row.id,
  type: row.type,
  streamId: row.streamId,
  recordedAt: row.recordedAt,
  actor: names.actor({ kind: row.actorKind, id: row.actorId } as Actor),
  record: names.record(row.streamId),
  reason: row.reason,
  outcome: row.outcome,
  detail: row.detail,
  refused: row.refused,
  fields: row.fields,
  changes: changes.get(row.id) ?? [],
});

const approvalShown = (row: ApprovalRow, names: Names): FeedApproval => ({
  id: row.id,
  summary: row.summary.replace(AGENT_IN_SUMMARY, (text, id: string) => names.record(agentStreamOf(id))?.name ?? text),
  status: row.status,
  requestedBy: names.actor(adminOf(row.requestedBy)).name,
  requestReason: row.reason,
  decidedBy: row.decidedBy === null ? null : names.actor(adminOf(row.decidedBy)).name,
  decisionReason: row.decisionReason,
});
