import { assertAdminEmailIsFree } from '@fynbos/application/admins/add-admin.ts';
import { loadAdmin, loadAdmins } from '@fynbos/application/admins/first-admins.ts';
import { assertAdminsStayChangeable } from '@fynbos/application/approvals/rights.ts';
import { AFTER_EVERY_EVENT, rowAsOf } from '@fynbos/application/as-of.ts';
import { nextIds } from '@fynbos/application/auth/schema.ts';
import { adminOf } from '@fynbos/application/caller.ts';
import type { WithLog } from '@fynbos/application/services.ts';
import { adminStreamOf, existingAdmin, hasSameRoles, knownAdmin } from '@fynbos/domain/admin/admin.ts';
import { ADMIN_ROLES, grantOf, PERMISSIONS, permissionsOf } from '@fynbos/domain/admin/permissions.ts';
import { DomainError, staleRecord } from '@fynbos/domain/errors.ts';
import { comparableEmail } from '@fynbos/domain/identity/email.ts';
import { type AdminRow, admins } from '@fynbos/projections/admins/admins.ts';
import { adminById, allAdmins } from '@fynbos/projections/admins/queries.ts';
import { z } from 'zod';
import { pendingApproval, respondPendingApproval } from '../approvals/pending.ts';
import { reasonField, requiredText } from '../http/fields.ts';
import { route, tagged } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { asOfOf } from '../lists/list-request.ts';
import { answerMemoryList, type MemoryList } from '../lists/memory-list.ts';
import { LIST_QUERY } from '../lists/table-routes.ts';
import { adminAnswer, meAnswer, permissionsAnswer } from './answers.ts';

export const ownAdminRoutes = tagged('People', [
  route.get('/admin/me', {
    who: 'administrator',
    summary: 'Get the signed-in administrator and their permissions',
    answer: meAnswer,
    handle: async ({ caller }, { log }) => {
      const { adminId, roles } = adminOf(caller);
      const { name, email } = knownAdmin(await loadAdmin({ log }, adminId));
      const permissions = Object.fromEntries(
        permissionsOf(roles).flatMap((permission) => {
          const grant = grantOf(roles, permission);
          return grant === null ? [] : [[permission, grant]];
        }),
      );
      return { body: { adminId, name: name ?? 'Admin', email: email ?? '', roles, permissions } };
    },
  }),
]);

const who = { admin: 'admins:change' } as const;
const roles = z.array(z.enum(ADMIN_ROLES)).min(1, 'At least one role is required.');
const list: MemoryList<z.output<typeof adminAnswer>> = {
  filters: { status: 'equals', name: 'contains', email: 'contains', roles: 'contains' },
  search: ['name', 'email'],
  sorts: ['name', 'email', 'lastSignInAt', 'addedAt'],
};
const newAdmin = z.object({
  name: requiredText('Name is required!'),
  email: z.email('A valid email address is required!'),
  roles,
});

const withNames = async ({ log }: WithLog, rows: readonly AdminRow[]) => {
  const loaded = await loadAdmins(
    { log },
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const admin = existingAdmin(loaded.get(row.id));
    return { ...row, name: admin?.name ?? '', email: admin?.email ?? '' };
  });
};
const adminAnswerOf = async (services: Services, row: AdminRow | null | undefined) => {
  const [record] = row ? await withNames(services, [row]) : [];
  if (!record) throw new DomainError('not-found', 'admin.unknown', 'Administrator not found.');
  return record;
};

/** Reads the log, because the read model may not have the last change yet. */
const currentAdmin = async (services: Services, id: string) =>
  adminAnswerOf(
    services,
    await rowAsOf<AdminRow>(services.log, admins, { streamIds: [adminStreamOf(id)], key: id, at: AFTER_EVERY_EVENT }),
  );

