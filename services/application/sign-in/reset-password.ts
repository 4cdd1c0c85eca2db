import { randomUUID } from 'node:crypto';
import { adminDecider, adminStreamOf, existingAdmin } from '@fynbos/domain/admin/admin.ts';
import { agentDecider, agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import { AGENT_MESSAGES } from '@fynbos/domain/agent/messages.ts';
import type { AgentState } from '@fynbos/domain/agent/state.ts';
import { fieldError } from '@fynbos/domain/errors.ts';
import { comparableEmail } from '@fynbos/domain/identity/email.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import type { WithAuth } from '../auth/auth.ts';
import { adminByEmail, agentByEmail } from '../auth/find-person.ts';
import { LIMITS } from '../auth/limits.ts';
import { hashPassword } from '../auth/passwords.ts';
import { asPerson } from '../caller.ts';
import { handle, load } from '../handle.ts';
import { openLink } from '../notices/messages/links.ts';
import type { Application, WithLog } from '../services.ts';
import { OWNER_COMMAND_RETRIES, type SignInSource } from './sign-in.ts';

type Source = Pick<SignInSource, 'network' | 'context'>;

/** Requests a link for a forgotten password, if the address is known (C7). The event sends the e-mail. */
export async function requestPasswordLink(
  { log, auth }: WithLog & WithAuth,
  email: string,
  { network, context }: Source,
): Promise<void> {
  await auth.limits.consume(LIMITS.forgottenPerNetwork, network);
  await auth.limits.consume(LIMITS.forgottenPerPerson, comparableEmail(email));
  const link = { requestId: randomUUID(), how: 'reset' } as const;
  const agent = await agentByEmail(log, email);
  if (agent && agent.state.status !== 'suspended')
    await handle(log, {
      decider: agentDecider,
      streamId: agent.person,
      command: { type: 'RequestPasswordLink', ...link },
      context,
      ...OWNER_COMMAND_RETRIES,
    });
  const admin = agent ? null : await adminByEmail(log, email);
  const ofAdmin = { type: 'RequestAdminPasswordLink', ...link } as const;
  if (admin?.state.status === 'enabled')
    await handle(log, {
      decider: adminDecider,
      streamId: admin.person,
      command: ofAdmin,
      context,
      ...OWNER_COMMAND_RETRIES,
    });
}

const linkInvalid = () => fieldError('agent.link-dead', 'token', AGENT_MESSAGES.linkInvalid);

/** The person and the request of a link; null for a forged one. `how` is null for the link of an administrator. */
async function linkOf({ log, tokens }: Pick<Application, 'log' | 'tokens'>, token: string, now: Date) {
  const ofAdmin = openLink(tokens, 'admin-password', token);
  const link = ofAdmin ?? openLink(tokens, 'password', token);
  if (!link) return null;
  const person = (ofAdmin ? adminStreamOf : agentStreamOf)(link.id);
  const links = ofAdmin
    ? existingAdmin((await load(log, adminDecider, person)).state)?.passwordLinks
    : (await load(log, agentDecider, person)).state.passwordLinks;
  const found = links?.find(({ requestId }) => requestId === link.requestId);
  const isValid = found !== undefined && found.expiresAt > now.toISOString();
  const how = ofAdmin || !found ? null : (found as AgentState['passwordLinks'][number]).how;
  return { person, isOfAdmin: ofAdmin !== null, requestId: link.requestId, isValid, how };
}

/** Every session and every other link ends. Throws `agent.link-dead`. */
export async function resetPassword(
  services: Pick<Application, 'log' | 'tokens'> & WithAuth,
  token: string,
  password: string,
  { network, context }: Source,
): Promise<Position | undefined> {
  const { log, auth } = services;
  const link = await linkOf(services, token, context.now);
  if (!link?.isValid) throw linkInvalid();
  const { person, isOfAdmin, requestId } = link;
  const set = { requestId, passwordHash: await hashPassword(password) };
  const own = asPerson(person, context);
  const { position, revision } = isOfAdmin
    ? await handle(log, {
        decider: adminDecider,
        streamId: person,
        command: { type: 'SetAdminPassword', ...set },
        context: own,
        ...OWNER_COMMAND_RETRIES,
      })
    : await handle(log, {
        decider: agentDecider,
        streamId: person,
        command: { type: 'ResetPassword', ...set },
        context: own,
        ...OWNER_COMMAND_RETRIES,
      });
  await auth.sessions.endOthers(person, null, revision);
  await auth.codes.endSignIns(person);
  // The link proves the address: this network can sign in even if strangers have used up all tries of others.
  await auth.limits.recordKnownNetwork(person, network);
  return position;
}

/** Lets the page report an invalid link early. `how`: null for an administrator's link and for a forged one. */
export async function passwordLinkState(services: Pick<Application, 'log' | 'tokens' | 'now'>, token: string) {
  const { isValid, how } = (await linkOf(services, token, services.now())) ?? { isValid: false, how: null };
  return { isValid, how };
}
