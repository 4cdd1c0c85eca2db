import { z } from 'zod';
import type { EventsOf } from '../event-schema.ts';
import { agentDetails, bankAccount, bankChanges, detailChanges } from './details.ts';
import { taxTreatment } from './tax-treatment.ts';

const instant = z.iso.datetime();
const day = z.iso.date();
const reason = z.string();

/** What the law obliges to keep of somebody who is forgotten, each without a name or apart from everything else. */
export const KEPT = ['rewards', 'payouts', 'tax'] as const;
/** What a one-time code was sent for. */
export const OTP_PURPOSES = ['registration', 'sign-in', 'personal', 'password', 'banking'] as const;
export const CONSENTS = ['employer', 'terms', 'marketing'] as const;

/**
 * Stream `agent-{agentId}`. Whatever stands under `personal` is sealed under the agent's own key, and null once that key
 * is destroyed. Changes carry only the fields that changed, with their values before and after.
 */
export const agentEvents = {
  AgentRegistered: z.object({
    agentId: z.int().positive(),
    source: z.enum(['self', 'admin', 'import']),
    termsAccepted: z.boolean(),
    employerConsent: z.boolean(),
    taxNumberValid: z.boolean(),
    /** Null where the account has already cooled (imported agents). */
    bankChangedAt: instant.nullable(),
    registeredAt: instant,
    personal: z
      .object({ details: agentDetails, bank: bankAccount.nullable(), passwordHash: z.string().nullable() })
      .nullable(),
  }),
  /** Issued with the tracking number; `activeFrom` is the first day of the membership. */
  AgentActivated: z.object({ loyaltyTrackingNo: z.string(), activeFrom: day, activatedAt: instant }),
  AgentDetailsChanged: z.object({
    fields: z.array(z.string()),
    taxNumberValid: z.boolean(),
    /** Set where the cell number changed: bank changes and payouts rest for 72 hours from here. */
    contactChangedAt: instant.nullable(),
    personal: z.object({ changes: detailChanges }).nullable(),
  }),
  EmailChangeRequested: z.object({
    requestId: z.uuid(),
    requestedAt: instant,
    personal: z.object({ from: z.string(), to: z.string() }).nullable(),
  }),
  EmailChanged: z.object({
    requestId: z.uuid().nullable(),
    contactChangedAt: instant,
    personal: z.object({ changes: detailChanges }).nullable(),
  }),
  BankDetailsChanged: z.object({
    fields: z.array(z.string()),
    changedAt: instant,
    personal: z.object({ changes: bankChanges }).nullable(),
  }),
  PasswordChanged: z.object({ changedAt: instant, personal: z.object({ passwordHash: z.string() }).nullable() }),
  /** A link was asked for that lets a password be set: a forgotten one (`reset`) or the first (`set`). */
  PasswordLinkRequested: z.object({
    requestId: z.uuid(),
    how: z.enum(['reset', 'set']),
    requestedAt: instant,
    expiresAt: instant,
  }),
  /** By the link of a mail: a forgotten password (`reset`) or the first one (`set`). */
  PasswordReset: z.object({
    how: z.enum(['reset', 'set']),
    resetAt: instant,
    personal: z.object({ passwordHash: z.string() }).nullable(),
  }),
  OldPasswordRefused: z.object({ failures: z.int(), refusedAt: instant }),
  /** After the second wrong old password: no change with it until a reset or an admin's unlock. */
  PasswordChangeLocked: z.object({ lockedAt: instant }),
  AgentUnlocked: z.object({ unlockedAt: instant }),
  ConsentGiven: z.object({ consent: z.enum(CONSENTS), givenAt: instant }),
  ConsentWithdrawn: z.object({ consent: z.enum(CONSENTS), withdrawnAt: instant }),
  AgentSuspended: z.object({ reason, suspendedAt: instant }),
  AgentReinstated: z.object({ reason, reinstatedAt: instant }),
  SignedIn: z.object({ sessionId: z.uuid(), signedInAt: instant }),
  SignInRefused: z.object({ why: z.enum(['wrong-password', 'suspended', 'no-password']), refusedAt: instant }),
  /** A one-time code was entered right. `sessionId`: of the session that it opened or stepped up; null for a registration. */
  OtpVerified: z.object({
    codeId: z.uuid(),
    purpose: z.enum(OTP_PURPOSES),
    sessionId: z.uuid().nullable(),
    verifiedAt: instant,
  }),
  /** Wrong entries used up the tries of a one-time code: one event for each code, however many entries there are. */
  OtpRefused: z.object({ codeId: z.uuid(), purpose: z.enum(OTP_PURPOSES), tries: z.int(), refusedAt: instant }),
  NotificationsChosen: z.object({ byEmail: z.boolean(), bySms: z.boolean(), chosenAt: instant }),
  CorrectionRequested: z.object({
    requestId: z.uuid(),
    requestedAt: instant,
    personal: z.object({ request: z.string() }).nullable(),
  }),
  DeletionRequested: z.object({
    requestId: z.uuid(),
    requestedAt: instant,
    personal: z.object({ request: z.string() }).nullable(),
  }),
  /**
   * Deletion was asked for and granted: the person's key is destroyed, and all else that names them. `kept` says what the
   * law obliges to keep, until `keptUntil`, that day included; null where nothing was ever paid.
   */
  AgentForgotten: z.object({
    requestId: z.uuid(),
    kept: z.array(z.enum(KEPT)),
    keptUntil: day.nullable(),
    forgottenAt: instant,
  }),
  TaxTreatmentSet: z.object({ effectiveFrom: day, treatment: taxTreatment, setAt: instant }),
  /** Somebody saw or exported the full bank, ID or tax number. */
  NumbersViewed: z.object({
    fields: z.array(z.enum(['idNumber', 'taxNumber', 'bankAccountNumber'])),
    how: z.enum(['viewed', 'exported']),
    viewedAt: instant,
  }),
} as const;

export type AgentEvent = EventsOf<typeof agentEvents>;
export type Kept = (typeof KEPT)[number];
export type OtpPurpose = (typeof OTP_PURPOSES)[number];
export type Consent = (typeof CONSENTS)[number];
export type AgentSource = 'self' | 'admin' | 'import';
