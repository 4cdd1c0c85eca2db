import { randomUUID } from 'node:crypto';
import { claimEmail, releaseEmail } from '@fynbos/application/agents/claims.ts';
import { handle, load } from '@fynbos/application/handle.ts';
import { agentDecider } from '@fynbos/domain/agent/agent.ts';
import type { AgentCommand } from '@fynbos/domain/agent/commands.ts';
import type { AgentDetails } from '@fynbos/domain/agent/details.ts';
import { AGENT_MESSAGES } from '@fynbos/domain/agent/messages.ts';
import { type AgentState, pendingEmail } from '@fynbos/domain/agent/state.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { comparableEmail } from '@fynbos/domain/identity/email.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import type { Services } from '../http/services.ts';

export interface Updated {
  readonly state: AgentState;
  /** Of the last event; undefined where nothing changed. */
  readonly position: Position | undefined;
  /** An e-mail address waits for the link that was sent to it, by this change or by one before. */
  readonly emailPending: boolean;
}

/** The agent's state; 404 with the specification's words where there is none. */
export async function knownAgent(
  { log }: Pick<Services, 'log'>,
  agentId: number | string,
): Promise<AgentState & { details: AgentDetails }> {
  const { state } = await load(log, agentDecider, `agent-${agentId}`);
  if (!state.details) throw new DomainError('not-found', 'agent.unknown', AGENT_MESSAGES.notFound);
  return { ...state, details: state.details };
}

/** Commands one after the other on one agent; gives the last state and position. */
async function run({ log }: Services, person: string, commands: readonly AgentCommand[], context: CommandContext) {
  let position: Position | undefined;
  let state: AgentState | undefined;
  for (const command of commands) {
    const claims = async (): Promise<void> => {
      if (command.type === 'RequestEmailChange') await claimEmail(log, person, command.emailAddress, context);
    };
    const done = await handle(log, agentDecider, person, command, context, { claims });
    position = done.position ?? position;
    state = done.state;
  }
  return { state, position };
}

/**
 * Changes an agent's details, and only what differs. A new e-mail address is claimed and waits for its link, and one that
 * waits already is not asked for again, which would end its link; consent is given again where it was withdrawn and the form
 * says Y. Throws 409 where the address is somebody else's.
 */
export async function updateAgent(
  services: Services,
  agentId: number,
  changes: Partial<AgentDetails>,
  consent: boolean,
  context: CommandContext,
): Promise<Updated> {
  const person = `agent-${agentId}`;
  const at = context.now.toISOString();
  const before = await knownAgent(services, agentId);
  const { emailAddress, ...details } = changes;
  const known = [before.details.emailAddress, pendingEmail(before, at)];
  const newEmail = emailAddress !== undefined && !known.includes(emailAddress) ? emailAddress : null;
  const commands: AgentCommand[] = [{ type: 'ChangeDetails', at, details }];
  if (consent) commands.push({ type: 'GiveConsent', at, consent: 'employer' });
  if (newEmail !== null) {
    // Before anything else is changed, so that an address that is somebody else's changes nothing.
    await claimEmail(services.log, person, newEmail, context);
    commands.push({ type: 'RequestEmailChange', at, requestId: randomUUID(), emailAddress: newEmail });
  }
  const { state, position } = await run(services, person, commands, context);
  const superseded = newEmail !== null ? before.emailChange?.to : undefined;
  if (superseded && comparableEmail(superseded) !== comparableEmail(newEmail ?? '') && !isCurrent(before, superseded)) {
    await releaseEmail(services.log, person, superseded, context);
  }
  const after = state ?? before;
  return { state: after, position, emailPending: pendingEmail(after, at) !== null };
}

const isCurrent = ({ details }: AgentState, email: string): boolean =>
  comparableEmail(details?.emailAddress ?? '') === comparableEmail(email);

/** The link sent to a new address was opened: it counts from now, and the old one is free again. */
export async function confirmEmail(
  services: Services,
  agentId: number,
  requestId: string,
  context: CommandContext,
): Promise<Position | undefined> {
  const person = `agent-${agentId}`;
  const before = await knownAgent(services, agentId);
  const command: AgentCommand = { type: 'ConfirmEmailChange', at: context.now.toISOString(), requestId };
  const { position, state } = await handle(services.log, agentDecider, person, command, context);
  const old = before.details.emailAddress;
  if (!isCurrent(state, old)) await releaseEmail(services.log, person, old, context);
  return position;
}
