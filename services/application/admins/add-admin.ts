import { type AdminCommand, adminDecider, adminStream } from '@fynbos/domain/admin/admin.ts';
import { EMAIL_CLAIM } from '@fynbos/domain/agent/claims.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { DomainError, isDomainError } from '@fynbos/domain/errors.ts';
import { comparableEmail } from '@fynbos/domain/identity/email.ts';
import { claim, ownerOf, release } from '@fynbos/event-store/claims/claims.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { ADMIN_EMAIL_CLAIM } from '../auth/people.ts';
import { type HandleOptions, handle, load } from '../handle.ts';

export type NewAdmin = Omit<Extract<AdminCommand, { type: 'AddAdmin' }>, 'type' | 'at'>;

const EMAIL_TAKEN = 'This email address is already registered.';

/**
 * Adds an administrator. Throws 409 `admin.email-taken` if an agent or another administrator has the e-mail address,
 * `claim.contended` if the address is being claimed concurrently, and `StoreUnavailable`.
 */
export async function addAdminWithHash(
  log: EventLog,
  admin: NewAdmin,
  context: CommandContext,
  options: Pick<HandleOptions, 'isDone'> = {},
): Promise<Position | undefined> {
  const text = comparableEmail(admin.email);
  const owner = adminStream(admin.adminId);
  const mine = { kind: ADMIN_EMAIL_CLAIM, text, owner, context };
  const isOwnerRecorded = async (holder: string) =>
    (await load(log, adminDecider, holder, { personal: false })).state.status !== 'none';
  const claims = async (): Promise<void> => {
    const isAgents = (await ownerOf(log, EMAIL_CLAIM, text)) !== null;
    if (!isAgents && (await claim(log, { ...mine, isOwnerRecorded }))) return;
    throw new DomainError('conflict', 'admin.email-taken', EMAIL_TAKEN, [{ field: 'email', message: EMAIL_TAKEN }]);
  };
  const command = { type: 'AddAdmin', at: context.now.toISOString(), ...admin } as const;
  try {
    return (await handle(log, adminDecider, owner, command, context, { claims, ...options })).position;
  } catch (error) {
    if (isDomainError(error)) await release(log, mine);
    throw error;
  }
}
