import { agentDecider, agentStream } from '@fynbos/domain/agent/agent.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { handle } from '../handle.ts';
import type { Application } from '../services.ts';

/** Suspends an agent for a reason and ends every session. Throws `agent.unknown`. */
export async function suspendAgent(
  { log, auth }: Pick<Application, 'log' | 'auth'>,
  agentId: string,
  reason: string,
  context: CommandContext,
): Promise<Position | undefined> {
  const person = agentStream(agentId);
  const command = { type: 'Suspend', at: context.now.toISOString(), reason } as const;
  const { position } = await handle(log, agentDecider, person, command, { ...context, reason });
  await auth.sessions.endOthers(person, null);
  return position;
}

/** Ends a suspension for a reason. Throws `agent.unknown`. */
export async function reinstateAgent(
  { log }: Pick<Application, 'log'>,
  agentId: string,
  reason: string,
  context: CommandContext,
): Promise<Position | undefined> {
  const command = { type: 'Reinstate', at: context.now.toISOString(), reason } as const;
  return (await handle(log, agentDecider, agentStream(agentId), command, { ...context, reason })).position;
}
