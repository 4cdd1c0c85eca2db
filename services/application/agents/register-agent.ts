import { randomUUID } from 'node:crypto';
import { agentDecider, agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import type { AgentCommand } from '@fynbos/domain/agent/commands.ts';
import type { AgentDetails, BankAccount } from '@fynbos/domain/agent/details.ts';
import type { AgentSource } from '@fynbos/domain/agent/events.ts';
import { type CommandContext, decideInSequence } from '@fynbos/domain/decider.ts';
import type { WithAuth } from '../auth/auth.ts';
import { channelOf } from '../auth/codes.ts';
import { LIMITS } from '../auth/limits.ts';
import { hashPassword } from '../auth/passwords.ts';
import { nextIds } from '../auth/schema.ts';
import { handle } from '../handle.ts';
import type { Application, Stores } from '../services.ts';
import { claimEmail, claimIdNumber, releaseEmail, releaseIdNumber } from './claims.ts';
import { claimTrackingNumber, membershipOf } from './manage-agent.ts';

interface NewAgent {
  readonly details: AgentDetails;
  readonly bank: BankAccount;
  readonly password: string;
  /** The agent who sent the personal link that the person registers with (F5). */
  readonly referredByAgentId?: number | undefined;
}

type Registration = Omit<NewAgent, 'password'> & {
  readonly source: AgentSource;
  readonly passwordHash: string | null;
  readonly termsAccepted: boolean;
  readonly employerConsent: boolean;
};

/**
 * Claims e-mail address, ID number and any tracking number. `further` commands are in the same append. A refused
 * registration leaves no claim.
 */
async function register(
  { log, db }: Stores,
  agent: Registration,
  context: CommandContext,
  further: (agentId: number) => readonly AgentCommand[] = () => [],
) {
  const [agentId] = (await nextIds(db, 'agent')) as [number];
  const owner = agentStreamOf(agentId);
  const { emailAddress, idNumber } = agent.details;
  const commands: readonly AgentCommand[] = [{ type: 'RegisterAgent', agentId, ...agent }, ...further(agentId)];
  const claims = async (): Promise<void> => {
    const releases: (() => Promise<void>)[] = [];
    try {
      await claimEmail(log, owner, emailAddress, context);
      releases.push(() => releaseEmail(log, owner, emailAddress, context));
      await claimIdNumber(log, owner, idNumber, context);
      releases.push(() => releaseIdNumber(log, owner, idNumber, context));
      for (const command of commands)
        if (command.type === 'Activate')
          await claimTrackingNumber({ log }, agentId, command.loyaltyTrackingNo, context);
    } catch (error) {
      for (const release of releases) await release();
      throw error;
    }
  };
  const decider = decideInSequence(agentDecider);
  const { position } = await handle(log, {
    decider,
    streamId: owner,
    command: commands,
    context,
    beforeAppend: claims,
  });
  return { agentId, position };
}

/** Sends a code to confirm the contact. `network`: the rate-limit key. Throws as `register` and `RateLimitExceeded`. */
export async function registerAgent(
  services: Stores & WithAuth,
  { password, ...agent }: NewAgent,
  network: string,
  context: CommandContext,
) {
  const { limits, codes } = services.auth;
  await limits.consume(LIMITS.registrationPerNetwork, network);
  const passwordHash = await hashPassword(password);
  const consents = { termsAccepted: true, employerConsent: true };
  const registered = await register(services, { source: 'self', ...agent, passwordHash, ...consents }, context);
  const person = agentStreamOf(registered.agentId);
  await limits.recordFirstCodeNetwork(person, network);
  const channel = channelOf(agent.details.communicationMethod);
  await codes.issue({ person, purpose: 'registration', channel, network, correlationId: context.correlationId });
  return registered;
}

export type AddedAgent = Omit<NewAgent, 'password'> & {
  /** Undefined: the agent sets a password through a link in an e-mail. */
  readonly password: string | undefined;
  readonly termsAccepted: boolean;
  readonly employerConsent: boolean;
};

/** Active at once, in one append: nothing else would activate the agent after a crash. Throws as `registerAgent`. */
export async function addAgent(
  services: Pick<Application, 'log' | 'db' | 'config'>,
  { password, ...agent }: AddedAgent,
  context: CommandContext,
) {
  const passwordHash = password === undefined ? null : await hashPassword(password);
  const link: AgentCommand = { type: 'RequestPasswordLink', requestId: randomUUID(), how: 'set' };
  return register(services, { source: 'admin', ...agent, passwordHash }, context, (agentId) => [
    { type: 'Activate', ...membershipOf(services, agentId, context) },
    ...(passwordHash === null ? [link] : []),
  ]);
}
