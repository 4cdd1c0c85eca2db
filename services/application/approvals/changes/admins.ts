import { type AdminCommand, adminDecider, adminStreamOf, knownAdmin } from '@fynbos/domain/admin/admin.ts';
import { ADMIN_ROLES } from '@fynbos/domain/admin/permissions.ts';
import { decideInSequence } from '@fynbos/domain/decider.ts';
import { uuidV5 } from '@fynbos/platform/crypto/uuid-v5.ts';
import { z } from 'zod';
import { addAdminWithHash } from '../../admins/add-admin.ts';
import { load } from '../../handle.ts';
import { approvedChange, handleInSteps, handleOnce } from '../approved-change.ts';
import { assertAdminsStayChangeable } from '../rights.ts';

const roles = z.array(z.enum(ADMIN_ROLES));

/** A new administrator receives an e-mailed link to set a password, valid for 7 days (C5). */
export const addAdministrator = approvedChange({
  permission: 'admins:change',
  payload: z.object({ adminId: z.int(), roles }),
  personal: z.object({ name: z.string(), email: z.string() }),
  async execute({ log }, { payload, personal }, context) {
    const admin = { ...payload, ...personal, passwordHash: null };
    await addAdminWithHash(log, admin, context, handleOnce);
    const requestId = uuidV5('password link of approval', context.causationId ?? '');
    const command = { type: 'RequestAdminPasswordLink', requestId, how: 'set' } as const;
    await handleInSteps(log, { decider: adminDecider, streamId: adminStreamOf(payload.adminId), command, context });
  },
});

/** Changes the roles, or disables or enables the administrator. The events end the administrator's sessions (C8). */
export const changeAdministrator = approvedChange({
  permission: 'admins:change',
  payload: z.object({
    adminId: z.int(),
    roles: roles.exactOptional(),
    enabled: z.boolean().exactOptional(),
    reason: z.string(),
  }),
  async execute(services, { payload: { adminId, roles: newRoles, enabled, reason } }, context) {
    // Another request may have changed the others since this one was made.
    await assertAdminsStayChangeable(services, { adminId, roles: newRoles, enabled });
    const command: AdminCommand[] = [];
    if (newRoles) command.push({ type: 'ChangeAdminRoles', roles: newRoles });
    if (enabled !== undefined) command.push({ type: enabled ? 'EnableAdmin' : 'DisableAdmin', reason });
    await handleOnce(services.log, {
      decider: decideInSequence(adminDecider),
      streamId: adminStreamOf(adminId),
      command,
      context,
    });
  },
  async compare({ log }, { payload: { adminId, ...change } }) {
    const { state } = await load(log, adminDecider, adminStreamOf(adminId), { personal: false });
    const { roles, status } = knownAdmin(state);
    const now = { roles: [...roles].sort(), enabled: status === 'enabled' };
    const after = { roles: [...(change.roles ?? now.roles)].sort(), enabled: change.enabled ?? now.enabled };
    return { before: now, after };
  },
});
