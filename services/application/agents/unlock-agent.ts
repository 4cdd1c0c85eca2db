import { agentDecider, agentStream } from '@fynbos/domain/agent/agent.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { handle } from '../handle.ts';
import type { Application } from '../services.ts';

/** Unlocks the password change of an agent who entered two wrong old passwords. Throws `agent.unknown`. */
export async function unlockAgent(
  { log }: Pick<Application, 'log'>,
  agentId: string,
  context: CommandContext,
): Promise<Position | undefined> {
  const command = { type: 'Unlock', at: context.now.toISOString() } as const;
  return (await handle(log, agentDecider, agentStream(agentId), command, context)).position;
}
