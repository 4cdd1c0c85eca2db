import { adminDecider, adminStream } from '@fynbos/domain/admin/admin.ts';
import type { AdminRole } from '@fynbos/domain/admin/permissions.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { comparableEmail } from '@fynbos/domain/identity/email.ts';
import { claim, release } from '@fynbos/event-store/claims.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { handle, load } from '../handle.ts';
import type { Application } from '../services.ts';
import { hashPassword } from './passwords.ts';
import { ADMIN_EMAIL_CLAIM, agentByEmail } from './people.ts';
import { nextIds } from './schema.ts';

/** The first two hold both, so that there is a second person for everything. */
const FIRST_ROLES: readonly AdminRole[] = ['Admin', 'Finance'];

export interface NewAdmin {
  readonly email: string;
  readonly name: string;
  readonly password: string | null;
  readonly roles: readonly AdminRole[];
}

const EMAIL_TAKEN = 'This email address is already registered.';

/** Adds an administrator; 409 where somebody has the e-mail address already. */
export async function addAdmin(
  { log, pool }: Pick<Application, 'log' | 'pool'>,
  { email, name, password, roles }: NewAdmin,
  context: CommandContext,
): Promise<{ adminId: number; position: Position | undefined }> {
  const text = comparableEmail(email);
  const taken = new DomainError('conflict', 'admin.email-taken', EMAIL_TAKEN, [
    { field: 'email', message: EMAIL_TAKEN },
  ]);
  if (await agentByEmail(log, text)) throw taken;
  // It takes its time: between a claim and its command there is to be none.
  const passwordHash = password === null ? null : await hashPassword(password);
  const [adminId] = (await nextIds(pool, 'admin')) as [number];
  const owner = adminStream(adminId);
  const ownerLanded = async (holder: string) =>
    (await load(log, adminDecider, holder, { personal: false })).state.status !== 'none';
  const claims = async (): Promise<void> => {
    if (!(await claim(log, { kind: ADMIN_EMAIL_CLAIM, text, owner, ownerLanded, context }))) throw taken;
  };
  const command = {
    type: 'AddAdmin',
    at: context.now.toISOString(),
    adminId,
    roles,
    name,
    email,
    passwordHash,
  } as const;
  try {
    return { adminId, position: (await handle(log, adminDecider, owner, command, context, { claims })).position };
  } catch (error) {
    if (error instanceof DomainError) await release(log, { kind: ADMIN_EMAIL_CLAIM, text, owner, context });
    throw error;
  }
}

/** Makes the administrators of the configuration, at the first start only: those who are there already are left as they are. */
export async function makeFirstAdmins(services: Application): Promise<void> {
  const { config, now } = services;
  const context: CommandContext = {
    actor: { kind: 'system', id: 'first start' },
    now: now(),
    correlationId: 'first-start',
  };
  for (const [index, { email, password }] of config.admins.entries()) {
    try {
      await addAdmin(
        services,
        { email, password, name: index === 0 ? 'Admin' : `Admin ${index + 1}`, roles: FIRST_ROLES },
        context,
      );
    } catch (error) {
      // Another process that starts now has made it, or is just making it.
      if (!(error instanceof DomainError && ['admin.email-taken', 'claim.contended'].includes(error.code))) throw error;
    }
  }
}
