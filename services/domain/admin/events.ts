import { z } from 'zod';
import { type EventsOf, instant } from '../event-schema.ts';
import { passkeyData } from '../passkey/passkeys.ts';
import { ADMIN_ROLES } from './permissions.ts';

const roles = z.array(z.enum(ADMIN_ROLES));

/** Files that hold full bank or ID numbers. */
export const SENSITIVE_FILES = ['payout-file', 'tax-file', 'certificate'] as const;

/** Stream `admin-{adminId}`: an administrator of the programme and the history of their rights. */
export const adminEvents = {
  AdminAdded: z.object({
    adminId: z.int().positive(),
    roles,
    addedAt: instant,
    personal: z.object({ name: z.string(), email: z.string(), passwordHash: z.string().nullable() }).nullable(),
  }),
  AdminRolesChanged: z.object({ from: roles, to: roles, changedAt: instant }),
  /** A link to set a password was requested: the first password (`set`) or a forgotten one (`reset`). */
  AdminPasswordLinkRequested: z.object({
    requestId: z.uuid(),
    how: z.enum(['set', 'reset']),
    requestedAt: instant,
    expiresAt: instant,
  }),
  AdminPasswordChanged: z.object({ changedAt: instant, personal: z.object({ passwordHash: z.string() }).nullable() }),
  AdminPasskeyAdded: passkeyData.added,
  AdminPasskeyRenamed: passkeyData.renamed,
  AdminPasskeyRemoved: passkeyData.removed,
  AdminDisabled: z.object({ reason: z.string(), disabledAt: instant }),
  AdminEnabled: z.object({ reason: z.string(), enabledAt: instant }),
  /** `passkey`: the passkey that replaced the password. */
  AdminSignedIn: z.object({ sessionId: z.uuid(), signedInAt: instant, passkey: passkeyData.used.optional() }),
  /** A file with full bank or ID numbers was downloaded; `of` names its subject. Each download is one event. */
  FileOfNumbersTaken: z.object({ file: z.enum(SENSITIVE_FILES), of: z.string(), takenAt: instant }),
  AdminSignInRefused: z.object({ why: z.enum(['wrong-password', 'disabled']), refusedAt: instant }),
} as const;

export type AdminEvent = EventsOf<typeof adminEvents>;
