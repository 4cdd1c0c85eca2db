import { agentDecider, agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import type { AgentCommand } from '@fynbos/domain/agent/commands.ts';
import type { AgentDetails } from '@fynbos/domain/agent/details.ts';
import type { AgentEvent } from '@fynbos/domain/agent/events.ts';
import { AGENT_MESSAGES } from '@fynbos/domain/agent/messages.ts';
import type { AgentState } from '@fynbos/domain/agent/state.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { DomainError, staleRecord } from '@fynbos/domain/errors.ts';
import { comparableIdNumber } from '@fynbos/domain/identity/id-number.ts';
import { trackingNumberOf } from '@fynbos/domain/identity/numbers.ts';
import { claim } from '@fynbos/event-store/claims/claims.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import type { WithAuth } from '../auth/auth.ts';
import { handle } from '../handle.ts';
import { TRACKING_CLAIM } from '../rentals/references.ts';
import type { Application, WithLog } from '../services.ts';
import { claimIdNumber, releaseIdNumber } from './claims.ts';
import type { KnownAgent } from './load-agent.ts';
import { sendToAgent } from './load-agent.ts';

/**
 * Fields that need no approval. A new ID number is claimed and the old one released. `current`: as the administrator
 * saw it. Throws `staleRecord` and `agent.id-number-taken`.
 */
export async function changeAgentDetails(
  { log }: WithLog,
  current: KnownAgent,
  details: Partial<AgentDetails>,
  context: CommandContext,
): Promise<Position | undefined> {
  const owner = agentStreamOf(current.agentId);
  const { idNumber } = details;
  const stored = current.details.idNumber;
  const newNumber =
    idNumber !== undefined && comparableIdNumber(idNumber) !== comparableIdNumber(stored) ? idNumber : null;
  const claims = async (): Promise<void> => {
    if (newNumber !== null) await claimIdNumber(log, owner, newNumber, context);
  };
  const command = (state: AgentState): AgentCommand => {
    if (state.version !== current.version) throw staleRecord();
    return { type: 'ChangeDetails', details };
  };
  const { position } = await handle(log, {
    decider: agentDecider,
    streamId: owner,
    command,
    context,
    beforeAppend: claims,
  });
  if (newNumber !== null) await releaseIdNumber(log, owner, stored, context);
  return position;
}

/** The employer consents, or no longer consents. Throws `agent.unknown`. */
export const recordEmployerConsent = (
  services: WithLog,
  agentId: string,
  { given: isGiven, reason }: { readonly given: boolean; readonly reason: string },
  context: CommandContext,
) => {
  const type = isGiven ? 'GiveConsent' : 'WithdrawConsent';
  return sendToAgent(services, agentId, { type, consent: 'employer' }, { ...context, reason });
};

type Field = Extract<AgentEvent, { type: 'NumbersViewed' }>['data']['fields'][number];
type How = 'viewed' | 'exported';

/** Records that full numbers of an agent were viewed or exported (X6). Throws `agent.unknown`. */
export const recordNumbersViewed = (
  { log }: WithLog,
  agentId: number | string,
  { fields, how }: { readonly fields: readonly Field[]; readonly how: How },
  context: CommandContext,
) =>
  handle(log, {
    decider: agentDecider,
    streamId: agentStreamOf(agentId),
    command: { type: 'RecordNumbersViewed', fields, how },
    context,
  });

/** Records first that they are viewed or exported. Throws `agent.unknown`. */
export async function viewFullNumbers(services: WithLog, agentId: number | string, how: How, context: CommandContext) {
  const fields = ['idNumber', 'taxNumber', 'bankAccountNumber'] as const;
  const { state, position } = await recordNumbersViewed(services, agentId, { fields, how }, context);
  const { idNumber = '', taxNumber = '' } = state.details ?? {};
  return { idNumber, taxNumber, bankAccountNumber: state.bank?.bankAccountNumber ?? '', position };
}

/** The membership of an agent from now on. Its tracking number is derived from the agent's id and has to be claimed. */
export const membershipOf = ({ config }: Pick<Application, 'config'>, agentId: number, { now }: CommandContext) => ({
  loyaltyTrackingNo: trackingNumberOf(agentId, config.programme.TRACKING_NUMBER_PREFIX),
  activeFrom: dayOf(now),
});

/** Claims a tracking number for an agent. Throws `agent.tracking-number-taken`. */
export async function claimTrackingNumber(
  { log }: WithLog,
  agentId: number,
  text: string,
  context: CommandContext,
): Promise<void> {
  const owner = agentStreamOf(agentId);
  if (await claim(log, { kind: TRACKING_CLAIM, text, owner, isOwnerRecorded: async () => true, context })) return;
  throw new DomainError('conflict', 'agent.tracking-number-taken', AGENT_MESSAGES.trackingNumberTaken);
}

/**
 * Claims the number before the activation, so that a rental in between finds its agent. The number follows from the id,
 * so a retry issues the same one. Does nothing for an active agent. `codeId`: the code of a registration, verified in
 * the same append. Throws `agent.tracking-number-taken` and `agent.suspended`.
 */
export async function activateAgent(
  services: Pick<Application, 'log' | 'config'>,
  agentId: number,
  context: CommandContext,
  codeId?: string,
): Promise<Position | undefined> {
  const membership = membershipOf(services, agentId, context);
  await claimTrackingNumber(services, agentId, membership.loyaltyTrackingNo, context);
  const command: AgentCommand =
    codeId === undefined
      ? { type: 'Activate', ...membership }
      : { type: 'VerifyOtp', codeId, proof: { purpose: 'registration', ...membership } };
  return sendToAgent(services, agentId, command, context);
}

/** Suspends an agent for a reason and ends every session. Throws `agent.unknown`. */
export async function suspendAgent(
  { log, auth }: WithLog & WithAuth,
  agentId: string,
  reason: string,
  context: CommandContext,
): Promise<Position | undefined> {
  const position = await sendToAgent({ log }, agentId, { type: 'Suspend', reason }, { ...context, reason });
  await auth.sessions.endOthers(agentStreamOf(agentId), null);
  return position;
}

export const reinstateAgent = (services: WithLog, agentId: string, reason: string, context: CommandContext) =>
  sendToAgent(services, agentId, { type: 'Reinstate', reason }, { ...context, reason });

/** Unlocks the password change of an agent who entered two wrong old passwords. Throws `agent.unknown`. */
export const unlockAgent = (services: WithLog, agentId: string, context: CommandContext) =>
  sendToAgent(services, agentId, { type: 'Unlock' }, context);
