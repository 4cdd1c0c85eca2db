import { randomUUID } from 'node:crypto';
import { agentDecider, agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import type { AgentCommand } from '@fynbos/domain/agent/commands.ts';
import type { AgentDetails, BankAccount } from '@fynbos/domain/agent/details.ts';
import { AGENT_MESSAGES } from '@fynbos/domain/agent/messages.ts';
import { type AgentState, pendingEmail } from '@fynbos/domain/agent/state.ts';
import { type CommandContext, decideInSequence } from '@fynbos/domain/decider.ts';
import { fieldError } from '@fynbos/domain/errors.ts';
import { comparableEmail } from '@fynbos/domain/identity/email.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import type { WithAuth } from '../auth/auth.ts';
import { hashPassword, isPassword } from '../auth/passwords.ts';
import type { AgentCaller } from '../caller.ts';
import { asPerson } from '../caller.ts';
import { handle } from '../handle.ts';
import type { WithLog } from '../services.ts';
import { claimEmail, releaseEmail } from './claims.ts';
import { loadAgent, sendToAgent } from './load-agent.ts';

const wrongPassword = (isLocked: boolean) =>
  isLocked
    ? fieldError('agent.password-locked', 'password', AGENT_MESSAGES.enteredTwice)
    : fieldError('agent.wrong-password', 'password', AGENT_MESSAGES.oneMoreAttempt);

/**
 * Needs the old password and a proof for `password`. A second wrong one locks the change; a wrong one keeps the proof.
 * Ends other sessions and pending sign-ins. Throws `agent.wrong-password`, `agent.password-locked`, and 403 without a
 * proof.
 */
export async function changePassword(
  services: WithLog & WithAuth,
  { agentId, sessionId }: AgentCaller,
  { oldPassword, newPassword }: { readonly oldPassword: string; readonly newPassword: string },
  context: CommandContext,
): Promise<Position | undefined> {
  const { log, auth } = services;
  const person = agentStreamOf(agentId);
  const run = (command: AgentCommand) => handle(log, { decider: agentDecider, streamId: person, command, context });
  const { position, revision } = await auth.proofs.spend(sessionId, 'password', async () => {
    const { passwordVersion, passwordHash, passwordChangeLocked } = await loadAgent(services, agentId);
    if (passwordChangeLocked) throw wrongPassword(true);
    if (await isPassword(passwordHash, oldPassword))
      return run({ type: 'ChangePassword', passwordVersion, passwordHash: await hashPassword(newPassword), sessionId });
    const refused = await run({ type: 'RefuseOldPassword' });
    throw wrongPassword(refused.state.passwordChangeLocked);
  });
  await auth.sessions.endOthers(person, sessionId, revision);
  await auth.codes.endSignIns(person);
  return position;
}

export interface UpdatedDetails {
  /** Position of the last event; undefined if nothing changed. */
  readonly position: Position | undefined;
  /** A new address, from this change or an earlier one, awaits confirmation. */
  readonly emailPending: boolean;
}

export interface DetailsUpdate {
  readonly changes: Partial<AgentDetails>;
  /** Renews a withdrawn consent. */
  readonly consent: boolean;
}

/**
 * Spends a proof for `personal` if something changed. A new e-mail address takes effect once its link is opened; one
 * that is already pending keeps its link. Throws `agent.email-taken`, and 403 without a proof.
 */
export const updateAgentDetails = (
  services: WithLog & WithAuth,
  { agentId, sessionId }: AgentCaller,
  update: DetailsUpdate,
  context: CommandContext,
): Promise<UpdatedDetails> =>
  services.auth.proofs.spend(sessionId, 'personal', () => updateDetails(services, agentId, update, context));

async function updateDetails(
  services: WithLog,
  agentId: number,
  { changes, consent }: DetailsUpdate,
  context: CommandContext,
): Promise<UpdatedDetails> {
  const { log } = services;
  const person = agentStreamOf(agentId);
  const at = context.now.toISOString();
  const before = await loadAgent(services, agentId);
  const { emailAddress, ...details } = changes;
  const ownAddresses = [before.details.emailAddress, pendingEmail(before, at)];
  const newEmail = emailAddress !== undefined && !ownAddresses.includes(emailAddress) ? emailAddress : null;
  const commands: AgentCommand[] = [{ type: 'ChangeDetails', details }];
  if (consent) commands.push({ type: 'GiveConsent', consent: 'employer' });
  if (newEmail !== null) commands.push({ type: 'RequestEmailChange', requestId: randomUUID(), emailAddress: newEmail });
  // One append, because a taken address must refuse the whole update.
  const claims = async (): Promise<void> => {
    if (newEmail !== null) await claimEmail(log, person, newEmail, context);
  };
  const { state, position } = await handle(log, {
    decider: decideInSequence(agentDecider),
    streamId: person,
    command: commands,
    context,
    beforeAppend: claims,
  });
  const superseded = newEmail === null ? undefined : before.emailChange?.to;
  if (superseded && comparableEmail(superseded) !== comparableEmail(newEmail ?? '') && !isCurrent(before, superseded))
    await releaseEmail(log, person, superseded, context);
  return { position, emailPending: pendingEmail(state, at) !== null };
}

const isCurrent = ({ details }: AgentState, email: string): boolean =>
  comparableEmail(details?.emailAddress ?? '') === comparableEmail(email);

/** The address takes effect and the old one is released. `requestId`: named by the link. Throws `agent.link-dead`. */
export async function confirmEmailChange(
  services: WithLog,
  agentId: number,
  requestId: string,
  context: CommandContext,
): Promise<Position | undefined> {
  const person = agentStreamOf(agentId);
  const before = await loadAgent(services, agentId);
  const command: AgentCommand = { type: 'ConfirmEmailChange', requestId };
  const own = asPerson(person, context);
  const { position, state } = await handle(services.log, {
    decider: agentDecider,
    streamId: person,
    command,
    context: own,
  });
  const old = before.details.emailAddress;
  if (!isCurrent(state, old)) await releaseEmail(services.log, person, old, own);
  return position;
}

/** The link sent to a new address becomes invalid. */
export async function withdrawEmailChange(
  services: WithLog,
  agentId: number,
  context: CommandContext,
): Promise<Position | undefined> {
  const before = await loadAgent(services, agentId);
  const position = await sendToAgent(services, agentId, { type: 'WithdrawEmailChange' }, context);
  const pending = before.emailChange?.to;
  if (position && pending && !isCurrent(before, pending))
    await releaseEmail(services.log, agentStreamOf(agentId), pending, context);
  return position;
}

/**
 * Spends a proof for `banking` if something changed. Ends the agent's other sessions and starts the cooling period.
 * Throws `agent.contact-frozen`, and 403 without a proof.
 */
export async function changeOwnBankDetails(
  { log, auth }: WithLog & WithAuth,
  { agentId, sessionId }: AgentCaller,
  bank: BankAccount,
  context: CommandContext,
): Promise<Position | undefined> {
  const person = agentStreamOf(agentId);
  const { position, revision } = await auth.proofs.spend(sessionId, 'banking', () =>
    handle(log, {
      decider: agentDecider,
      streamId: person,
      command: { type: 'ChangeBankDetails', bank, sessionId },
      context,
    }),
  );
  if (position) await auth.sessions.endOthers(person, sessionId, revision);
  return position;
}
