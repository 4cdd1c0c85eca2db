import { randomUUID } from 'node:crypto';
import { adminDecider, adminStreamOf } from '@fynbos/domain/admin/admin.ts';
import { agentDecider, agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import { AGENT_MESSAGES } from '@fynbos/domain/agent/messages.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { comparableEmail } from '@fynbos/domain/identity/email.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { LIMITS } from '../auth/limits.ts';
import { hashPassword } from '../auth/passwords.ts';
import { adminByEmail, agentByEmail } from '../auth/people.ts';
import { handle, load } from '../handle.ts';
import { openAdminLink, openAgentLink } from '../notices/messages/links.ts';
import type { Application } from '../services.ts';
import { MANY_RETRIES, type SignInSource } from './sign-in.ts';

type ResetParts = Pick<Application, 'log' | 'auth' | 'tokens'>;
type Source = Pick<SignInSource, 'network' | 'context'>;

/** Requests a link for a forgotten password, if the address is known (C7). The event sends the e-mail. */
export async function requestPasswordLink(
  { log, auth }: Pick<Application, 'log' | 'auth'>,
  email: string,
  { network, context }: Source,
): Promise<void> {
  await auth.limits.take(LIMITS.forgottenPerNetwork, network);
  await auth.limits.take(LIMITS.forgottenPerPerson, comparableEmail(email));
  const link = { requestId: randomUUID(), how: 'reset' } as const;
  const agent = await agentByEmail(log, email);
  if (agent && agent.state.status !== 'suspended')
    await handle(log, agentDecider, agent.person, { type: 'RequestPasswordLink', ...link }, context, MANY_RETRIES);
  const admin = agent ? null : await adminByEmail(log, email);
  if (admin?.state.status === 'enabled')
    await handle(log, adminDecider, admin.person, { type: 'RequestAdminPasswordLink', ...link }, context, MANY_RETRIES);
}

const linkDead = () =>
  new DomainError('invalid', 'agent.link-dead', AGENT_MESSAGES.linkDead, [
    { field: 'token', message: AGENT_MESSAGES.linkDead },
  ]);

/** As `resetPassword`, for the link of an administrator. */
async function resetAdminPassword(
  { log, auth }: ResetParts,
  { adminId, requestId }: { readonly adminId: number; readonly requestId: string },
  password: string,
  { network, context }: Source,
): Promise<Position | undefined> {
  const person = adminStreamOf(adminId);
  const at = context.now.toISOString();
  const { state } = await load(log, adminDecider, person);
  if (!state.passwordLinks.some((one) => one.requestId === requestId && one.expiresAt > at)) throw linkDead();
  const command = { type: 'SetAdminPassword', requestId, passwordHash: await hashPassword(password) } as const;
  const byAdmin = { ...context, actor: { kind: 'admin', id: String(adminId) } } as const;
  const { position } = await handle(log, adminDecider, person, command, byAdmin, MANY_RETRIES);
  await auth.sessions.endOthers(person, null);
  // The link proves the e-mail address, so this network becomes known: it can sign in even if strangers have used up
  // all tries of other networks.
  await auth.limits.noteKnown(person, network);
  return position;
}

/**
 * Sets a password through a link, whose `token` the mail contains. Every session and every other link ends. Throws
 * `agent.link-dead`.
 */
export async function resetPassword(
  app: ResetParts,
  token: string,
  password: string,
  source: Source,
): Promise<Position | undefined> {
  const { log, auth, tokens } = app;
  const { network, context } = source;
  const adminLink = openAdminLink(tokens, token);
  if (adminLink) return resetAdminPassword(app, adminLink, password, source);
  const link = openAgentLink(tokens, 'password', token);
  if (!link) throw linkDead();
  const { agentId, requestId } = link;
  const person = agentStreamOf(agentId);
  const at = context.now.toISOString();
  const { state } = await load(log, agentDecider, person);
  if (!state.passwordLinks.some((one) => one.requestId === requestId && one.expiresAt > at)) throw linkDead();
  const command = { type: 'ResetPassword', requestId, passwordHash: await hashPassword(password) } as const;
  const byAgent = { ...context, actor: { kind: 'agent', id: String(agentId) } } as const;
  const { position } = await handle(log, agentDecider, person, command, byAgent, MANY_RETRIES);
  await auth.sessions.endOthers(person, null);
  await auth.codes.endSignIns(person);
  await auth.limits.noteKnown(person, network);
  return position;
}

/**
 * Whether a link can still set a password, so that the page can say so before a password is typed. `how` is null for an
 * administrator's link and for a forged one.
 */
export async function passwordLinkState(
  { log, tokens, now }: Pick<Application, 'log' | 'tokens' | 'now'>,
  token: string,
): Promise<{ readonly isValid: boolean; readonly how: 'reset' | 'set' | null }> {
  const at = now().toISOString();
  const adminLink = openAdminLink(tokens, token);
  if (adminLink) {
    const { state } = await load(log, adminDecider, adminStreamOf(adminLink.adminId));
    const isValid = state.passwordLinks.some((one) => one.requestId === adminLink.requestId && one.expiresAt > at);
    return { isValid, how: null };
  }
  const link = openAgentLink(tokens, 'password', token);
  if (!link) return { isValid: false, how: null };
  const { state } = await load(log, agentDecider, agentStreamOf(link.agentId), { personal: false });
  const found = state.passwordLinks.find((one) => one.requestId === link.requestId);
  return { isValid: found !== undefined && found.expiresAt > at, how: found?.how ?? null };
}
