import { type AdminState, adminDecider, adminStreamOf } from '@fynbos/domain/admin/admin.ts';
import type { AdminRole } from '@fynbos/domain/admin/permissions.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { Contended, isDomainError } from '@fynbos/domain/errors.ts';
import { comparableEmail } from '@fynbos/domain/identity/email.ts';
import { allPages } from '@fynbos/event-store/all-pages.ts';
import { ownerOf } from '@fynbos/event-store/claims/claims.ts';
import type { DecodeOptions } from '@fynbos/event-store/codec.ts';
import { ADMIN_EMAIL_CLAIM, adminByEmail } from '../auth/find-person.ts';
import { hashPassword } from '../auth/passwords.ts';
import { nextIds } from '../auth/schema.ts';
import { load, loadMany } from '../handle.ts';
import type { Application, Stores, WithLog } from '../services.ts';
import { addAdminWithHash } from './add-admin.ts';

/** An administrator's current state; the initial state for an unknown one. Throws `StoreUnavailable`. */
export const loadAdmin = async ({ log }: WithLog, adminId: number, options?: DecodeOptions): Promise<AdminState> =>
  (await load(log, adminDecider, adminStreamOf(adminId), options)).state;

/** Many administrators with their names, by id, in one round trip. Throws `StoreUnavailable`. */
export async function loadAdmins(
  { log }: WithLog,
  adminIds: readonly number[],
): Promise<ReadonlyMap<number, AdminState>> {
  const loaded = await loadMany(log, adminDecider, adminIds.map(adminStreamOf));
  return new Map(adminIds.map((id) => [id, loaded.get(adminStreamOf(id))?.state ?? adminDecider.initial]));
}

/** The first administrators have both roles, so that every change has a second approver. */
const FIRST_ROLES: readonly AdminRole[] = ['Admin', 'Finance'];

export interface NewAdmin {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly roles: readonly AdminRole[];
}

/** Adds an administrator with a password. Throws 409 if an agent or administrator has the e-mail address. */
export async function addAdmin(
  { log, db }: Stores,
  { password, ...admin }: NewAdmin,
  context: CommandContext,
): Promise<number> {
  // Before the e-mail address is claimed, so that nothing slow runs between a claim and its command.
  const passwordHash = await hashPassword(password);
  const [adminId] = (await nextIds(db, 'admin')) as [number];
  await addAdminWithHash(log, { ...admin, adminId, passwordHash }, context);
  return adminId;
}

/** Every claim is decided within 30 seconds (`event-store/claims/claims.ts`); each attempt waits two seconds. */
const MAX_ATTEMPTS = 20;

type FirstAdminServices = Pick<Application, 'log' | 'db' | 'config' | 'now' | 'logger'>;

/**
 * Adds the configured administrators that do not exist yet, as long as no other administrator was ever added: a start
 * that was interrupted between them is completed. Otherwise the settings are ignored: administrators add others, with
 * an approval.
 */
export async function createFirstAdmins(services: FirstAdminServices): Promise<void> {
  const { config, now, log, logger } = services;
  const emails = config.admins.map(({ email }) => email);
  const existing = await Promise.all(emails.map((email) => adminByEmail(log, email)));
  if (!existing.includes(null)) return;
  if (await hasOtherAdmins(services, emails)) {
    logger.warn('ADMIN_EMAIL and ADMIN2_EMAIL are ignored: there are administrators already');
    return;
  }
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

/** Whether an administrator was added who has none of these e-mail addresses. */
async function hasOtherAdmins({ log }: WithLog, emails: readonly string[]): Promise<boolean> {
  // One by one, because the first administrators are among the first events of the log.
  for await (const events of allPages(log.store, { types: ['AdminAdded'], limit: 1 })) {
    if (events.length === 0) continue;
    // Read after the event: another process may be adding the same administrators.
    const owners = await Promise.all(emails.map((email) => ownerOf(log, ADMIN_EMAIL_CLAIM, comparableEmail(email))));
    if (events.some(({ streamId }) => !owners.includes(streamId))) return true;
  }
  return false;
}

/** Adds an administrator unless it exists. Waits if another process is adding the same one. */
async function addOnce(services: FirstAdminServices, admin: NewAdmin, context: CommandContext): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await addAdmin(services, admin, context);
      return;
    } catch (error) {
      if (!isDomainError(error)) throw error;
      if (error.code === 'admin.email-taken') return;
      if (!(error instanceof Contended) || attempt >= MAX_ATTEMPTS) throw error;
    }
  }
}
