import { type Day, HOUR_MS } from '../calendar.ts';
import { DomainError } from '../errors.ts';
import type { DataOf } from '../event-schema.ts';
import { evolvePasskeys, type Passkeys, withUse } from '../passkey/passkeys.ts';
import { EMAIL_LINK_HOURS } from './deadlines.ts';
import { type AgentDetails, type BankAccount, NO_BANK_ACCOUNT, withChanges } from './details.ts';
import type { AgentEvent, AgentSource, Consent } from './events.ts';
import { AGENT_MESSAGES } from './messages.ts';
import { ALL_GROUPS, evolvePush, type Notifications, type PushDevice, withNotifications } from './notifications.ts';
import type { TreatmentFrom } from './tax-treatment.ts';

/** Also of an erased agent. */
interface AgentRecord {
  /** Number of changes of the record, which `If-Match` compares. Sign-ins and views do not count. */
  readonly version: number;
  readonly agentId: number;
  readonly source: AgentSource;
  /**
   * ISO instant of the last change of the bank account; null where its cooling period is over or there is no account.
   */
  readonly bankChangedAt: string | null;
  /** How often the password was set. A proof by an older password is no longer valid. */
  readonly passwordVersion: number;
  readonly taxNumberValid: boolean;
  readonly consents: Readonly<Record<Consent, boolean>>;
  readonly notifications: Notifications;
  readonly oldPasswordFailures: number;
  readonly passwordChangeLocked: boolean;
  /** ISO instant of the last change of e-mail address or cell number. */
  readonly contactChangedAt: string | null;
  /** The pending erasure request; null where there is none or it was withdrawn. */
  readonly deletionRequest: { readonly requestId: string; readonly requestedAt: string } | null;
  readonly treatments: readonly TreatmentFrom[];
  readonly monthlyGoalCents: number | null;
  readonly referredByAgentId: number | null;
  readonly referralLinkVersion: number;
}

/** The person's data and means of signing in. Personal data is null where its key was not loaded or is destroyed. */
interface AgentPerson {
  readonly details: AgentDetails | null;
  /** Null also where no account was entered. */
  readonly bank: BankAccount | null;
  readonly passwordHash: string | null;
  /** A requested and unconfirmed address; `pendingEmail` returns it while it may still be confirmed. */
  readonly emailChange: { readonly requestId: string; readonly to: string; readonly requestedAt: string } | null;
  /** The request that set the current address; null for the first address. */
  readonly confirmedEmailRequest: string | null;
  /** Links that set a password; all become invalid when the first is used, and when the password or address changes. */
  readonly passwordLinks: readonly Pick<
    DataOf<AgentEvent, 'PasswordLinkRequested'>,
    'requestId' | 'how' | 'expiresAt'
  >[];
  /** Passkeys that sign the agent in; a password set by a link removes them. */
  readonly passkeys: Passkeys;
  /** Devices with notifications, oldest first; a password set by a link removes them. */
  readonly pushDevices: readonly PushDevice[];
}

/** The fields of an agent who was erased, or is not registered yet. */
const NO_PERSONAL_DATA = {
  details: null,
  bank: null,
  passwordHash: null,
  emailChange: null,
  confirmedEmailRequest: null,
  passwordLinks: [],
  passkeys: [],
  pushDevices: [],
} as const satisfies AgentPerson;
type NoPerson = typeof NO_PERSONAL_DATA;

/** `activeFrom`: the first day of the membership. */
interface Membership {
  readonly loyaltyTrackingNo: string;
  readonly activeFrom: Day;
}
type NoMembership = Readonly<Record<keyof Membership, null>>;

type RegisteredAgent = AgentRecord &
  AgentPerson &
  (
    | ({ readonly status: 'registered' } & NoMembership)
    | ({ readonly status: 'active' } & Membership)
    | ({ readonly status: 'suspended' } & (Membership | NoMembership))
  );

/** Keeps only what the law requires. */
type ErasedAgent = AgentRecord & NoPerson & { readonly status: 'forgotten' } & (Membership | NoMembership);

