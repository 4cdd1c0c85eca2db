import { agentStream } from '@fynbos/domain/agent/agent.ts';
import type { AgentEvent, OtpPurpose } from '@fynbos/domain/agent/events.ts';
import type { DecodedEvent, EventLog } from '@fynbos/event-store/event-log.ts';
import { LABELS } from '../agents/labels.ts';
import { networkOf } from '../sign-in/origin.ts';

/** One change of the agent's own account, in words. */
export interface OwnHistoryEntry {
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly what: string;
  /** The changed fields, with their names on the forms. */
  readonly fields: readonly string[];
  /** `You`, `Support` or `The system`. */
  readonly by: string;
  /** Network address of the call without its last part; '' if none was stored. */
  readonly address: string;
}

const WORDS: Readonly<Record<AgentEvent['type'], string>> = {
  AgentRegistered: 'Registered',
  AgentActivated: 'Membership began',
  AgentDetailsChanged: 'Details changed',
  EmailChangeRequested: 'New email address entered',
  EmailChanged: 'Email address changed',
  BankDetailsChanged: 'Banking details changed',
  PasswordChanged: 'Password changed',
  PasswordLinkRequested: 'Link to set a password sent',
  PasswordReset: 'Password set by a link',
  OldPasswordRefused: 'Wrong old password entered',
  PasswordChangeLocked: 'Change of password locked',
  AgentUnlocked: 'Change of password unlocked',
  ConsentGiven: 'Consent given',
  ConsentWithdrawn: 'Consent withdrawn',
  AgentSuspended: 'Account suspended',
  AgentReinstated: 'Account opened again',
  SignedIn: 'Signed in',
  SignInRefused: 'Sign-in refused',
  OtpVerified: 'One-time code entered',
  OtpRefused: 'One-time code refused after too many wrong entries',
  NotificationsChosen: 'Notices chosen',
  CorrectionRequested: 'Correction asked for',
  DeletionRequested: 'Deletion asked for',
  AgentForgotten: 'Forgotten',
  TaxTreatmentSet: 'Tax treatment set',
  NumbersViewed: 'Full numbers seen or exported',
};

const OTP_FOR: Readonly<Record<OtpPurpose, string>> = {
  registration: 'Registration',
  'sign-in': 'Sign-in',
  personal: 'Personal details',
  password: 'Password',
  banking: 'Banking details',
};

/** Whether the next event in the same append already says the same: signed in, or membership began. */
const isToldByTheNext = (event: AgentEvent): boolean =>
  event.type === 'OtpVerified' && (event.data.purpose === 'sign-in' || event.data.purpose === 'registration');

const BY: Readonly<Record<string, string>> = { agent: 'You', visitor: 'You', admin: 'Support' };
const labelOf = (field: string): string => (LABELS as Readonly<Record<string, string>>)[field] ?? field;

function fieldsOf(event: AgentEvent): readonly string[] {
  if ('fields' in event.data) return event.data.fields.map(labelOf);
  if (event.type === 'OtpVerified' || event.type === 'OtpRefused') return [OTP_FOR[event.data.purpose]];
  if (event.type === 'ConsentGiven' || event.type === 'ConsentWithdrawn') return [event.data.consent];
  return [];
}

/** Returns the history of an agent's account, newest first. */
export async function ownHistory(log: EventLog, agentId: number): Promise<OwnHistoryEntry[]> {
  const { events } = await log.readStream(agentStream(agentId));
  const entries = await Promise.all(
    (events as readonly (DecodedEvent & AgentEvent)[])
      .filter((event) => !isToldByTheNext(event))
      .map(async (event) => {
        const address = await log.codec.openFrom(event);
        return {
          at: event.metadata.recordedAt,
          what: WORDS[event.type] ?? event.type,
          fields: fieldsOf(event),
          by: BY[event.metadata.actor.kind] ?? 'The system',
          address: address === null ? '' : networkOf(address),
        };
      }),
  );
  return entries.reverse();
}
