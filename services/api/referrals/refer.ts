import { randomUUID } from 'node:crypto';
import { loadAgent } from '@fynbos/application/agents/load-agent.ts';
import { handle, load } from '@fynbos/application/handle.ts';
import { referralRef } from '@fynbos/application/notices/links.ts';
import { REFERRAL_CLAIM } from '@fynbos/application/referrals/reaction.ts';
import { adminByEmail, agentByEmail } from '@fynbos/application/sign-in/people.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { comparableEmail } from '@fynbos/domain/identity/email.ts';
import type { ReferredPerson } from '@fynbos/domain/referral/events.ts';
import {
  REFERRAL_MESSAGES,
  type ReferralState,
  referralDecider,
  referralStream,
} from '@fynbos/domain/referral/referral.ts';
import { claim, ownerOf, release } from '@fynbos/event-store/claims.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { sameText } from '@fynbos/platform/tokens.ts';
import type { Services } from '../http/services.ts';

const alreadyThere = () =>
  new DomainError('conflict', 'referral.already-registered', REFERRAL_MESSAGES.alreadyRegistered, [
    { field: 'emailAddress', message: REFERRAL_MESSAGES.alreadyRegistered },
  ]);

export interface Referred {
  readonly referralId: string;
  readonly position: Position | undefined;
}

/**
 * Refers a person on behalf of an agent. Throws 409 for the agent themselves, and for a registered or already invited
 * address (F2). The address is claimed first; the event sends the invitation.
 */
export async function refer(
  services: Services,
  agentId: number,
  person: ReferredPerson,
  context: CommandContext,
): Promise<Referred> {
  const { log } = services;
  const { details } = await loadAgent(services, agentId);
  const own = { emailAddress: details.emailAddress, cellNumber: details.cellNumber };
  const referralId = randomUUID();
  const command = {
    type: 'ReferAgent',
    at: context.now.toISOString(),
    referralId,
    referredByAgentId: agentId,
    own,
    person,
  } as const;
  referralDecider.decide(command, referralDecider.initial);
  const text = comparableEmail(person.emailAddress);
  if ((await agentByEmail(log, text)) || (await adminByEmail(log, text))) throw alreadyThere();
  const owner = referralStream(referralId);
  const ownerLanded = async (holder: string) => (await load(log, referralDecider, holder)).state.status !== 'none';
  const claims = async (): Promise<void> => {
    if (!(await claim(log, { kind: REFERRAL_CLAIM, text, owner, ownerLanded, context }))) throw alreadyThere();
  };
  try {
    const { position } = await handle(log, referralDecider, owner, command, context, { claims });
    return { referralId, position };
  } catch (error) {
    if (error instanceof DomainError) await release(log, { kind: REFERRAL_CLAIM, text, owner, context });
    throw error;
  }
}

export interface FoundReferral {
  readonly streamId: string;
  readonly state: ReferralState;
}

/** Returns the referral of an invited address, or null. */
export async function referralOf({ log }: Services, emailAddress: string): Promise<FoundReferral | null> {
  const streamId = await ownerOf(log, REFERRAL_CLAIM, comparableEmail(emailAddress));
  if (streamId === null) return null;
  const { state } = await load(log, referralDecider, streamId);
  return state.person ? { streamId, state } : null;
}

/** Whether `ref` is the secret of this referral's link. */
export const isItsRef = ({ tokens }: Services, { state }: FoundReferral, ref: string): boolean =>
  sameText(ref, referralRef(tokens, state.referralId));
