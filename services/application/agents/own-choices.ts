import { randomUUID } from 'node:crypto';
import { agentDecider, agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import type { AgentCommand } from '@fynbos/domain/agent/commands.ts';
import type { Consent } from '@fynbos/domain/agent/events.ts';
import { type NoticeGroups, noticeChannel, type PushSubscription } from '@fynbos/domain/agent/notifications.ts';
import type { AgentState } from '@fynbos/domain/agent/state.ts';
import { dayOf, type Month, monthOf } from '@fynbos/domain/calendar.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { fieldError } from '@fynbos/domain/errors.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { isAllowedUrl } from '@fynbos/platform/messages/allowed-url.ts';
import { monthTotals } from '@fynbos/projections/incentives/queries.ts';
import { handle } from '../handle.ts';
import type { Application } from '../services.ts';
import { loadAgent } from './load-agent.ts';

/** An agent's goal for each month and what this month has brought so far, in cents nett. */
interface GoalProgress {
  readonly goalCents: number | null;
  readonly month: Month;
  /** Earned this month, whether paid or not; pending rewards count once they are earned. */
  readonly earnedCents: number;
}

/** The agent's goal and its progress in the current month (A10). Throws `StoreUnavailable`. */
export async function goalProgress(
  services: Pick<Application, 'log' | 'db' | 'now'>,
  agentId: number,
): Promise<GoalProgress> {
  const month = monthOf(dayOf(services.now()));
  const [{ monthlyGoalCents }, totals] = await Promise.all([
    loadAgent(services, agentId),
    monthTotals(services.db, agentId, `${month}-01`),
  ]);
  const current = totals.find((one) => one.month === month);
  const earnedCents = (current?.earnedCents ?? 0) + (current?.paidCents ?? 0);
  return { goalCents: monthlyGoalCents, month, earnedCents };
}

/** Sets an agent's goal for each month; null removes it (A10). */
export async function setMonthlyGoal(
  { log }: Pick<Application, 'log'>,
  agentId: number,
  nettCents: number | null,
  context: CommandContext,
): Promise<Position | undefined> {
  const command = { type: 'SetMonthlyGoal', nettCents } as const;
  return (await handle(log, agentDecider, agentStreamOf(agentId), command, context)).position;
}

type Log = Pick<Application, 'log'>;

const send = async (
  { log }: Log,
  agentId: number,
  command: AgentCommand | ((state: AgentState) => AgentCommand),
  context: CommandContext,
): Promise<Position | undefined> =>
  (await handle(log, agentDecider, agentStreamOf(agentId), command, context)).position;

export interface PrivacyChoices {
  readonly consents: Readonly<Record<Consent, boolean>>;
  /** By e-mail (E) or by SMS (C). */
  readonly notices: 'E' | 'C';
}

/**
 * An agent gives or withdraws consents and chooses the channel of notices (N2). The privacy policy is part of the terms
 * (specification, section 1), so consent to processing is consent to the terms.
 */
export async function choosePrivacy(
  app: Log,
  agentId: number,
  { consents, notices }: PrivacyChoices,
  context: CommandContext,
): Promise<Position | undefined> {
  const commands: AgentCommand[] = (['marketing', 'employer', 'terms'] as const).map((consent) => ({
    type: consents[consent] ? 'GiveConsent' : 'WithdrawConsent',
    consent,
  }));
  if (noticeChannel(await loadAgent(app, agentId)) !== notices)
    commands.push({ type: 'ChooseNotifications', byEmail: notices === 'E', bySms: notices === 'C' });
  let last: Position | undefined;
  for (const command of commands) last = (await send(app, agentId, command, context)) ?? last;
  return last;
}

/** An agent chooses which groups of messages about money they receive (N2). */
export const chooseMessages = (
  app: Log,
  agentId: number,
  groups: NoticeGroups,
  context: CommandContext,
): Promise<Position | undefined> =>
  send(
    app,
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
): Promise<Position | undefined> {
  if (!isAllowedUrl(subscription.endpoint, config.production))
    throw fieldError('push.endpoint', 'endpoint', 'Must be an https address on the Internet.');
  return send({ log }, agentId, { type: 'SubscribePush', pushId: randomUUID(), ...subscription }, context);
}

/** Switches off notifications on one of the agent's devices; nothing happens for an unknown one (N4). */
export const unsubscribePush = (
  app: Log,
  agentId: number,
  pushId: string,
  context: CommandContext,
): Promise<Position | undefined> => send(app, agentId, { type: 'UnsubscribePush', pushId, why: 'agent' }, context);

/** Records an agent's request for the correction or deletion of their data; support answers it. */
export const requestOfAgent = (
  app: Log,
  agentId: number,
  kind: 'correction' | 'deletion',
  request: string,
  context: CommandContext,
): Promise<Position | undefined> => {
  const type = kind === 'correction' ? 'RequestCorrection' : 'RequestDeletion';
  return send(app, agentId, { type, requestId: randomUUID(), request }, context);
};
