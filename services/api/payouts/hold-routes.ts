import { randomUUID } from 'node:crypto';
import { handle, load } from '@fynbos/application/handle.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { DomainError, isDomainError } from '@fynbos/domain/errors.ts';
import { policyOn, REWARD_POLICY_STREAM, rewardPolicyDecider } from '@fynbos/domain/reward-policy/reward-policy.ts';
import type { RewardsAccountCommand } from '@fynbos/domain/rewards-account/commands.ts';
import { HOLD_LARGE } from '@fynbos/domain/rewards-account/holds.ts';
import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { signalDecider, signalStreamOf } from '@fynbos/domain/signal/signal.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { type HoldRow, holds } from '@fynbos/projections/holds/holds.ts';
import { z } from 'zod';
import { leaveForApprovalBecause } from '../approvals/waiting.ts';
import { needed } from '../http/fields.ts';
import { type Answer, type Call, type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { equalTo, onDay } from '../lists/filters.ts';
import { tableRoutes } from '../lists/table-routes.ts';
import { holdAnswer, holdCommandAnswer } from './answers.ts';

const tag = 'Holds';
const mayRelease = { admin: 'holds:release' } as const;
const agentId = z.int('The agent is missing.').positive();

/**
 * The queue of holds: place one, release one with a reason (above the policy's limit with an approval, O15), and allow
 * a leaver to be paid below the minimum.
 */
export function holdRoutes(services: Services): Route[] {
  const { log } = services;
  const make = async (call: Call, id: number, reason: string, command: RewardsAccountCommand): Promise<Answer> => {
    const { position } = await handle(
      log,
      rewardsAccountDecider,
      accountStreamOf(id),
      command,
      { ...call.context, reason },
      { personal: false },
    );
    return { body: { agentId: id }, position: position ?? null };
  };
  const account = async (call: Call, id: number, reason: string, command: RewardsAccountCommand): Promise<Answer> => {
    if ((await log.readStream(`agent-${id}`)).events.length === 0)
      throw new DomainError('not-found', 'agent.unknown', 'There is no such agent.');
    return make(call, id, reason, command);
  };

  const place = route({
    method: 'post',
    paths: ['/admin/holds'],
    who: mayRelease,
    summary: 'Hold payments to an agent, with a reason',
    tag,
    status: 201,
    body: z.object({ agentId, reason: needed('Say why payments are held.') }),
    answer: holdCommandAnswer,
    handle: ({ body, ...call }) =>
      account(call as Call, body.agentId, body.reason, {
        type: 'PlacePayoutHold',
        agentId: body.agentId,
        holdId: randomUUID(),
        signal: 'Finance',
        reason: body.reason,
        today: dayOf(call.context.now),
      }),
  });

  const release = route({
    method: 'post',
    paths: ['/admin/holds/{id}/release'],
    secondPerson: true,
    who: mayRelease,
    summary: 'Release a hold, with a reason; above the limit of the policy it waits for a second person',
    tag,
    body: z.object({ reason: needed('Say why the hold is released.') }),
    answer: holdCommandAnswer,
    handle: async (call) => {
      const { reason } = call.body;
      const [agent = '', ...rest] = (call.params.id as string).split(':');
      const [id, holdId] = [Number(agent), rest.join(':')];
      const today = dayOf(call.context.now);
      const policy = await load(log, rewardPolicyDecider, REWARD_POLICY_STREAM, { personal: false });
      const limitCents = policyOn(policy.state, today).terms.holdReleaseLimitCents;
      const command = { type: 'ReleasePayoutHold', agentId: id, holdId, reason, today, limitCents } as const;
      try {
        return await make(call as Call, id, reason, command);
      } catch (error) {
        // The account decides whether the amount requires an approval, so nothing can change between the check and the
        // release.
        if (!isDomainError(error) || error.code !== HOLD_LARGE) throw error;
      }
      return leaveForApprovalBecause(services, call, reason, {
        kind: 'hold.release',
        subject: `travel-agents/${id}`,
        summary: `Release a hold on payments to agent ${id}`,
        fields: ['status'],
        payload: { agentId: id, holdId, reason },
      });
    },
  });

  const signalOf = (call: Call): { id: number; signalId: string } => {
    const [agent = '', ...rest] = (call.params.id as string).split(':');
    return { id: Number(agent), signalId: rest.join(':') };
  };
  const decided = z.object({ reason: needed('Say why.') });
  const holdForSignal = route({
    method: 'post',
    paths: ['/admin/signals/{id}/hold'],
    who: mayRelease,
    summary: 'Hold payments because of a signal, with a reason',
    tag,
    body: decided,
    answer: holdCommandAnswer,
    handle: async (call) => {
      const { id, signalId } = signalOf(call as Call);
      const { state } = await load(log, signalDecider, signalStreamOf(id, signalId), { personal: false });
      if (!state.raised) throw new DomainError('not-found', 'signal.unknown', 'There is no such signal.');
      if (state.status === 'dismissed')
        throw new DomainError('conflict', 'signal.dismissed', 'This signal was dismissed. Place a hold by itself.');
      const { reason } = call.body;
      return account(call as Call, id, reason, {
        type: 'PlacePayoutHold',
        agentId: id,
        holdId: signalId,
        signal: state.raised.signal,
        reason,
        today: dayOf(call.context.now),
      });
    },
  });
  const dismiss = route({
    method: 'post',
    paths: ['/admin/signals/{id}/dismiss'],
    who: mayRelease,
    summary: 'Dismiss a signal that holds nothing, with a reason; it is not raised again',
    tag,
    body: decided,
    answer: holdCommandAnswer,
    handle: async (call) => {
      const { id, signalId } = signalOf(call as Call);
      const { state } = await load(log, rewardsAccountDecider, accountStreamOf(id), { personal: false });
      if (state.holds.has(signalId))
        throw new DomainError('conflict', 'signal.held', 'Payments are held because of it: release the hold.');
      const { reason } = call.body;
      const { position } = await handle(
        log,
        signalDecider,
        signalStreamOf(id, signalId),
        { type: 'DismissSignal', reason, today: dayOf(call.context.now) },
        { ...call.context, reason },
      );
      return { body: { agentId: id }, position: position ?? null };
    },
  });

  const waive = route({
    method: 'post',
    paths: ['/admin/holds/waive-minimum'],
    who: mayRelease,
    summary: 'Let the next run pay an agent who leaves, below the payout minimum, with a reason',
    tag,
    body: z.object({ agentId, reason: needed('Say why the minimum is waived.') }),
    answer: holdCommandAnswer,
    handle: ({ body, ...call }) =>
      account(call as Call, body.agentId, body.reason, {
        type: 'WaivePayoutMinimum',
        agentId: body.agentId,
        reason: body.reason,
        today: dayOf(call.context.now),
      }),
  });

  return [
    waive,
    place,
    release,
    holdForSignal,
    dismiss,
    ...tableRoutes<HoldRow & Record<string, unknown>>(services, {
      resource: 'holds',
      permission: 'reports:see',
      tag,
      summary: 'Holds on payments and the signals that raised them',
      reads: [holds.name],
      list: {
        table: readModelTable(holds).name,
        key: 'id',
        filters: {
          id: { column: 'id', match: 'equals' },
          agentId: { column: 'agentId', match: 'equals', type: 'number' },
          status: { column: 'status', match: 'equals' },
          signal: { column: 'signal', match: 'equals' },
          reason: { column: 'reason', match: 'contains' },
          ...equalTo('text', 'placedOn', 'releasedOn'),
          ...onDay('updatedAt'),
        },
        sorts: { updatedAt: 'updatedAt' },
        defaultSort: { field: 'updatedAt', descending: true },
      },
      record: (row) => row,
      answer: holdAnswer,
    }),
  ];
}
