import { randomUUID } from 'node:crypto';
import { agentDecider, agentStream } from '@fynbos/domain/agent/agent.ts';
import { deletionReference } from '@fynbos/domain/agent/deletion-reference.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import type { AgentCaller } from '../caller.ts';
import { handle } from '../handle.ts';
import type { Application } from '../services.ts';

/**
 * An agent asks for the deletion of their account, with a proof for `deletion` (K6). A request that is pending already
 * stays, and its reference is returned. Throws 403 without a proof.
 */
export async function requestDeletion(
  { log, auth }: Pick<Application, 'log' | 'auth'>,
  { agentId, sessionId }: AgentCaller,
  request: string,
  context: CommandContext,
): Promise<{ readonly reference: string; readonly position: Position | undefined }> {
  const requestId = randomUUID();
  const command = { type: 'RequestDeletion', at: context.now.toISOString(), requestId, request } as const;
  return auth.proofs.spend(sessionId, 'deletion', async () => {
    const { state, position } = await handle(log, agentDecider, agentStream(agentId), command, context);
    const reference = deletionReference(state.deletionRequest?.requestId ?? requestId);
    return { spent: position !== undefined, result: { reference, position } };
  });
}

/** Withdraws an agent's pending request for deletion (K6); without one it changes nothing. */
export async function withdrawDeletion(
  { log }: Pick<Application, 'log'>,
  agentId: number,
  context: CommandContext,
): Promise<Position | undefined> {
  const command = { type: 'WithdrawDeletion', at: context.now.toISOString() } as const;
  return (await handle(log, agentDecider, agentStream(agentId), command, context)).position;
}
