import type { CommandContext } from '@fynbos/domain/decider.ts';
import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { existingAgent } from '../agents/load-agent.ts';
import { sender } from '../handle.ts';
import type { WithLog } from '../services.ts';

const sendToAccount = sender(rewardsAccountDecider, accountStreamOf);

/** Lets the next run pay an agent below the payout minimum. Throws 404 for an unknown agent. */
export async function waivePayoutMinimum(
  services: WithLog,
  { agentId, reason }: { readonly agentId: number; readonly reason: string },
  context: CommandContext,
): Promise<Position | undefined> {
  await existingAgent(services, agentId);
  const command = { type: 'WaivePayoutMinimum', agentId, reason } as const;
  return sendToAccount(services, agentId, command, { ...context, reason });
}
