import { randomUUID } from 'node:crypto';
import { handle, load } from '@fynbos/application/handle.ts';
import { openAdminLink, openAgentLink } from '@fynbos/application/notices/links.ts';
import { constantTime } from '@fynbos/application/sign-in/constant-time.ts';
import { LIMITS } from '@fynbos/application/sign-in/limits.ts';
import { hashPassword } from '@fynbos/application/sign-in/passwords.ts';
import { adminByEmail, agentByEmail } from '@fynbos/application/sign-in/people.ts';
import { adminDecider, adminStream } from '@fynbos/domain/admin/admin.ts';
import { agentDecider } from '@fynbos/domain/agent/agent.ts';
import { AGENT_MESSAGES } from '@fynbos/domain/agent/messages.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { comparableEmail, EMAIL_FORMAT_MESSAGE, isEmail } from '@fynbos/domain/identity/email.ts';
import { PASSWORDS_DIFFER, passwordProblem } from '@fynbos/domain/identity/password.ts';
import { z } from 'zod';
import { across, caseless, needed, secret } from '../http/fields.ts';
import { type Answer, type Call, type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';

const FLOOR_MS = 150;
const RESET_SENT = 'Forgot Password Email Sent!';
export const PASSWORD_UPDATED = 'Password updated successfully';

const forgottenBody = caseless({
  emailAddress: needed('Email Address is required!').refine(isEmail, EMAIL_FORMAT_MESSAGE),
});

const resetBody = caseless(
  { password: secret('Password is required!'), confirmPassword: secret('Password is required!') },
  (body) =>
    body
      .refine(
        ...across<{ password: string; confirmPassword: string }>('confirmPassword', ({ password, confirmPassword }) =>
          confirmPassword === undefined || password === confirmPassword ? null : PASSWORDS_DIFFER,
        ),
      )
      .refine(
        ...across<{ password: string }>('password', ({ password }) =>
          typeof password === 'string' && password ? passwordProblem(password) : null,
        ),
      ),
);

/** Answers the same whether or not the address is known (C7). The event sends the e-mail. */
function forgotten(services: Services, { body, address, context }: Call<{ emailAddress: string }>): Promise<Answer> {
  return constantTime(FLOOR_MS, async () => {
    await services.auth.limits.take(LIMITS.forgottenPerNetwork, address);
    await services.auth.limits.take(LIMITS.forgottenPerPerson, comparableEmail(body.emailAddress));
    const agent = await agentByEmail(services.log, body.emailAddress);
    if (agent && agent.state.status !== 'suspended') {
      const command = {
        type: 'RequestPasswordLink',
        at: context.now.toISOString(),
        requestId: randomUUID(),
        how: 'reset',
      } as const;
      await handle(services.log, agentDecider, agent.person, command, context);
    }
    const admin = agent ? null : await adminByEmail(services.log, body.emailAddress);
    if (admin?.state.status === 'enabled') {
      const at = context.now.toISOString();
      const command = { type: 'RequestAdminPasswordLink', at, requestId: randomUUID(), how: 'reset' } as const;
      await handle(services.log, adminDecider, admin.person, command, context);
    }
    return { body: { message: RESET_SENT } };
  });
}

const linkDead = () =>
  new DomainError('invalid', 'agent.link-dead', AGENT_MESSAGES.linkDead, [
    { field: 'token', message: AGENT_MESSAGES.linkDead },
  ]);

/** As `reset`, for the link of an administrator. */
async function resetAdmin(
  services: Services,
  { adminId, requestId }: { adminId: number; requestId: string },
  { body: { password }, context, address }: Call<{ password: string }, { token: string }>,
): Promise<Answer> {
  const person = adminStream(adminId);
  const at = context.now.toISOString();
  const { state } = await load(services.log, adminDecider, person);
  if (!state.passwordLinks.some((one) => one.requestId === requestId && one.expiresAt > at)) throw linkDead();
  const command = { type: 'SetAdminPassword', at, requestId, passwordHash: await hashPassword(password) } as const;
  const byAdmin = { ...context, actor: { kind: 'admin', id: String(adminId) } } as const;
  const { position } = await handle(services.log, adminDecider, person, command, byAdmin);
  await services.auth.sessions.endOthers(person, null);
  // The link proves the e-mail address, so this network becomes known: it can sign in even if strangers have used up
  // all tries of other networks.
  await services.auth.limits.noteKnown(person, address);
  return { body: { message: PASSWORD_UPDATED }, ...(position ? { position } : {}) };
}

/** Sets a password through a link. Every session and every other link ends. */
async function reset(services: Services, call: Call<{ password: string }, { token: string }>): Promise<Answer> {
  const { body, query, context, address } = call;
  const own = openAdminLink(services.tokens, query.token);
  if (own) return resetAdmin(services, own, call);
  const link = openAgentLink(services.tokens, 'password', query.token);
  if (!link) throw linkDead();
  const person = `agent-${link.agentId}`;
  const at = context.now.toISOString();
  const { state } = await load(services.log, agentDecider, person);
  if (!state.passwordLinks.some((one) => one.requestId === link.requestId && one.expiresAt > at)) throw linkDead();
  const passwordHash = await hashPassword(body.password);
  const command = { type: 'ResetPassword', at, requestId: link.requestId, passwordHash } as const;
  const byAgent = { ...context, actor: { kind: 'agent', id: String(link.agentId) } } as const;
  const { position } = await handle(services.log, agentDecider, person, command, byAgent);
  await services.auth.sessions.endOthers(person, null);
  await services.auth.codes.endSignIns(person);
  await services.auth.limits.noteKnown(person, address);
  return { body: { message: PASSWORD_UPDATED }, ...(position ? { position } : {}) };
}

/** Reset of a forgotten password, and the first password of an added or migrated person. */
export const passwordRoutes = (services: Services): Route[] => [
  route({
    method: 'post',
    paths: ['/auth/forgot-password'],
    who: 'anyone',
    tag: 'Signing in',
    summary: 'Ask for a link to reset a forgotten password. The answer never says whether the address is known.',
    body: forgottenBody,
    answer: z.object({ message: z.string() }),
    handle: (call) => forgotten(services, call),
  }),
  route({
    method: 'post',
    paths: ['/auth/reset-password'],
    who: 'anyone',
    tag: 'Signing in',
    summary: 'Set a password by the link of a mail. The link works once.',
    query: z.object({
      token: z.string(AGENT_MESSAGES.linkDead).min(1, AGENT_MESSAGES.linkDead).max(300, AGENT_MESSAGES.linkDead),
    }),
    body: resetBody,
    answer: z.object({ message: z.string() }),
    handle: (call) => reset(services, call),
  }),
];
