import { agentDecider, agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { comparableEmail } from '@fynbos/domain/identity/email.ts';
import { type ReferredPerson, referralDecider } from '@fynbos/domain/referral/referral.ts';
import { ownerOf } from '@fynbos/event-store/claims/claims.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { sameText, type Tokens } from '@fynbos/platform/crypto/tokens.ts';
import { agentState, loadAgent } from '../agents/load-agent.ts';
import type { WithAuth } from '../auth/auth.ts';
import { agentByEmail } from '../auth/find-person.ts';
import { LIMITS } from '../auth/limits.ts';
import { handle, load } from '../handle.ts';
import { referralRef } from '../notices/messages/links.ts';
import type { Application } from '../services.ts';
import { REFERRAL_CLAIM } from './reaction.ts';

type Linking = Pick<Application, 'log' | 'tokens'>;

/** Characters of the signature in a link: 72 bits, short enough to dictate. */
const SIGNATURE_LENGTH = 12;

/** The code of a personal link, derived from the agent and the version of the link: `{agentId}-{signature}`. */
function codeOf(tokens: Tokens, agentId: number, version: number): string {
  const text = `${agentId}.${version}`;
  const signature = tokens.sign('referral-link', text).slice(text.length + 1);
  return `${agentId}-${signature.slice(0, SIGNATURE_LENGTH)}`;
}

/** The code of an agent's personal link (F5). Throws 404 for an erased agent. */
export async function referralLinkOf(services: Linking, agentId: number): Promise<string> {
  const { referralLinkVersion } = await loadAgent(services, agentId);
  return codeOf(services.tokens, agentId, referralLinkVersion);
}

/** Replaces an agent's personal link, so that the previous one stops working (F5). Returns the new code. */
export async function replaceReferralLink(
  { log, tokens }: Linking,
  agentId: number,
  context: CommandContext,
): Promise<{ readonly code: string; readonly position: Position | undefined }> {
  const command = { type: 'ReplaceReferralLink' } as const;
  const { state, position } = await handle(log, {
    decider: agentDecider,
    streamId: agentStreamOf(agentId),
    command,
    context,
  });
  return { code: codeOf(tokens, agentId, state.referralLinkVersion), position };
}

interface Inviter {
  readonly agentId: number;
  readonly name: string;
}

/** Null for a replaced or unknown link, and for an agent who is not active. */
export async function inviterByLink(services: Linking, code: string): Promise<Inviter | null> {
  const agentId = Number(/^(\d{1,9})-/.exec(code)?.[1] ?? 0);
  if (agentId === 0) return null;
  const { status, details, referralLinkVersion } = await agentState(services, agentId);
  if (status !== 'active' || !details) return null;
  if (!sameText(code, codeOf(services.tokens, agentId, referralLinkVersion))) return null;
  return { agentId, name: `${details.firstName} ${details.surname}` };
}

/** The name on the registration page of a personal link. `network`: rate-limit key. Throws 404 and 429. */
export async function inviterName(services: Linking & WithAuth, code: string, network: string): Promise<string> {
  await services.auth.limits.consume(LIMITS.lookUpPerNetwork, network);
  const inviter = await inviterByLink(services, code);
  if (!inviter) throw new DomainError('not-found', 'referral.unknown', 'This link is no longer valid.');
  return inviter.name;
}

type Inviting = Pick<Application, 'log' | 'tokens'> & WithAuth;

/** The invitation of an address, or null. `isItsRef`: whether a secret is that of its link. */
async function findInvitation({ log, tokens }: Inviting, emailAddress: string) {
  const streamId = await ownerOf(log, REFERRAL_CLAIM, comparableEmail(emailAddress));
  if (streamId === null) return null;
  const { state } = await load(log, referralDecider, streamId);
  if (state.status === 'none' || !state.person) return null;
  const { referralId, person, referredByAgentId } = state;
  return {
    streamId,
    person,
    referredByAgentId,
    isItsRef: (ref: string) => sameText(ref, referralRef(tokens, referralId)),
  };
}

/**
 * Prefills the registration; the inviter's name is '' after an erasure. Needs address and secret of the link (F3).
 * `network`: rate-limit key. Throws 404 and 429.
 */
export async function invitedPerson(
  services: Inviting,
  { email, ref, network }: { readonly email: string; readonly ref: string; readonly network: string },
): Promise<ReferredPerson & { readonly invitedBy: string }> {
  await services.auth.limits.consume(LIMITS.lookUpPerNetwork, network);
  const found = email ? await findInvitation(services, email) : null;
  if (!found?.isItsRef(ref)) throw new DomainError('not-found', 'referral.unknown', 'Invitation not found.');
  const { details } = (await load(services.log, agentDecider, agentStreamOf(found.referredByAgentId))).state;
  return { ...found.person, invitedBy: details ? `${details.firstName} ${details.surname}` : '' };
}

/**
 * Changes Invited to Registered if the caller registered or has the link. Takes the same time without one. Throws 429.
 */
export function completeRegistration(
  services: Inviting,
  { email, ref, network }: { readonly email: string; readonly ref: string; readonly network: string },
  context: CommandContext,
): Promise<void> {
  return services.auth.constantTime(async () => {
    const { log, auth } = services;
    await auth.limits.consume(LIMITS.lookUpPerNetwork, network);
    const [found, agent] = await Promise.all([findInvitation(services, email), agentByEmail(log, email)]);
    if (!found || !(agent || found.isItsRef(ref))) return;
    const agentId = agent?.state.agentId ?? null;
    const command = { type: 'RegisterReferral', agentId } as const;
    await handle(log, { decider: referralDecider, streamId: found.streamId, command, context });
  });
}
