import type { AdminRole } from '@fynbos/domain/admin/permissions.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { isDomainError } from '@fynbos/domain/errors.ts';
import { addAdminWithHash } from '../admins/add-admin.ts';
import type { Application } from '../services.ts';
import { hashPassword } from './passwords.ts';
import { nextIds } from './schema.ts';

/** The first administrators hold both roles, so that every change has a second person. */
const FIRST_ROLES: readonly AdminRole[] = ['Admin', 'Finance'];

export interface NewAdmin {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly roles: readonly AdminRole[];
}

/** Adds an administrator with a password. Throws 409 where an agent or administrator has the e-mail address. */
export async function addAdmin(
  { log, pool }: Pick<Application, 'log' | 'pool'>,
  { password, ...admin }: NewAdmin,
  context: CommandContext,
): Promise<number> {
  // Before the address is claimed: nothing slow comes between a claim and its command.
  const passwordHash = await hashPassword(password);
  const [adminId] = (await nextIds(pool, 'admin')) as [number];
  await addAdminWithHash(log, { ...admin, adminId, passwordHash }, context);
  return adminId;
}

/** Half a minute decides every claim (event-store/claims.ts), each try waits two seconds. */
const TRIES = 20;

/** Adds the administrators of the configuration that are not there yet. */
export async function makeFirstAdmins(services: Application): Promise<void> {
  const { config, now } = services;
  const context: CommandContext = {
    actor: { kind: 'system', id: 'first start' },
    now: now(),
    correlationId: 'first-start',
  };
  for (const [index, { email, password }] of config.admins.entries()) {
    const name = index === 0 ? 'Admin' : `Admin ${index + 1}`;
    await addOnce(services, { email, password, name, roles: FIRST_ROLES }, context);
  }
}

/** Leaves an administrator alone who is there; waits for another process that is just adding the same one. */
async function addOnce(services: Application, admin: NewAdmin, context: CommandContext): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await addAdmin(services, admin, context);
      return;
    } catch (error) {
      if (!isDomainError(error)) throw error;
      if (error.code === 'admin.email-taken') return;
      if (error.code !== 'claim.contended' || attempt >= TRIES) throw error;
    }
  }
}
