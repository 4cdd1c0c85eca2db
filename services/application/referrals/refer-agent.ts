import { randomUUID } from 'node:crypto';
import { agentDecider, agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import type { AgentDetails } from '@fynbos/domain/agent/details.ts';
import { COUNTRIES } from '@fynbos/domain/country/countries.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { DomainError, fieldError, type RefusalKind } from '@fynbos/domain/errors.ts';
import { comparableEmail } from '@fynbos/domain/identity/email.ts';
import { cellNumberE164 } from '@fynbos/domain/identity/phone.ts';
import {
  REFERRAL_MESSAGES,
  type ReferralCommand,
  type ReferredPerson,
  referralDecider,
  referralStreamOf,
} from '@fynbos/domain/referral/referral.ts';
import type { CodeOf } from '@fynbos/domain/refusal-codes.ts';
import { claim, release } from '@fynbos/event-store/claims/claims.ts';
import { loadAgent } from '../agents/load-agent.ts';
import type { WithAuth } from '../auth/auth.ts';
import { personByEmail } from '../auth/find-person.ts';
import { LIMITS } from '../auth/limits.ts';
import { handle, load, sender } from '../handle.ts';
import type { WithLog } from '../services.ts';
import { REFERRAL_CLAIM } from './reaction.ts';

type Referring = WithLog & WithAuth;

export interface ReferralForm extends ReferredPerson {
  /** The dial code in front of the contact number, or empty. */
  readonly countryDialCode: string;
}

const sendToReferral = sender(referralDecider, referralStreamOf);

const refuse = (kind: RefusalKind, code: CodeOf<'referral'>, field: string, message: string) =>
  fieldError(`referral.${code}`, field, message, kind);

const alreadyRegistered = () =>
  refuse('conflict', 'already-registered', 'emailAddress', REFERRAL_MESSAGES.alreadyRegistered);

/** With its dial code in front, or in the national format of the referring agent's country. */
function contactNumberOf({ contactNumber, countryDialCode }: ReferralForm, taxCountry: string): string {
  const byPrefix = COUNTRIES.find(({ dailCode }) => contactNumber.replace(/^\+/, '').startsWith(dailCode));
  const candidates = [
    ...(countryDialCode ? [{ taxCountry, countryDialCode }] : []),
    { taxCountry },
    ...(byPrefix ? [{ taxCountry: byPrefix.code }] : []),
  ];
  for (const home of candidates) {
    const e164 = cellNumberE164(contactNumber, home);
    if (e164) return e164;
  }
  throw refuse('invalid', 'number', 'contactNumber', REFERRAL_MESSAGES.numberInvalid);
}

/** Claims the person's address and records the referral; the event sends the invitation. */
async function recordReferral(
  { log }: Referring,
  referral: Pick<Extract<ReferralCommand, { type: 'ReferAgent' }>, 'referredByAgentId' | 'own' | 'person'>,
  context: CommandContext,
) {
  const referralId = randomUUID();
  const command = { type: 'ReferAgent', referralId, ...referral } as const;
  referralDecider.decide(command, referralDecider.initial, context.now.toISOString());
  const text = comparableEmail(referral.person.emailAddress);
  if (await personByEmail(log, text)) throw alreadyRegistered();
  const owner = referralStreamOf(referralId);
  const isOwnerRecorded = async (holder: string) => (await load(log, referralDecider, holder)).state.status !== 'none';
  const claimAddress = async (): Promise<void> => {
    const isClaimed = await claim(log, { kind: REFERRAL_CLAIM, text, owner, isOwnerRecorded, context });
    if (!isClaimed) throw alreadyRegistered();
  };
  try {
    const { position } = await handle(log, {
      decider: referralDecider,
      streamId: owner,
      command,
      context,
      beforeAppend: claimAddress,
    });
    return { referralId, position };
  } catch (error) {
    if (error instanceof DomainError) await release(log, { kind: REFERRAL_CLAIM, text, owner, context });
    throw error;
  }
}

async function referFor(
  services: Referring,
  { agentId, details }: { readonly agentId: number; readonly details: AgentDetails },
  form: ReferralForm,
  context: CommandContext,
) {
  const { countryDialCode: _dialCode, ...person } = form;
  const contactNumber = contactNumberOf(form, details.taxCountry);
  const { limits } = services.auth;
  await limits.consume(LIMITS.referralPerPerson, agentStreamOf(agentId));
  await limits.consume(LIMITS.referralPerDay, agentStreamOf(agentId));
  const { emailAddress, cellNumber } = details;
  const own = { emailAddress, cellNumber };
  return recordReferral(services, { referredByAgentId: agentId, own, person: { ...person, contactNumber } }, context);
}

/** Throws 409 for oneself and for a registered or invited address (F2), 422 for the number, 429 above the limits. */
export async function referAgent(services: Referring, agentId: number, form: ReferralForm, context: CommandContext) {
  const { details } = await loadAgent(services, agentId);
  return referFor(services, { agentId, details }, form, context);
}

/**
 * The event's actor is the administrator, the referrer the agent, with their rules and limits. Throws as `referAgent`,
 * and 422 for an agent who is not active.
 */
export async function referOnBehalfOf(
  services: Referring,
  agentId: number,
  form: ReferralForm,
  context: CommandContext,
) {
  const { state } = await load(services.log, agentDecider, agentStreamOf(agentId));
  if (state.status !== 'active' || !state.details)
    throw refuse('invalid', 'referrer', 'referredByAgentId', REFERRAL_MESSAGES.referrerNotActive);
  return referFor(services, { agentId, details: state.details }, form, context);
}

/** Throws 404 for a referral of another agent, 409 if it was accepted or reminded less than a week ago (F4). */
export const remindReferred = (services: WithLog, agentId: number, referralId: string, context: CommandContext) =>
  sendToReferral(services, referralId, { type: 'RemindReferred', agentId }, context);
