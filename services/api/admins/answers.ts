import { ADMIN_ROLES, PERMISSIONS, type Permission } from '@fynbos/domain/admin/permissions.ts';
import { z } from 'zod';

const instant = z.iso.datetime();

/** An administrator. */
export const adminAnswer = z.object({
  id: z.int(),
  roles: z.array(z.enum(ADMIN_ROLES)),
  status: z.enum(['enabled', 'disabled']),
  addedAt: instant,
  lastSignInAt: instant.nullable(),
  /** Refused sign-ins since the last successful one. */
  refusedSince: z.int(),
  version: z.int(),
  name: z.string(),
  email: z.string(),
});

/** `GET /admin/permissions`: the grants of each permission by role. `second` needs an approval. */
export const permissionsAnswer = z.record(
  z.enum(Object.keys(PERMISSIONS) as Permission[]),
  z.partialRecord(z.enum(ADMIN_ROLES), z.enum(['yes', 'second'])),
);
