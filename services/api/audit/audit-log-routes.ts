import { type FeedApproval, type FeedEvent, shownRows } from '@fynbos/application/audit/feed.ts';
import { type ChangeText, changeText } from '@fynbos/application/audit/value-text.ts';
import type { AdminCaller } from '@fynbos/application/caller.ts';
import { endOfDay, startOfDay } from '@fynbos/domain/calendar.ts';
import { formatCode, formatInstant } from '@fynbos/domain/format.ts';
import { type AuditRow, auditLog } from '@fynbos/projections/audit-log/audit-log.ts';
import type { Route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { type ExportColumn, fieldColumns } from '../lists/export.ts';
import { equalTo, instantOf, onDay } from '../lists/filters.ts';
import type { TableList } from '../lists/table-list.ts';
import { tableRoutes } from '../lists/table-routes.ts';
import { auditAnswer } from './answers.ts';

const AUDIT_LIST: Omit<TableList<AuditRow>, 'table'> = {
  key: 'id',
  filters: {
    ...equalTo('text', 'id', 'type', 'aggregate', 'streamId', 'actorKind', 'actorId', 'correlationId', 'outcome'),
    from: { column: 'recordedAt', match: 'from', stored: (value) => instantOf(value, startOfDay) },
    to: { column: 'recordedAt', match: 'to', stored: (value) => instantOf(value, endOfDay) },
    field: { column: 'fields', match: 'holds' },
    ...onDay('recordedAt'),
    reason: { column: 'reason', match: 'contains' },
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

/** Only these change records on purpose. What the system and integrators record has no comparison, which keeps exports fast. */
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

/**
 * The global audit log: every event by actor, kind, record and time, including refused attempts. Also available as CSV.
 */
export const auditLogRoutes: readonly Route[] = tableRoutes<AuditRow, AuditLine>({
  resource: 'audit-log',
  permission: 'audit-log:see',
  tag: 'Audit',
  summary: 'List the audit log',
  projection: auditLog,
  list: AUDIT_LIST,
  record: (row) => row,
  answer: auditAnswer,
  until: (request, at) => {
    const { to } = request.filter;
    const last = at.toISOString();
    const earlier = typeof to === 'string' && to !== '' && instantOf(to, endOfDay) < last ? to : last;
    return { ...request, filter: { ...request.filter, to: earlier } };
  },
  columns: EXPORT_COLUMNS,
  expand: (rows, caller, services) => linesOf(services, rows, caller),
});
