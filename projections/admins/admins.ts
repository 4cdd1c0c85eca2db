import { type AdminState, adminDecider } from '@fynbos/domain/admin/admin.ts';
import type { AdminEvent } from '@fynbos/domain/admin/events.ts';
import type { AdminRole } from '@fynbos/domain/admin/permissions.ts';
import { defineProjection, type FoldEvent } from '../engine/projection.ts';

/**
 * An administrator. Names and addresses are not stored here: they are read from the administrator's own events when
 * shown.
 */
export interface AdminRow {
  id: number;
  roles: readonly AdminRole[];
  status: string;
  addedAt: string;
  lastSignInAt: string | null;
  refusedSince: number;
  version: number;
}

/** The row with roles and status by the aggregate's own rules. */
function change(row: AdminRow | null, event: FoldEvent<AdminEvent>, key: string): AdminRow {
  const before: AdminState = {
    ...adminDecider.initial,
    roles: row?.roles ?? [],
    status: (row?.status as AdminState['status']) ?? 'none',
  };
  const { roles, status } = adminDecider.evolve(before, event);
  return {
    id: Number(key),
    roles,
    status,
    addedAt: row?.addedAt ?? event.metadata.recordedAt,
    lastSignInAt: row?.lastSignInAt ?? null,
    refusedSince: row?.refusedSince ?? 0,
    version: event.revision + 1,
  };
}

/** Read model `admins`, by administrator. */
export const admins = defineProjection<AdminRow, AdminEvent>({
  name: 'admins',
  version: 3,
  table: {
    columns: {
      id: 'integer',
      roles: 'json',
      status: 'text',
      addedAt: 'text',
      lastSignInAt: 'text',
      refusedSince: 'integer',
      version: 'integer',
    },
    primaryKey: 'id',
  },
  keys: ({ streamId }) => [streamId.slice('admin-'.length)],
  handlers: {
    AdminAdded: change,
    AdminRolesChanged: change,
    AdminPasswordLinkRequested: change,
    AdminPasswordChanged: change,
    AdminPasskeyAdded: change,
    AdminPasskeyRenamed: change,
    AdminPasskeyRemoved: change,
    AdminDisabled: change,
    AdminEnabled: change,
    AdminSignedIn: (row, event, key) => ({
      ...change(row, event, key),
      lastSignInAt: event.metadata.recordedAt,
      refusedSince: 0,
    }),
    AdminSignInRefused: (row, event, key) => ({
      ...change(row, event, key),
      refusedSince: (row?.refusedSince ?? 0) + 1,
    }),
    FileOfNumbersTaken: change,
  },
});
