import type { CommandContext } from '@fynbos/domain/decider.ts';
import { referralDecider, referralStream } from '@fynbos/domain/referral/referral.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { handle } from '../handle.ts';
import type { Application } from '../services.ts';

/**
 * Sends an invitation again for the agent who made it (F4). Throws 404 for a referral of another agent, and 409 for one
 * that was accepted or reminded less than a week ago.
 */
export async function remindReferred(
  { log }: Pick<Application, 'log'>,
  agentId: number,
  referralId: string,
  context: CommandContext,
): Promise<Position | undefined> {
  const command = { type: 'RemindReferred', at: context.now.toISOString(), agentId } as const;
  return (await handle(log, referralDecider, referralStream(referralId), command, context)).position;
}
