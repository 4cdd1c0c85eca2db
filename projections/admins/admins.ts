import { adminDecider, adminStreamOf, knownAdmin, NO_PERSONAL_DATA } from '@fynbos/domain/admin/admin.ts';
import { type AdminEvent, adminEvents } from '@fynbos/domain/admin/events.ts';
import { ADMIN_ROLES } from '@fynbos/domain/admin/permissions.ts';
import { idFromStreamName } from '@fynbos/domain/decider.ts';
import { instant } from '@fynbos/domain/event-schema.ts';
import { z } from 'zod';
import { defineProjection, type FoldEvent, handleAll, typesOf } from '../engine/projection.ts';

/** Names and addresses are read from the administrator's own events when shown. */
export const adminRow = z.object({
  id: z.int32(),
  roles: z.array(z.enum(ADMIN_ROLES)).readonly(),
  status: z.enum(['enabled', 'disabled']),
  addedAt: instant,
  lastSignInAt: instant.nullable(),
  /** Refused sign-ins since the last successful one. */
  refusedSince: z.int32(),
  version: z.int32(),
});
export type AdminRow = z.output<typeof adminRow>;

/** The row with roles and status by the aggregate's own rules. */
function change(row: AdminRow | null, event: FoldEvent<AdminEvent>, key: string): AdminRow {
  const id = Number(key);
  const before = row
    ? { ...NO_PERSONAL_DATA, adminId: id, roles: row.roles, status: row.status }
    : adminDecider.initial;
  const { roles, status } = knownAdmin(adminDecider.evolve(before, event));
  return {
    id,
    roles,
    status,
    addedAt: row?.addedAt ?? event.metadata.recordedAt,
    lastSignInAt: row?.lastSignInAt ?? null,
    refusedSince: row?.refusedSince ?? 0,
    version: event.revision + 1,
  };
}

export const admins = defineProjection<AdminRow, AdminEvent>({
  name: 'admins',
  version: 3,
  row: adminRow,
  primaryKey: 'id',
  keys: ({ streamId }) => [idFromStreamName(adminStreamOf, streamId)],
  handlers: {
    ...handleAll(typesOf(adminEvents), change),
    AdminSignedIn: (row, event, key) => ({
      ...change(row, event, key),
      lastSignInAt: event.metadata.recordedAt,
      refusedSince: 0,
    }),
    AdminSignInRefused: (row, event, key) => ({
      ...change(row, event, key),
      refusedSince: (row?.refusedSince ?? 0) + 1,
    }),
  },
});
