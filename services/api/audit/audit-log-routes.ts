import { type ChangeText, changeText } from '@fynbos/application/audit/changes.ts';
import { changesBetween } from '@fynbos/application/audit/changes-between.ts';
import {
  FEED_FILTER,
  type FeedApproval,
  type FeedEvent,
  feedCursorOf,
  feedFilterOf,
  feedPage,
  shownRows,
} from '@fynbos/application/audit/feed.ts';
import { loadNames } from '@fynbos/application/audit/names.ts';
import { type AdminCaller, adminOf } from '@fynbos/application/caller.ts';
import { endOfDay, startOfDay } from '@fynbos/domain/calendar.ts';
import type { Actor } from '@fynbos/domain/decider.ts';
import { formatCode, formatInstant } from '@fynbos/domain/format.ts';
import { type AuditRow, auditLog } from '@fynbos/projections/audit-log/audit-log.ts';
import { feedCounts } from '@fynbos/projections/audit-log/queries.ts';
import { NAMED_MODELS, RECORD_MODELS } from '@fynbos/projections/audit-log/records.ts';
import { z } from 'zod';
import { route, tagged } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { type ExportColumn, fieldColumns } from '../lists/export.ts';
import { equalTo, instantOf, onDay } from '../lists/filters.ts';
import { asOfMoment } from '../lists/list-request.ts';
import type { TableList } from '../lists/table-list.ts';
import { tableRoutes } from '../lists/table-routes.ts';
import { auditAnswer, changesBetweenAnswer, feedAnswer, feedCountsAnswer } from './answers.ts';

const who = { admin: 'audit-log:see' } as const;
const ENTRIES_PER_PAGE = 30;
const text = z.string().max(200).optional();

const feed = route.get('/admin/audit-feed', {
  who,
  summary: 'List the audit log by action: person, record, values before and after, and the approval',
  reads: [auditLog.name, ...RECORD_MODELS],
  query: FEED_FILTER.extend({ before: text.describe('The cursor `next` of the page before') }),
  answer: feedAnswer,
  handle: async ({ query: { before, ...filter }, caller }, services) => {
    const page = { before: feedCursorOf(before), limit: ENTRIES_PER_PAGE, mostOfCall: ENTRIES_PER_PAGE };
    return { body: await feedPage(services, await feedFilterOf(services.db, filter), page, adminOf(caller).roles) };
  },
});

const counts = route.get('/admin/audit-feed/counts', {
  who,
  summary: 'Count entries by kind of record, person, type and day, over the newest 20 000 that match',
  reads: [auditLog.name, ...RECORD_MODELS],
  query: FEED_FILTER,
  answer: feedCountsAnswer,
  handle: async ({ query }, services) => {
    const rows = await feedCounts(services.db, await feedFilterOf(services.db, query));
    const actorOf = (value: string): Actor => {
      const [kind = '', id = ''] = value.split(' ');
      return { kind, id } as Actor;
    };
    const actors = rows.filter(({ facet }) => facet === 'actor').slice(0, 12);
    const names = await loadNames(services, { actors: actors.map(({ value }) => actorOf(value)), streamIds: [] });
    const countsOf = (facet: string, most = 12) =>
      rows
        .filter((row) => row.facet === facet)
        .slice(0, most)
        .map(({ value, count }) => ({ value, count }));
    return {
      body: {
        total: rows.find(({ facet }) => facet === 'all')?.count ?? 0,
        aggregates: countsOf('aggregate', 30),
        types: countsOf('type', 200),
        actors: actors.map(({ value, count }) => ({ ...names.actor(actorOf(value)), count })),
        days: countsOf('day', 1_000).sort((a, b) => (a.value < b.value ? -1 : 1)),
      },
    };
  },
});

const between = route.get('/admin/changes-between', {
  who,
  summary: 'List differences between two instants by record and field; personal data is masked',
  reads: [auditLog.name, ...NAMED_MODELS],
  query: z.object({ from: asOfMoment.unwrap(), to: asOfMoment, record: text }),
  answer: changesBetweenAnswer,
  handle: async ({ query: { from, to, record }, caller }, services) => {
    const range = { from, to: to ?? services.now().toISOString() };
    return { body: await changesBetween(services, range, adminOf(caller).roles, record) };
  },
});

