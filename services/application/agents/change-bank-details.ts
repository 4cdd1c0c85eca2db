import { agentDecider, agentStream } from '@fynbos/domain/agent/agent.ts';
import type { BankAccount } from '@fynbos/domain/agent/details.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import type { AgentCaller } from '../caller.ts';
import { handle } from '../handle.ts';
import type { Application } from '../services.ts';

/**
 * An agent changes their own bank account with a proof for `banking`, which is spent if something changed. The change
 * ends the agent's other sessions and starts the account's cooling period. Throws `agent.contact-frozen`, and 403
 * without a proof.
 */
export async function changeOwnBankDetails(
  { log, auth }: Pick<Application, 'log' | 'auth'>,
  { agentId, sessionId }: AgentCaller,
  bank: BankAccount,
  context: CommandContext,
): Promise<Position | undefined> {
  const person = agentStream(agentId);
  const command = { type: 'ChangeBankDetails', at: context.now.toISOString(), bank } as const;
  const position = await auth.proofs.spend(sessionId, 'banking', async () => {
    const handled = await handle(log, agentDecider, person, command, context);
    return { spent: handled.position !== undefined, result: handled.position };
  });
  if (position) await auth.sessions.endOthers(person, sessionId);
  return position;
}
