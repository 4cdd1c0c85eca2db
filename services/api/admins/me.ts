import { loadAdmin } from '@fynbos/application/admins/load-admin.ts';
import { adminOf } from '@fynbos/application/caller.ts';
import { grantOf, permissionsOf } from '@fynbos/domain/admin/permissions.ts';
import { type Route, route } from '../http/route.ts';
import { meAnswer } from './answers.ts';

/** `GET /admin/me`: the signed-in administrator and their permissions. The dashboard shows only what they may use. */
export const meRoute: Route = route.get('/admin/me', {
  who: 'signed-in',
  summary: 'Show the signed-in administrator and their permissions',
  tag: 'People',
  answer: meAnswer,
  handle: async ({ caller }, { log }) => {
    const { adminId, roles } = adminOf(caller);
    const { name, email } = await loadAdmin({ log }, adminId);
    const permissions = Object.fromEntries(
      permissionsOf(roles).map((permission) => [permission, grantOf(roles, permission)]),
    );
    return { body: { adminId, name: name ?? 'Admin', email: email ?? '', roles, permissions } };
  },
});
