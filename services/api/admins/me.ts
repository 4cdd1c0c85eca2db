import { adminOf } from '@fynbos/application/caller.ts';
import { load } from '@fynbos/application/handle.ts';
import { adminDecider, adminStream } from '@fynbos/domain/admin/admin.ts';
import { grantOf, permissionsOf } from '@fynbos/domain/admin/permissions.ts';
import { z } from 'zod';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';

/** `GET /admin/me`: the signed-in administrator and their permissions. The dashboard shows only what they may use. */
export const meRoute = ({ log }: Services): Route =>
  route({
    method: 'get',
    paths: ['/admin/me'],
    who: 'signed-in',
    summary: 'The signed-in administrator and their permissions',
    tag: 'People',
    answer: z.object({
      adminId: z.int(),
      name: z.string(),
      email: z.string(),
      roles: z.array(z.string()),
      permissions: z.record(z.string(), z.enum(['yes', 'second'])),
    }),
    handle: async ({ caller }) => {
      const { adminId, roles } = adminOf(caller);
      const { state } = await load(log, adminDecider, adminStream(adminId));
      const permissions = Object.fromEntries(
        permissionsOf(roles).map((permission) => [permission, grantOf(roles, permission)]),
      );
      return { body: { adminId, name: state.name ?? 'Admin', email: state.email ?? '', roles, permissions } };
    },
  });
