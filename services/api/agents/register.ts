import { randomUUID } from 'node:crypto';
import { claimEmail, claimIdNumber, releaseEmail } from '@fynbos/application/agents/claims.ts';
import { handle } from '@fynbos/application/handle.ts';
import { nextIds } from '@fynbos/application/sign-in/schema.ts';
import { agentDecider } from '@fynbos/domain/agent/agent.ts';
import type { AgentDetails, BankAccount } from '@fynbos/domain/agent/details.ts';
import type { AgentSource } from '@fynbos/domain/agent/events.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import type { Services } from '../http/services.ts';
import { activate } from './activate.ts';

export interface NewAgent {
  readonly source: AgentSource;
  readonly details: AgentDetails;
  readonly bank: BankAccount | null;
  /** Null: the agent sets one by mail. */
  readonly passwordHash: string | null;
  readonly termsAccepted: boolean;
  readonly employerConsent: boolean;
}

export interface Registered {
  readonly agentId: number;
  readonly position: Position | undefined;
}

/**
 * Registers an agent: e-mail address and ID number are claimed first, so that of two who come at once one is refused with
 * 409. What was claimed for a registration that is refused is given back.
 */
export async function register(services: Services, agent: NewAgent, context: CommandContext): Promise<Registered> {
  const { log, pool } = services;
  const [agentId] = (await nextIds(pool, 'agent')) as [number];
  const owner = `agent-${agentId}`;
  const { emailAddress, idNumber } = agent.details;
  const claims = async (): Promise<void> => {
    await claimEmail(log, owner, emailAddress, context);
    try {
      await claimIdNumber(log, owner, idNumber, context);
    } catch (error) {
      await releaseEmail(log, owner, emailAddress, context);
      throw error;
    }
  };
  const command = { type: 'RegisterAgent', at: context.now.toISOString(), agentId, ...agent } as const;
  const { position } = await handle(log, agentDecider, owner, command, context, { claims });
  return { agentId, position };
}

/** An agent whom an administrator adds: active at once; without a password a mail with a link to set one follows. */
export async function addAgent(services: Services, agent: NewAgent, context: CommandContext): Promise<Registered> {
  const { agentId, position } = await register(services, agent, context);
  const activated = await activate(services, agentId, context);
  if (agent.passwordHash !== null) return { agentId, position: activated ?? position };
  const command = {
    type: 'RequestPasswordLink',
    at: context.now.toISOString(),
    requestId: randomUUID(),
    how: 'set',
  } as const;
  const linked = await handle(services.log, agentDecider, `agent-${agentId}`, command, context);
  return { agentId, position: linked.position };
}
