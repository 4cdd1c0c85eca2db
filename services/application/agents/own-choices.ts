import { randomUUID } from 'node:crypto';
import { agentDecider, agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import type { AgentCommand } from '@fynbos/domain/agent/commands.ts';
import type { Consent } from '@fynbos/domain/agent/events.ts';
import { type NoticeGroups, noticeChannel, type PushSubscription } from '@fynbos/domain/agent/notifications.ts';
import { dayOf, monthOf } from '@fynbos/domain/calendar.ts';
import { type CommandContext, together } from '@fynbos/domain/decider.ts';
import { fieldError } from '@fynbos/domain/errors.ts';
import { isAllowedUrl } from '@fynbos/platform/messages/allowed-url.ts';
import { monthTotals } from '@fynbos/projections/incentives/queries.ts';
import { sender } from '../handle.ts';
import type { Application, Essentials, WithLog } from '../services.ts';
import { loadAgent, sendToAgent } from './load-agent.ts';

/**
 * The agent's goal and its progress in the current month, in cents nett (A10). Pending rewards count once they are
 * earned. Throws `StoreUnavailable`.
 */
export async function goalProgress(services: Essentials, agentId: number) {
  const month = monthOf(dayOf(services.now()));
  const [{ monthlyGoalCents: goalCents }, totals] = await Promise.all([
    loadAgent(services, agentId),
    monthTotals(services.db, agentId, `${month}-01`),
  ]);
  const { earnedCents = 0, paidCents = 0 } = totals.find((one) => one.month === month) ?? {};
  return { goalCents, month, earnedCents: earnedCents + paidCents };
}

/** Sets an agent's goal for each month; null removes it (A10). */
export const setMonthlyGoal = (services: WithLog, agentId: number, nettCents: number | null, context: CommandContext) =>
  sendToAgent(services, agentId, { type: 'SetMonthlyGoal', nettCents }, context);

export interface PrivacyChoices {
  readonly consents: Readonly<Record<Consent, boolean>>;
  /** By e-mail (E) or by SMS (C). */
  readonly notices: 'E' | 'C';
}

const sendTogether = sender(together(agentDecider), agentStreamOf);

/**
 * An agent gives or withdraws consents and chooses the channel of notices (N2). The privacy policy is part of the terms
 * (specification, section 1), so consent to processing is consent to the terms.
 */
export const choosePrivacy = (
  services: WithLog,
  agentId: number,
  { consents, notices }: PrivacyChoices,
  context: CommandContext,
) =>
  sendTogether(
    services,
    agentId,
    (agent) => {
      const commands: AgentCommand[] = (['marketing', 'employer', 'terms'] as const).map((consent) => ({
        type: consents[consent] ? 'GiveConsent' : 'WithdrawConsent',
        consent,
      }));
      if (noticeChannel(agent) !== notices)
        commands.push({ type: 'ChooseNotifications', byEmail: notices === 'E', bySms: notices === 'C' });
      return commands;
    },
    context,
  );

/** An agent chooses which groups of messages about money they receive (N2). */
export const chooseMessages = (services: WithLog, agentId: number, groups: NoticeGroups, context: CommandContext) =>
  sendToAgent(
    services,
    agentId,
    ({ notifications: { byEmail, bySms } }) => ({ type: 'ChooseNotifications', byEmail, bySms, groups }),
    context,
  );

/**
 * Switches on notifications on one of the agent's devices (N4). `device`: browser and system, as in the list of
 * sessions. Throws `push.endpoint` for an address that is not https on the Internet.
 */
export function subscribePush(
  { log, config }: Pick<Application, 'log' | 'config'>,
  agentId: number,
  subscription: PushSubscription & { readonly device: string },
  context: CommandContext,
) {
  if (!isAllowedUrl(subscription.endpoint, config.production))
    throw fieldError('push.endpoint', 'endpoint', 'Must be an https address on the Internet.');
  return sendToAgent({ log }, agentId, { type: 'SubscribePush', pushId: randomUUID(), ...subscription }, context);
}

/** Switches off notifications on one of the agent's devices; nothing happens for an unknown one (N4). */
export const unsubscribePush = (services: WithLog, agentId: number, pushId: string, context: CommandContext) =>
  sendToAgent(services, agentId, { type: 'UnsubscribePush', pushId, why: 'agent' }, context);

/** Records an agent's request for the correction of their data; support answers it. */
export const requestCorrection = (services: WithLog, agentId: number, request: string, context: CommandContext) =>
  sendToAgent(services, agentId, { type: 'RequestCorrection', requestId: randomUUID(), request }, context);
