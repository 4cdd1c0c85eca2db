import type { AgentHistory } from '@fynbos/application/agents/load-agent.ts';
import type { AgentEvent, Consent, OtpPurpose } from '@fynbos/domain/agent/events.ts';
import { instant } from '@fynbos/domain/event-schema.ts';
import { accountTextOf } from '@fynbos/domain/wording/sentences.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { z } from 'zod';
import { LABELS } from '../agents/labels.ts';
import { networkOf } from '../http/origin.ts';

/** One change of the agent's own account, in words. */
export const ownHistoryEntry = z.object({
  /** ISO 8601 UTC. */
  at: instant,
  what: z.string(),
  /** The changed fields, with their names on the forms. */
  fields: z.array(z.string()),
  /** `You`, `Support` or `The system`. */
  by: z.string(),
  /** Network address of the call without its last part; '' if none was stored. */
  address: z.string(),
});
type OwnHistoryEntry = z.output<typeof ownHistoryEntry>;

const OTP_FOR: Readonly<Record<OtpPurpose, string>> = {
  registration: 'Registration',
  'sign-in': 'Sign-in',
  personal: 'Personal details',
  password: 'Password',
  banking: 'Banking details',
  deletion: 'Deletion of the account',
  passkeys: 'Passkeys',
};

/** Names of the consents, as forms and the history show them. */
export const CONSENT_NAMES: Readonly<Record<Consent, string>> = {
  employer: 'Employer’s consent',
  terms: 'Terms and personal information',
  marketing: 'News about promotions',
};

/** Whether the next event in the same append already says the same: signed in, or account activated. */
const isRepeatedByTheNext = (event: AgentEvent): boolean =>
  event.type === 'OtpVerified' && (event.data.purpose === 'sign-in' || event.data.purpose === 'registration');

const BY: Readonly<Record<string, string>> = { agent: 'You', visitor: 'You', admin: 'Support' };
const labelOf = (field: string): string => (LABELS as Readonly<Record<string, string>>)[field] ?? field;

function fieldsOf(event: AgentEvent): string[] {
  if ('fields' in event.data) return event.data.fields.map(labelOf);
  if (event.type === 'OtpVerified' || event.type === 'OtpRefused') return [OTP_FOR[event.data.purpose]];
  if (event.type === 'SignedIn' && event.data.passkey) return ['With a passkey'];
  if (event.type === 'SignedIn' && event.data.deviceId) return ['On a remembered device'];
  if (event.type === 'ConsentGiven' || event.type === 'ConsentWithdrawn') return [CONSENT_NAMES[event.data.consent]];
  return [];
}

/** Returns the history of an agent's account from its events, newest first. */
export async function ownHistory(codec: EventLog['codec'], events: AgentHistory['events']): Promise<OwnHistoryEntry[]> {
  const entries = await Promise.all(
    events
      .filter((event) => !isRepeatedByTheNext(event))
      .map(async (event) => {
        const address = await codec.openFrom(event);
        return {
          at: event.metadata.recordedAt,
          what: accountTextOf(event.type),
          fields: fieldsOf(event),
          by: BY[event.metadata.actor.kind] ?? 'The system',
          address: address === null ? '' : networkOf(address),
        };
      }),
  );
  return entries.reverse();
}
