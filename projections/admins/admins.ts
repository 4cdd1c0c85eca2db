import { type AdminState, adminDecider } from '@fynbos/domain/admin/admin.ts';
import type { AdminEvent } from '@fynbos/domain/admin/events.ts';
import type { AdminRole } from '@fynbos/domain/admin/permissions.ts';
import type { Projection } from '../engine/projection.ts';

/** Who runs the programme; names and addresses come from the person's own events when they are shown. */
export interface AdminRow {
  id: number;
  roles: readonly AdminRole[];
  status: string;
  addedAt: string;
  lastSignInAt: string | null;
  refusedSince: number;
  version: number;
}

/** Read model `admins`, by administrator. */
export const admins: Projection<AdminRow, AdminEvent> = {
  name: 'admins',
  version: 3,
  eventTypes: [
    'AdminAdded',
    'AdminRolesChanged',
    'AdminPasswordLinkRequested',
    'AdminPasswordChanged',
    'AdminDisabled',
    'AdminEnabled',
    'AdminSignedIn',
    'AdminSignInRefused',
    'FileOfNumbersTaken',
  ],
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
  evolve: (row, event, key) => {
    const before: AdminState = {
      ...adminDecider.initial,
      roles: row?.roles ?? [],
      status: (row?.status as AdminState['status']) ?? 'none',
    };
    const { roles, status } = adminDecider.evolve(before, event as AdminEvent);
    const signedIn = event.type === 'AdminSignedIn';
    return {
      id: Number(key),
      roles,
      status,
      addedAt: row?.addedAt ?? event.metadata.recordedAt,
      lastSignInAt: signedIn ? event.metadata.recordedAt : (row?.lastSignInAt ?? null),
      refusedSince: signedIn ? 0 : (row?.refusedSince ?? 0) + (event.type === 'AdminSignInRefused' ? 1 : 0),
      version: event.revision + 1,
    };
  },
};