const AUDIT_LIST: Omit<TableList<AuditRow>, 'table'> = {
  key: 'id',
  filters: {
    ...equalTo('text', 'id', 'type', 'aggregate', 'streamId', 'actorKind', 'actorId', 'correlationId', 'outcome'),
    from: { column: 'recordedAt', match: 'from', stored: (value) => instantOf(value, startOfDay) },
    to: { column: 'recordedAt', match: 'to', stored: (value) => instantOf(value, endOfDay) },
    field: { column: 'fields', match: 'holds' },
    ...onDay('recordedAt'),
    reason: { column: 'reason', match: 'contains' },
    q: { column: 'reason', match: 'contains' },
  },
  sorts: { recordedAt: 'recordedAt' },
  defaultSort: { field: 'recordedAt', descending: true },
  facets: ['type', 'aggregate', 'actorKind', 'outcome'],
};

/** A row of the CSV: an event with one of the fields that it changed. */
interface AuditLine extends AuditRow {
  readonly shown?: FeedEvent;
  readonly approval?: FeedApproval | null;
  readonly change?: ChangeText;
}

/** Only people change records on purpose; without comparing the rest, exports are fast. */
const PEOPLE: ReadonlySet<string> = new Set(['admin', 'agent']);

/** The lines of events: one for each changed field, before and after, or one for an event that changed none. */
async function linesOf(
  services: Services,
  rows: readonly AuditLine[],
  { roles }: AdminCaller,
): Promise<readonly AuditLine[]> {
  const compared = rows.filter(({ actorKind }) => PEOPLE.has(actorKind));
  const { event, approval } = await shownRows(services, rows, roles, compared);
  return rows.flatMap((row) => {
    const line = { ...row, shown: event(row), approval: approval(row) };
    const changes = line.shown.changes.map(changeText);
    return changes.length === 0 ? [line] : changes.map((change) => ({ ...line, change }));
  });
}

/** Spaces of figures and times as a spreadsheet reads them. */
const plainSpaces = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');

/** The columns of the CSV. People and records are named; the codes of the events stay for programs. */
const EXPORT_COLUMNS: readonly ExportColumn<AuditLine>[] = [
  ...fieldColumns('recordedAt', 'type', 'outcome'),
  { heading: 'record', cell: ({ streamId }) => streamId },
  ...fieldColumns('revision', 'actorKind', 'actorId', 'reason'),
  { heading: 'fields', cell: ({ fields }) => fields.join(' ') },
  { heading: 'detail', cell: ({ detail }) => detail },
  { heading: 'correlationId', cell: ({ correlationId }) => correlationId },
  { heading: 'eventId', cell: ({ id }) => id },
  { heading: 'time', cell: ({ recordedAt }) => plainSpaces(formatInstant(recordedAt)) },
  { heading: 'who', cell: ({ shown }) => shown?.actor.name ?? null },
  { heading: 'what', cell: ({ type }) => formatCode(type) },
  { heading: 'demo', cell: ({ demo }) => demo },
  { heading: 'recordName', cell: ({ shown }) => shown?.record?.name ?? null },
  { heading: 'field', cell: ({ change }) => change?.field ?? null },
  { heading: 'before', cell: ({ change }) => plainSpaces(change?.before ?? '') },
  { heading: 'after', cell: ({ change }) => plainSpaces(change?.after ?? '') },
  { heading: 'request', cell: ({ approval }) => approval?.summary ?? null },
  { heading: 'requestedBy', cell: ({ approval }) => approval?.requestedBy ?? null },
  { heading: 'requestReason', cell: ({ approval }) => approval?.requestReason ?? null },
  { heading: 'decision', cell: ({ approval }) => approval?.status ?? null },
  { heading: 'decidedBy', cell: ({ approval }) => approval?.decidedBy ?? null },
  { heading: 'decisionReason', cell: ({ approval }) => approval?.decisionReason ?? null },
];

/** By actor, kind, record and time, with refused attempts; also as CSV, and as actions in sentences with facets. */
export const auditLogRoutes = tagged('Audit', [
  counts,
  feed,
  between,
  ...tableRoutes({
    resource: 'audit-log',
    permission: 'audit-log:see',
    summary: 'List the audit log',
    projection: auditLog,
    list: AUDIT_LIST,
    answer: auditAnswer,
    until: (request, at) => {
      const { to } = request.filter;
      const last = at.toISOString();
      const earlier = typeof to === 'string' && to !== '' && instantOf(to, endOfDay) < last ? to : last;
      return { ...request, filter: { ...request.filter, to: earlier } };
    },
    columns: EXPORT_COLUMNS,
    exportReads: RECORD_MODELS,
    expand: (rows, caller, services) => linesOf(services, rows, caller),
  }),
]);
