import { namesOf } from '@fynbos/application/audit/actors.ts';
import { endOfDay, startOfDay } from '@fynbos/domain/calendar.ts';
import type { Actor } from '@fynbos/domain/decider.ts';
import { formatCode, formatInstant } from '@fynbos/domain/format.ts';
import { adminIds } from '@fynbos/projections/admins/queries.ts';
import { type AuditRow, auditLog } from '@fynbos/projections/audit-log/audit-log.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import type { Route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import type { ExportColumn } from '../lists/export.ts';
import { instantOf, onDay } from '../lists/filters.ts';
import type { TableList } from '../lists/table-list.ts';
import { tableRoutes } from '../lists/table-routes.ts';
import { auditAnswer } from './answers.ts';

export const AUDIT_LIST: TableList<AuditRow> = {
  table: readModelTable(auditLog).name,
  key: 'id',
  filters: {
    id: { column: 'id', match: 'equals' },
    type: { column: 'type', match: 'equals' },
    aggregate: { column: 'aggregate', match: 'equals' },
    streamId: { column: 'streamId', match: 'equals' },
    actorKind: { column: 'actorKind', match: 'equals' },
    actorId: { column: 'actorId', match: 'equals' },
    correlationId: { column: 'correlationId', match: 'equals' },
    from: { column: 'recordedAt', match: 'from', stored: (value) => instantOf(value, startOfDay) },
    to: { column: 'recordedAt', match: 'to', stored: (value) => instantOf(value, endOfDay) },
    field: { column: 'fields', match: 'holds' },
    ...onDay('recordedAt'),
    reason: { column: 'reason', match: 'contains' },
    outcome: { column: 'outcome', match: 'equals' },
  },
  sorts: { recordedAt: 'recordedAt' },
  defaultSort: { field: 'recordedAt', descending: true },
  facets: ['type', 'aggregate', 'actorKind', 'outcome'],
};

/** The columns of the CSV. People are named; the codes of the events stay for programs. */
async function exportColumns({ log, pool }: Services): Promise<readonly ExportColumn<AuditRow>[]> {
  const ids = await adminIds(pool);
  const nameOf = await namesOf(
    log,
    ids.map((id) => ({ kind: 'admin', id: String(id) })),
  );
  return [
    { heading: 'recordedAt', cell: ({ recordedAt }) => recordedAt },
    { heading: 'type', cell: ({ type }) => type },
    { heading: 'outcome', cell: ({ outcome }) => outcome },
    { heading: 'record', cell: ({ streamId }) => streamId },
    { heading: 'revision', cell: ({ revision }) => revision },
    { heading: 'actorKind', cell: ({ actorKind }) => actorKind },
    { heading: 'actorId', cell: ({ actorId }) => actorId },
    { heading: 'reason', cell: ({ reason }) => reason },
    { heading: 'fields', cell: ({ fields }) => fields.join(' ') },
    { heading: 'detail', cell: ({ detail }) => detail },
    { heading: 'correlationId', cell: ({ correlationId }) => correlationId },
    { heading: 'eventId', cell: ({ id }) => id },
    { heading: 'time', cell: ({ recordedAt }) => formatInstant(recordedAt).replaceAll('\u00a0', ' ') },
    { heading: 'who', cell: ({ actorKind, actorId }) => nameOf({ kind: actorKind, id: actorId } as Actor).name },
    { heading: 'what', cell: ({ type }) => formatCode(type) },
    { heading: 'demo', cell: ({ demo }) => demo },
  ];
}

/**
 * The global audit log: every event by actor, kind, record and time, including refused attempts. Also available as CSV.
 */
export const auditLogRoutes = (services: Services): Route[] =>
  tableRoutes<AuditRow>(services, {
    resource: 'audit-log',
    permission: 'audit-log:see',
    tag: 'Audit',
    summary: 'The audit log',
    reads: [auditLog.name],
    list: AUDIT_LIST,
    record: (row) => row,
    answer: auditAnswer,
    until: (request, at) => {
      const { to } = request.filter;
      const last = at.toISOString();
      const earlier = typeof to === 'string' && to !== '' && instantOf(to, endOfDay) < last ? to : last;
      return { ...request, filter: { ...request.filter, to: earlier } };
    },
    columns: () => exportColumns(services),
  });
