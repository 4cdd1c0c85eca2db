import type { OtpPurpose } from '@fynbos/domain/agent/events.ts';
import type { adminActionEvents } from '@fynbos/domain/audit/admin-action.ts';
import type { attemptEvents } from '@fynbos/domain/audit/attempt.ts';
import { catalogue } from '@fynbos/domain/catalogue.ts';
import { type EventsOf, instant } from '@fynbos/domain/event-schema.ts';
import { z } from 'zod';
import { defineProjection, type FoldEvent, handleAll } from '../engine/projection.ts';

export const actorKind = z.enum(['agent', 'admin', 'integrator', 'system', 'visitor']);

/** A refused call: the area of the API, the HTTP status, and the number of attempts that the event counts. */
export const refusedCall = z.object({ area: z.string(), status: z.int(), times: z.int() });
export type RefusedCall = z.output<typeof refusedCall>;

/** One event: who did what to which record, when and why. It holds no personal data. */
export const auditRow = z.object({
  id: z.uuid().meta({ column: 'uuid' }),
  position: z.string(),
  recordedAt: instant,
  type: z.string(),
  /** The kind of record: agent, promotion, rental … */
  aggregate: z.string(),
  streamId: z.string(),
  revision: z.int32(),
  actorKind,
  actorId: z.string(),
  correlationId: z.string(),
  causationId: z.string().nullable(),
  reason: z.string().nullable(),
  /** Names of the fields that changed or broke a rule, where the event names them. */
  fields: z.array(z.string()).readonly().meta({ column: 'jsonb' }),
  outcome: z.enum(['done', 'refused']),
  /** A refused attempt's call and error code, an administrator's action and its object, a code's purpose. */
  detail: z.string().nullable(),
  /** The call of a refused attempt; null for other events. */
  refused: refusedCall.readonly().nullable().meta({ column: 'jsonb' }),
  demo: z.boolean(),
});
export type AuditRow = z.output<typeof auditRow>;

const fieldsOf = (data: object): readonly string[] => {
  const { fields } = data as { fields?: unknown };
  return Array.isArray(fields) ? fields.filter((field) => typeof field === 'string') : [];
};

const REFUSED = /Refused|Locked|Rejected|Failed/;

/** `PUT /admin/travel-agents/7: 412 stale`, `Drop notice: notices/…`, `For banking`; null for most events. */
function detailOf(type: string, data: object): string | null {
  if (type === 'AdminActed') {
    const { act, on, how } = data as EventsOf<typeof adminActionEvents>['data'];
    const action = act.charAt(0).toUpperCase() + act.slice(1).replaceAll('-', ' ');
    return `${action}: ${on}${how === null ? '' : ` (${how})`}`;
  }
  if (type === 'OtpVerified') return `For ${(data as { purpose: OtpPurpose }).purpose}`;
  if (type === 'OtpRefused') {
    const { purpose, tries } = data as { purpose: OtpPurpose; tries: number };
    return `For ${purpose}, after ${tries} wrong entries`;
  }
  if (type !== 'AdminAttemptRefused') return null;
  const { method, call, record, status, code, times } = data as EventsOf<typeof attemptEvents>['data'];
  const path = record === null ? call : call.replace('{id}', record);
  return `${method.toUpperCase()} ${path}: ${status} ${code}${times === undefined ? '' : ` (${times} times)`}`;
}

function refusedOf(type: string, data: object): RefusedCall | null {
  if (type !== 'AdminAttemptRefused') return null;
  const { call, status, times = 1 } = data as EventsOf<typeof attemptEvents>['data'];
  return { area: call.split('/')[2] ?? '', status, times };
}

function entryOf(_row: AuditRow | null, event: FoldEvent, key: string): AuditRow {
  const { type, streamId, revision, position, metadata, data } = event;
  return {
    id: key,
    position,
    recordedAt: metadata.recordedAt,
    type,
    aggregate: catalogue.get(type)?.aggregate ?? '',
    streamId,
    revision,
    actorKind: metadata.actor.kind,
    actorId: metadata.actor.id,
    correlationId: metadata.correlationId,
    causationId: metadata.causationId ?? null,
    reason: metadata.reason ?? null,
    fields: fieldsOf(data),
    outcome: REFUSED.test(type) ? 'refused' : 'done',
    detail: detailOf(type, data),
    refused: refusedOf(type, data),
    demo: metadata.demo === true,
  };
}

/**
 * Every event of the catalogue. Indexes on columns with few values are partial: most entries come from the system and a
 * scan finds them; entries by people are rare and need an index.
 */
export const auditLog = defineProjection<AuditRow>({
  name: 'audit-log',
  version: 3,
  partitions: 2,
  row: auditRow,
  primaryKey: 'id',
  indexes: [
    '("recordedAt", "id")',
    '("streamId", "recordedAt", "id")',
    '("actorId", "recordedAt", "id")',
    '("type", "recordedAt", "id")',
    '("correlationId", "recordedAt")',
    '("causationId")',
    `("actorKind", "recordedAt", "id") where "actorKind" not in ('integrator', 'system')`,
    `("aggregate", "recordedAt", "id") where "aggregate" not in ('rental', 'rewards-account')`,
    `("recordedAt", "id") where "outcome" = 'refused'`,
    `using gin ("fields" jsonb_path_ops) where "fields" <> '[]'`,
  ],
  keys: ({ id }) => [id],
  handlers: handleAll([...catalogue.keys()], entryOf),
});
