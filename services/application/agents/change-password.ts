import { agentDecider, agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import type { AgentCommand } from '@fynbos/domain/agent/commands.ts';
import { AGENT_MESSAGES } from '@fynbos/domain/agent/messages.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { hashPassword, isPassword } from '../auth/passwords.ts';
import type { AgentCaller } from '../caller.ts';
import { handle } from '../handle.ts';
import type { Application } from '../services.ts';
import { loadAgent } from './load-agent.ts';

const wrongPassword = (message: string) =>
  new DomainError('invalid', 'agent.wrong-password', message, [{ field: 'password', message }]);

/**
 * An agent changes their password with the old one and a proof for `password`. A second wrong old password locks the
 * change; a wrong one does not spend the proof. The change ends the agent's other sessions and pending sign-ins.
 * Throws `agent.wrong-password`, and 403 without a proof.
 */
export async function changePassword(
  app: Pick<Application, 'log' | 'auth'>,
  { agentId, sessionId }: AgentCaller,
  { oldPassword, newPassword }: { readonly oldPassword: string; readonly newPassword: string },
  context: CommandContext,
): Promise<Position | undefined> {
  const { log, auth } = app;
  const person = agentStreamOf(agentId);
  const run = (command: AgentCommand) => handle(log, agentDecider, person, command, context);
  const position = await auth.proofs.spend(sessionId, 'password', async () => {
    const state = await loadAgent(app, agentId);
    if (state.passwordChangeLocked) throw wrongPassword(AGENT_MESSAGES.enteredTwice);
    if (!(await isPassword(state.passwordHash, oldPassword))) {
      const refused = await run({ type: 'RefuseOldPassword' });
      throw wrongPassword(
        refused.state.passwordChangeLocked ? AGENT_MESSAGES.enteredTwice : AGENT_MESSAGES.oneMoreAttempt,
      );
    }
    const passwordHash = await hashPassword(newPassword);
    const changed = await run({ type: 'ChangePassword', passwordVersion: state.passwordVersion, passwordHash });
    return { spent: true, result: changed.position };
  });
  await auth.sessions.endOthers(person, sessionId);
  await auth.codes.endSignIns(person);
  return position;
}