/** The state of a stream without events. */
type NoAgent = AgentRecord & NoPerson & NoMembership & { readonly status: 'none' };

/** The state of an agent. Only a registered agent has a person, and only an activated one a tracking number. */
export type AgentState = NoAgent | RegisteredAgent | ErasedAgent;

export const noAgent: NoAgent = {
  status: 'none',
  version: 0,
  agentId: 0,
  source: 'self',
  ...NO_PERSONAL_DATA,
  loyaltyTrackingNo: null,
  activeFrom: null,
  bankChangedAt: null,
  passwordVersion: 0,
  taxNumberValid: false,
  consents: { employer: false, terms: false, marketing: false },
  notifications: { byEmail: true, bySms: true, groups: ALL_GROUPS },
  oldPasswordFailures: 0,
  passwordChangeLocked: false,
  contactChangedAt: null,
  deletionRequest: null,
  treatments: [],
  monthlyGoalCents: null,
  referredByAgentId: null,
  referralLinkVersion: 0,
};

/** The new address that can still be confirmed at an instant (ISO), or null. */
export const pendingEmail = ({ emailChange }: Pick<AgentPerson, 'emailChange'>, at: string): string | null =>
  emailChange && Date.parse(at) < Date.parse(emailChange.requestedAt) + EMAIL_LINK_HOURS * HOUR_MS
    ? emailChange.to
    : null;

const unlocked = { oldPasswordFailures: 0, passwordChangeLocked: false } as const;

const withDetails = (state: RegisteredAgent, changes: Parameters<typeof withChanges<AgentDetails>>[1] | undefined) =>
  state.details && changes ? withChanges(state.details, changes) : state.details;

/** Events that do not count for `If-Match`: forms do not edit what they change. */
const UNVERSIONED_TYPES: ReadonlySet<AgentEvent['type']> = new Set([
  'SignedIn',
  'SignInRefused',
  'OtpVerified',
  'OtpRefused',
  'NumbersViewed',
  'OldPasswordRefused',
  'PasswordLinkRequested',
  'MonthlyGoalSet',
  'PasskeyAdded',
  'PasskeyRenamed',
  'PasskeyRemoved',
  'PushSubscribed',
  'PushUnsubscribed',
  'ReferralLinkReplaced',
]);

export const agentVersionAfter = (version: number, type: AgentEvent['type']): number =>
  UNVERSIONED_TYPES.has(type) ? version : version + 1;

function registered(data: DataOf<AgentEvent, 'AgentRegistered'>): RegisteredAgent {
  const { agentId, source, bankChangedAt, taxNumberValid, employerConsent, termsAccepted, personal } = data;
  return {
    ...noAgent,
    status: 'registered',
    version: 1,
    agentId,
    source,
    ...personal,
    bankChangedAt,
    taxNumberValid,
    consents: { employer: employerConsent, terms: termsAccepted, marketing: false },
    referredByAgentId: data.referredByAgentId ?? null,
  };
}

export function evolveAgent(state: AgentState, event: AgentEvent): AgentState {
  if (event.type === 'AgentRegistered') return registered(event.data);
  // No event of an agent comes before the registration or after the erasure.
  if (state.status === 'none' || state.status === 'forgotten') return state;
  return { ...evolveExisting(state, event), version: agentVersionAfter(state.version, event.type) };
}

