import { z } from 'zod';
import { type EventsOf, instant } from '../event-schema.ts';
import { passkeyData } from '../passkey/passkeys.ts';
import { agentDetails, bankAccount, bankChanges, detailChanges } from './details.ts';
import { pushEvents } from './notifications.ts';
import { taxTreatment } from './tax-treatment.ts';

const day = z.iso.date();
const reason = z.string();

/** The records that the law requires to keep after an erasure, each without a name or stored separately. */
export const RETAINED_KINDS = ['rewards', 'payouts', 'tax'] as const;
export const OTP_PURPOSES = [
  'registration',
  'sign-in',
  'personal',
  'password',
  'banking',
  'deletion',
  'passkeys',
] as const;
export const CONSENTS = ['employer', 'terms', 'marketing'] as const;

/**
 * Stream `agent-{agentId}`. Changes carry only the fields that changed, with their values before and after. `personal`
 * is encrypted with the agent's own key, and null once that key is destroyed.
 */
export const agentEvents = {
  AgentRegistered: z.object({
    agentId: z.int().positive(),
    source: z.enum(['self', 'admin', 'import']),
    termsAccepted: z.boolean(),
    employerConsent: z.boolean(),
    taxNumberValid: z.boolean(),
    /** Null where the cooling period of the account is over (imported agents). */
    bankChangedAt: instant.nullable(),
    registeredAt: instant,
    /** The agent who sent the personal link that the person registered with (F5). */
    referredByAgentId: z.int().positive().optional(),
    personal: z
      .object({ details: agentDetails, bank: bankAccount.nullable(), passwordHash: z.string().nullable() })
      .nullable(),
  }),
  /** Issued with the tracking number; `activeFrom` is the first day of the membership. */
  AgentActivated: z.object({ loyaltyTrackingNo: z.string(), activeFrom: day, activatedAt: instant }),
  AgentDetailsChanged: z.object({
    fields: z.array(z.string()),
    taxNumberValid: z.boolean(),
    /** Set where the cell number changed: bank changes and payouts are frozen for 72 hours from this instant. */
    contactChangedAt: instant.nullable(),
    personal: z.object({ changes: detailChanges }).nullable(),
  }),
  EmailChangeRequested: z.object({
    requestId: z.uuid(),
    requestedAt: instant,
    personal: z.object({ from: z.string(), to: z.string() }).nullable(),
  }),
  EmailChangeWithdrawn: z.object({ requestId: z.uuid(), withdrawnAt: instant }),
  EmailChanged: z.object({
    requestId: z.uuid().nullable(),
    contactChangedAt: instant,
    personal: z.object({ changes: detailChanges }).nullable(),
  }),
  /** `sessionId`: the agent's session that made the change; the others end. Absent for a change by an administrator. */
  BankDetailsChanged: z.object({
    fields: z.array(z.string()),
    changedAt: instant,
    sessionId: z.uuid().optional(),
    personal: z.object({ changes: bankChanges }).nullable(),
  }),
  /** `sessionId`: the session that made the change; the others end. */
  PasswordChanged: z.object({
    changedAt: instant,
    sessionId: z.uuid().optional(),
    personal: z.object({ passwordHash: z.string() }).nullable(),
  }),
  /** A link to set a password was requested: a forgotten password (`reset`) or the first one (`set`). */
  PasswordLinkRequested: z.object({
    requestId: z.uuid(),
    how: z.enum(['reset', 'set']),
    requestedAt: instant,
    expiresAt: instant,
  }),
  /** A password was set through the link of an e-mail: a forgotten one (`reset`) or the first one (`set`). */
  PasswordReset: z.object({
    how: z.enum(['reset', 'set']),
    resetAt: instant,
    personal: z.object({ passwordHash: z.string() }).nullable(),
  }),
  OldPasswordRefused: z.object({ failures: z.int(), refusedAt: instant }),
  /** Set by the second wrong old password; blocks such changes until a reset or an administrator's unlock. */
  PasswordChangeLocked: z.object({ lockedAt: instant }),
  AgentUnlocked: z.object({ unlockedAt: instant }),
  ConsentGiven: z.object({ consent: z.enum(CONSENTS), givenAt: instant }),
  ConsentWithdrawn: z.object({ consent: z.enum(CONSENTS), withdrawnAt: instant }),
  AgentSuspended: z.object({ reason, suspendedAt: instant }),
  AgentReinstated: z.object({ reason, reinstatedAt: instant }),
  /** `passkey` replaced the password and the code; the remembered device `deviceId` replaced the code. */
  SignedIn: z.object({
    sessionId: z.uuid(),
    signedInAt: instant,
    passkey: passkeyData.used.optional(),
    deviceId: z.uuid().optional(),
  }),
  SignInRefused: z.object({ why: z.enum(['wrong-password', 'suspended', 'no-password']), refusedAt: instant }),
  /** `sessionId`: the session that the code opened or stepped up; null for a registration. */
  OtpVerified: z.object({
    codeId: z.uuid(),
    purpose: z.enum(OTP_PURPOSES),
    sessionId: z.uuid().nullable(),
    verifiedAt: instant,
  }),
  /** Wrong entries used up the attempts of a one-time code: one event per code, however many entries there were. */
  OtpRefused: z.object({ codeId: z.uuid(), purpose: z.enum(OTP_PURPOSES), tries: z.int(), refusedAt: instant }),
  PasskeyAdded: passkeyData.added,
  PasskeyRenamed: passkeyData.renamed,
  PasskeyRemoved: passkeyData.removed,
  ...pushEvents,
  /** The channel of notices, and the groups of messages about money; a group that is absent is as it was before. */
  NotificationsChosen: z.object({
    byEmail: z.boolean(),
    bySms: z.boolean(),
    groups: z.object({ rewards: z.boolean(), payouts: z.boolean(), digest: z.boolean() }).partial().optional(),
    chosenAt: instant,
  }),
  /** The agent's own goal for each month, in cents nett; null removes it. */
  MonthlyGoalSet: z.object({ nettCents: z.int().positive().nullable(), setAt: instant }),
  /** The agent replaced their personal link; links of lower versions are void. */
  ReferralLinkReplaced: z.object({ version: z.int().positive(), replacedAt: instant }),
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
  DeletionWithdrawn: z.object({ requestId: z.uuid(), withdrawnAt: instant }),
  /** A granted request. `kept`: what the law requires, through the day `keptUntil` (null where no payment is kept). */
  AgentForgotten: z.object({
    requestId: z.uuid(),
    kept: z.array(z.enum(RETAINED_KINDS)),
    keptUntil: day.nullable(),
    forgottenAt: instant,
  }),
  TaxTreatmentSet: z.object({ effectiveFrom: day, treatment: taxTreatment, setAt: instant }),
  /** A user viewed or exported the full bank, ID or tax number. */
  NumbersViewed: z.object({
    fields: z.array(z.enum(['idNumber', 'taxNumber', 'bankAccountNumber'])),
    how: z.enum(['viewed', 'exported']),
    viewedAt: instant,
  }),
} as const;

export type AgentEvent = EventsOf<typeof agentEvents>;
export type RetainedKind = (typeof RETAINED_KINDS)[number];
export type OtpPurpose = (typeof OTP_PURPOSES)[number];
export type Consent = (typeof CONSENTS)[number];
export type AgentSource = 'self' | 'admin' | 'import';