export const adminRoutes = tagged('People', [
  route.get('/admin/admins', {
    who: { admin: 'audit-log:see' },
    summary: 'List administrators and their roles',
    reads: [admins.name],
    query: LIST_QUERY,
    answer: z.array(adminAnswer),
    handle: ({ query }, services) =>
      answerMemoryList(services, query, admins, list, async (table) =>
        withNames(services, await allAdmins(services.db, table)),
      ),
  }),
  route.get('/admin/permissions', {
    who: { admin: 'audit-log:see' },
    summary: 'Get the table of permissions by role',
    answer: permissionsAnswer,
    handle: async () => ({ body: PERMISSIONS }),
  }),
  route.get('/admin/admins/{id}', {
    who: { admin: 'audit-log:see' },
    summary: 'Get an administrator, now or as of an instant',
    reads: [admins.name],
    answer: adminAnswer,
    handle: async ({ params: { id }, query }, services) => {
      const at = asOfOf(query);
      if (at === null) return { body: await adminAnswerOf(services, await adminById(services.db, Number(id))) };
      const row = await rowAsOf<AdminRow>(services.log, admins, { streamIds: [adminStreamOf(id)], key: id, at });
      if (!row) throw new DomainError('not-found', 'admin.not-yet', 'This administrator did not exist at that time.');
      return { body: (await withNames(services, [row]))[0] };
    },
  }),
  route.post('/admin/admins', {
    who,
    summary: 'Add an administrator. Needs approval',
    body: newAdmin,
    ...pendingApproval,
    handle: async (call, services) => {
      const { email, name, roles: newRoles } = call.body;
      const [adminId] = (await nextIds(services.db, 'admin')) as [number];
      const hashed = services.log.keys.keyedHash('approval subject', comparableEmail(email)).slice(0, 16);
      const request = {
        kind: 'admin.add',
        subject: `admins/new-${hashed}`,
        summary: `Add an administrator with roles: ${newRoles.join(', ')}`,
        fields: ['name', 'email', 'roles'],
        payload: { adminId, roles: newRoles },
        personal: { name, email },
        beforeRequest: () => assertAdminEmailIsFree(services.log, email),
      } as const;
      return respondPendingApproval(services, call, request);
    },
  }),
  route.put('/admin/admins/{id}', {
    ifMatch: 'required',
    who,
    summary: 'Change roles, disable or enable an administrator. Needs approval, unless nothing changes',
    body: z.object({
      roles: roles.optional(),
      status: z.enum(['enabled', 'disabled']).optional(),
      reason: reasonField('A reason is required!', 500),
    }),
    needsApproval: true,
    answer: adminAnswer,
    handle: async (call, services) => {
      const { id } = call.params;
      const admin = await currentAdmin(services, id);
      if (admin.version !== call.version) throw staleRecord();
      const { roles: sentRoles, status, reason } = call.body;
      const newRoles = sentRoles && !hasSameRoles(sentRoles, admin.roles) ? sentRoles : undefined;
      const enabled = status === undefined || status === admin.status ? undefined : status === 'enabled';
      if (newRoles === undefined && enabled === undefined) return { body: admin };
      const changes = [
        newRoles && `roles ${newRoles.join(', ')}`,
        enabled !== undefined && (enabled ? 'enable' : 'disable'),
      ]
        .filter(Boolean)
        .join('; ');
      return respondPendingApproval(services, call, {
        reason,
        kind: 'admin.change',
        subject: `admins/${id}`,
        summary: `Change administrator ${id}: ${changes}`,
        fields: [...(newRoles ? ['roles'] : []), ...(enabled === undefined ? [] : ['status'])],
        beforeRequest: () => assertAdminsStayChangeable(services, { adminId: Number(id), roles: newRoles, enabled }),
        payload: {
          adminId: Number(id),
          reason,
          ...(newRoles ? { roles: newRoles } : {}),
          ...(enabled === undefined ? {} : { enabled }),
        },
      });
    },
    current: ({ params }, services) => currentAdmin(services, params.id),
  }),
]);