function evolveExisting(state: RegisteredAgent, event: AgentEvent): AgentState {
  switch (event.type) {
    case 'AgentActivated': {
      const { loyaltyTrackingNo, activeFrom } = event.data;
      return { ...state, status: 'active', loyaltyTrackingNo, activeFrom };
    }
    case 'AgentDetailsChanged':
      return {
        ...state,
        details: withDetails(state, event.data.personal?.changes),
        taxNumberValid: event.data.taxNumberValid,
        contactChangedAt: event.data.contactChangedAt ?? state.contactChangedAt,
      };
    case 'EmailChangeRequested': {
      const { requestId, requestedAt, personal } = event.data;
      return { ...state, emailChange: { requestId, requestedAt, to: personal?.to ?? '' } };
    }
    case 'EmailChangeWithdrawn':
      return { ...state, emailChange: null };
    case 'EmailChanged':
      return {
        ...state,
        details: withDetails(state, event.data.personal?.changes),
        emailChange: null,
        confirmedEmailRequest: event.data.requestId,
        // A person who controls only the old mailbox must not regain the account from there.
        passwordLinks: [],
        contactChangedAt: event.data.contactChangedAt,
      };
    case 'BankDetailsChanged':
      return {
        ...state,
        bank: event.data.personal
          ? withChanges(state.bank ?? NO_BANK_ACCOUNT, event.data.personal.changes)
          : state.bank,
        bankChangedAt: event.data.changedAt,
      };
    case 'ConsentGiven':
      return { ...state, consents: { ...state.consents, [event.data.consent]: true } };
    case 'ConsentWithdrawn':
      return { ...state, consents: { ...state.consents, [event.data.consent]: false } };
    case 'AgentSuspended':
      return { ...state, status: 'suspended' };
    case 'AgentReinstated':
      return state.loyaltyTrackingNo === null ? { ...state, status: 'registered' } : { ...state, status: 'active' };
    case 'NotificationsChosen':
      return { ...state, notifications: withNotifications(state.notifications, event.data) };
    case 'DeletionRequested': {
      const { requestId, requestedAt } = event.data;
      return { ...state, deletionRequest: { requestId, requestedAt } };
    }
    case 'MonthlyGoalSet':
      return { ...state, monthlyGoalCents: event.data.nettCents };
    case 'ReferralLinkReplaced':
      return { ...state, referralLinkVersion: event.data.version };
    case 'DeletionWithdrawn':
      return { ...state, deletionRequest: null };
    case 'AgentForgotten':
      return { ...state, ...NO_PERSONAL_DATA, status: 'forgotten' };
    case 'TaxTreatmentSet': {
      const { effectiveFrom, treatment } = event.data;
      return { ...state, treatments: [...state.treatments, { effectiveFrom, treatment }] };
    }
    default:
      return signInEvolved(state, event);
  }
}

function signInEvolved(state: RegisteredAgent, event: AgentEvent): RegisteredAgent {
  switch (event.type) {
    case 'PasswordLinkRequested': {
      const { requestId, how, expiresAt } = event.data;
      return { ...state, passwordLinks: [...state.passwordLinks, { requestId, how, expiresAt }] };
    }
    case 'PasswordChanged':
    case 'PasswordReset':
      return {
        ...state,
        ...unlocked,
        // The owner must not lose the account again to a link that another person requested earlier.
        emailChange: null,
        passwordLinks: [],
        // A person who regains an account must not share it with another person's passkey or device.
        ...(event.type === 'PasswordReset' ? { passkeys: [], pushDevices: [] } : {}),
        passwordHash: event.data.personal?.passwordHash ?? null,
        passwordVersion: state.passwordVersion + 1,
      };
    case 'OldPasswordRefused':
      return { ...state, oldPasswordFailures: event.data.failures };
    case 'PasswordChangeLocked':
      return { ...state, passwordChangeLocked: true };
    case 'AgentUnlocked':
      return { ...state, ...unlocked };
    case 'PasskeyAdded':
    case 'PasskeyRenamed':
    case 'PasskeyRemoved':
      return { ...state, passkeys: evolvePasskeys(state.passkeys, event) };
    case 'PushSubscribed':
    case 'PushUnsubscribed':
      return { ...state, pushDevices: evolvePush(state.pushDevices, event) };
    case 'SignedIn':
      return { ...state, passkeys: withUse(state.passkeys, event.data.passkey, event.data.signedInAt) };
    default:
      return state;
  }
}

/** The details of an agent that exists and is not erased. Throws `agent.unknown`. */
export function existingDetails(state: AgentState): AgentDetails {
  if (!state.details) throw new DomainError('not-found', 'agent.unknown', AGENT_MESSAGES.notFound);
  return state.details;
}
