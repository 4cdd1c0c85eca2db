import { randomUUID } from 'node:crypto';
import { agentDecider, agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import type { AgentCommand } from '@fynbos/domain/agent/commands.ts';
import type { Consent } from '@fynbos/domain/agent/events.ts';
import type { NoticeGroups, PushSubscription } from '@fynbos/domain/agent/notifications.ts';
import { dayOf, monthOf } from '@fynbos/domain/calendar.ts';
import { type CommandContext, decideInSequence } from '@fynbos/domain/decider.ts';
import { fieldError } from '@fynbos/domain/errors.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { isAllowedUrl } from '@fynbos/platform/messages/allowed-url.ts';
import { monthTotals } from '@fynbos/projections/incentives/queries.ts';
import type { WithAuth } from '../auth/auth.ts';
import type { AgentCaller } from '../caller.ts';
import { sender } from '../handle.ts';
import type { Application, Essentials, WithLog } from '../services.ts';
import { loadAgent, sendToAgent } from './load-agent.ts';

/** The current month, in cents nett (A10). Pending rewards count once they are earned. */
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

/** By e-mail (E) or by SMS (C). */
type Channel = 'E' | 'C';

/** Absent choices keep their value. */
export interface PrivacyChoices {
  readonly consents: Readonly<Partial<Record<Consent, boolean | undefined>>>;
  /** Channel of notices (N2). */
  readonly notices?: Channel | undefined;
  /** Channel of one-time codes. */
  readonly communicationMethod?: Channel | undefined;
}

const sendTogether = sender(decideInSequence(agentDecider), agentStreamOf);

/**
 * Consents and the channels of notices and codes (N2). Consent to processing is consent to the terms, which contain the
 * privacy policy (specification, section 1). The channel of codes needs a proof for `personal`; throws 403 without it.
 */
export async function choosePrivacy(
  services: WithLog & WithAuth,
  { agentId, sessionId }: AgentCaller,
  { consents, notices, communicationMethod }: PrivacyChoices,
  context: CommandContext,
): Promise<Position | undefined> {
  const commands: AgentCommand[] = [];
  for (const consent of ['marketing', 'employer', 'terms'] as const)
    if (consents[consent] !== undefined)
      commands.push({ type: consents[consent] ? 'GiveConsent' : 'WithdrawConsent', consent });
  if (notices) commands.push({ type: 'ChooseNotifications', byEmail: notices === 'E', bySms: notices === 'C' });
  if (communicationMethod) commands.push({ type: 'ChangeDetails', details: { communicationMethod } });
  const choose = () => sendTogether(services, agentId, commands, context);
  if (!communicationMethod) return choose();
  const { position } = await services.auth.proofs.spend(sessionId, 'personal', async () => ({
    position: await choose(),
  }));
  return position;
}

/** An agent chooses which groups of messages about money they receive (N2). */
export const chooseMessages = (services: WithLog, agentId: number, groups: NoticeGroups, context: CommandContext) =>
  sendToAgent(
    services,
    agentId,
    ({ notifications: { byEmail, bySms } }) => ({ type: 'ChooseNotifications', byEmail, bySms, groups }),
    context,
  );

/** On one device (N4). `device`: browser and system. Throws `push.endpoint` for an address that is not https. */
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

export const requestCorrection = (services: WithLog, agentId: number, request: string, context: CommandContext) =>
  sendToAgent(services, agentId, { type: 'RequestCorrection', requestId: randomUUID(), request }, context);
