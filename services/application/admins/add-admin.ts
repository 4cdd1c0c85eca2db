import { type AdminCommand, type AdminState, adminDecider, adminStreamOf } from '@fynbos/domain/admin/admin.ts';
import type { AdminEvent } from '@fynbos/domain/admin/events.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { fieldError, isDomainError } from '@fynbos/domain/errors.ts';
import { comparableEmail } from '@fynbos/domain/identity/email.ts';
import { claim, release } from '@fynbos/event-store/claims/claims.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { emailClaim } from '../auth/email-claim.ts';
import { ADMIN_EMAIL_CLAIM, personByEmail } from '../auth/find-person.ts';
import { handle, load } from '../handle.ts';

const emailTaken = () =>
  fieldError('admin.email-taken', 'email', 'This email address is already registered.', 'conflict');

/** Refuses a request for an administrator with the e-mail address of another person. Throws 409 `admin.email-taken`. */
export async function assertAdminEmailIsFree(log: EventLog, email: string): Promise<void> {
  if (await personByEmail(log, email)) throw emailTaken();
}

type NewAdmin = Omit<Extract<AdminCommand, { type: 'AddAdmin' }>, 'type'>;

/**
 * Throws 409 `admin.email-taken` and `Contended` (the address is being claimed). `append`: `handleOnce` for an
 * approval.
 */
export async function addAdminWithHash(
  log: EventLog,
  admin: NewAdmin,
  context: CommandContext,
  append: typeof handle<AdminState, AdminCommand, AdminEvent> = handle,
): Promise<Position | undefined> {
  const text = comparableEmail(admin.email);
  const owner = adminStreamOf(admin.adminId);
  const shared = emailClaim(log, owner, admin.email, context);
  // An administrator is found by this claim.
  const mine = { kind: ADMIN_EMAIL_CLAIM, text, owner, context };
  const isOwnerRecorded = async (holder: string) =>
    (await load(log, adminDecider, holder, { personal: false })).state.status !== 'none';
  const claims = async (): Promise<void> => {
    if ((await claim(log, shared)) && (await claim(log, { ...mine, isOwnerRecorded }))) return;
    throw emailTaken();
  };
  const command = { type: 'AddAdmin', ...admin } as const;
  try {
    return (await append(log, { decider: adminDecider, streamId: owner, command, context, beforeAppend: claims }))
      .position;
  } catch (error) {
    if (isDomainError(error)) for (const one of [mine, shared]) await release(log, one);
    throw error;
  }
}
