import { agentOf } from '@fynbos/application/caller.ts';
import { handle } from '@fynbos/application/handle.ts';
import { hashPassword, isPassword } from '@fynbos/application/sign-in/passwords.ts';
import { agentDecider } from '@fynbos/domain/agent/agent.ts';
import type { AgentCommand } from '@fynbos/domain/agent/commands.ts';
import { AGENT_MESSAGES } from '@fynbos/domain/agent/messages.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { NEW_PASSWORDS_DIFFER, passwordProblem } from '@fynbos/domain/identity/password.ts';
import { z } from 'zod';
import { across, caseless, secret } from '../http/fields.ts';
import { type Answer, type Call, type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { PASSWORD_UPDATED } from '../sign-in/password-routes.ts';
import { FORM_MESSAGES } from './labels.ts';
import { knownAgent } from './update-agent.ts';

interface Change {
  readonly password: string;
  readonly newPassword: string;
  readonly confirmPassword: string;
}

const body = caseless(
  {
    password: secret(FORM_MESSAGES.fillIn),
    newPassword: secret(FORM_MESSAGES.fillIn),
    confirmPassword: secret(FORM_MESSAGES.fillIn),
  },
  (form) =>
    form
      .refine(
        ...across<Change>('confirmPassword', ({ newPassword, confirmPassword }) =>
          !newPassword || !confirmPassword || newPassword === confirmPassword ? null : NEW_PASSWORDS_DIFFER,
        ),
      )
      .refine(
        ...across<Change>('newPassword', ({ newPassword }) => (newPassword ? passwordProblem(newPassword) : null)),
      ),
);

const wrongPassword = (message: string) =>
  new DomainError('invalid', 'agent.wrong-password', message, [{ field: 'password', message }]);

/**
 * Changes the password: with the proof for it, and the old one. Two wrong old ones lock the change (specification, section
 * 8); a wrong one spends no proof. The person's other sessions end.
 */
async function changePassword(services: Services, { body: form, caller, context }: Call<Change>): Promise<Answer> {
  const { agentId, sessionId } = agentOf(caller);
  const person = `agent-${agentId}`;
  const at = context.now.toISOString();
  const run = (command: AgentCommand) => handle(services.log, agentDecider, person, command, context);
  const position = await services.auth.proofs.spend(sessionId, 'password', async () => {
    const state = await knownAgent(services, agentId);
    if (state.passwordChangeLocked) throw wrongPassword(AGENT_MESSAGES.enteredTwice);
    if (!(await isPassword(state.passwordHash, form.password))) {
      const refused = await run({ type: 'RefuseOldPassword', at });
      throw wrongPassword(
        refused.state.passwordChangeLocked ? AGENT_MESSAGES.enteredTwice : AGENT_MESSAGES.oneMoreAttempt,
      );
    }
    const passwordHash = await hashPassword(form.newPassword);
    const done = await run({ type: 'ChangePassword', at, passwordVersion: state.passwordVersion, passwordHash });
    return { spent: true, result: done.position };
  });
  await services.auth.sessions.endOthers(person, sessionId);
  await services.auth.codes.endSignIns(person);
  return { body: { message: PASSWORD_UPDATED }, ...(position ? { position } : {}) };
}

/** Changing one's own password. */
export const passwordChangeRoutes = (services: Services): Route[] => [
  route({
    method: 'put',
    paths: ['/password/update-password/{id}'],
    who: 'self',
    tag: 'Profile',
    summary: "Change one's own password, with the old one and a proof for `password`.",
    body,
    answer: z.object({ message: z.string() }),
    handle: (call) => changePassword(services, call),
  }),
];
