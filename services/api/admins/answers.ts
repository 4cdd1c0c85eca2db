import { ADMIN_ROLES, PERMISSIONS, type Permission } from '@fynbos/domain/admin/permissions.ts';
import { adminRow } from '@fynbos/projections/admins/admins.ts';
import { z } from 'zod';

export const adminAnswer = adminRow.extend({
  name: z.string(),
  email: z.string(),
});
export type Administrator = z.output<typeof adminAnswer>;

/** `GET /admin/permissions`: the grants of each permission by role. `second` needs an approval. */
export const permissionsAnswer = z.record(
  z.enum(Object.keys(PERMISSIONS) as Permission[]),
  z.partialRecord(z.enum(ADMIN_ROLES), z.enum(['yes', 'second'])),
);

/** `GET /admin/me`: the signed-in administrator. A permission is granted alone (`yes`) or subject to approval. */
export const meAnswer = z.object({
  adminId: z.int(),
  name: z.string(),
  email: z.string(),
  roles: z.array(z.string()),
  permissions: z.record(z.string(), z.enum(['yes', 'second'])),
});
export type Me = z.output<typeof meAnswer>;
