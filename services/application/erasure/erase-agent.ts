import { randomUUID } from 'node:crypto';
import { agentDecider, agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import { deletionReference } from '@fynbos/domain/agent/deletion-reference.ts';
import { RETAINED_KINDS } from '@fynbos/domain/agent/events.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { instant } from '@fynbos/domain/event-schema.ts';
import { keptRecords } from '@fynbos/domain/retention/retention.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { z } from 'zod';
import { agentHistory, existingAgent, sendToAgent, unknownAgent } from '../agents/load-agent.ts';
import type { WithAuth } from '../auth/auth.ts';
import type { AgentCaller } from '../caller.ts';
import { handle } from '../handle.ts';
import { loadAccount } from '../rewards/accounts.ts';
import type { Stores, WithLog } from '../services.ts';
import { recordsOfPerson } from './personal-records.ts';

/**
 * Needs a proof for `deletion` (K6). Returns the reference, of a pending request where one exists. Throws 403 without a
 * proof.
 */
export async function requestDeletion(
  { log, auth }: WithLog & WithAuth,
  { agentId, sessionId }: AgentCaller,
  request: string,
  context: CommandContext,
) {
  const requestId = randomUUID();
  return auth.proofs.spend(sessionId, 'deletion', async () => {
    const command = { type: 'RequestDeletion', requestId, request } as const;
    const { state, position } = await handle(log, {
      decider: agentDecider,
      streamId: agentStreamOf(agentId),
      command,
      context,
    });
    return { reference: deletionReference(state.deletionRequest?.requestId ?? requestId), position };
  });
}

/** Withdraws an agent's pending request for deletion (K6); without one it changes nothing. */
export const withdrawDeletion = (services: WithLog, agentId: number, context: CommandContext) =>
  sendToAgent(services, agentId, { type: 'WithdrawDeletion' }, context);

/** The effects of an erasure before it is carried out. */
export const erasurePreview = z.object({
  status: z.enum(['registered', 'active', 'suspended', 'forgotten']),
  /** When the agent requested the erasure; null without a request. */
  requestedAt: instant.nullable(),
  kept: z.array(z.enum(RETAINED_KINDS)),
  keptUntil: z.iso.date().nullable(),
  owedCents: z.int(),
  payoutUnderWay: z.boolean(),
  /** Numbers of enquiries and referrals with personal data of the agent. */
  enquiries: z.int(),
  referrals: z.int(),
});
type ErasurePreview = Readonly<z.output<typeof erasurePreview>>;

/** The records that an erasure would keep and delete, and the reasons against it (K2). Throws `agent.unknown`. */
export async function previewErasure({ log, db }: Stores, agentId: string, now: Date): Promise<ErasurePreview> {
  const { state, events } = await agentHistory({ log }, agentId);
  if (state.status === 'none') throw unknownAgent();
  const account = await loadAccount(log, state.agentId);
  const records = await recordsOfPerson({ log, db }, state.agentId, events);
  return {
    status: state.status,
    requestedAt: state.deletionRequest?.requestedAt ?? null,
    ...keptRecords(account, dayOf(now)),
    owedCents: account.balanceCents,
    payoutUnderWay: account.reservation !== null,
    enquiries: records.enquiries.length,
    referrals: records.referrals.length,
  };
}

/** The reaction destroys the key (K2). Ends the sessions. Throws `agent.unknown`, `agent.payout-under-way`. */
export async function eraseAgent(
  { log, auth }: WithLog & WithAuth,
  agentId: string,
  context: CommandContext,
): Promise<Position | undefined> {
  const state = await existingAgent({ log }, agentId);
  const account = await loadAccount(log, state.agentId);
  if (account.reservation) {
    const message = 'A payout of this agent is under way. Settle it first.';
    throw new DomainError('conflict', 'agent.payout-under-way', message);
  }
  const command = { type: 'Erase', ...keptRecords(account, dayOf(context.now)) } as const;
  const position = await sendToAgent({ log }, agentId, command, context);
  await auth.sessions.endOthers(agentStreamOf(agentId), null);
  return position;
}
