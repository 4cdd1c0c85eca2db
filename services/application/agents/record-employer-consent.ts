import { agentDecider, agentStream } from '@fynbos/domain/agent/agent.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { handle } from '../handle.ts';
import type { Application } from '../services.ts';

/** An administrator records, with a reason, that the agent's employer consents or no longer consents. Throws `agent.unknown`. */
export async function recordEmployerConsent(
  { log }: Pick<Application, 'log'>,
  agentId: string,
  { given, reason }: { readonly given: boolean; readonly reason: string },
  context: CommandContext,
): Promise<Position | undefined> {
  const type = given ? 'GiveConsent' : 'WithdrawConsent';
  const command = { type, at: context.now.toISOString(), consent: 'employer' } as const;
  return (await handle(log, agentDecider, agentStream(agentId), command, { ...context, reason })).position;
}
