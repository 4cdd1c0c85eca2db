import {
  dismissSignal,
  type HoldId,
  holdForSignal,
  placeHold,
  releaseHold,
} from '@fynbos/application/payouts/holds.ts';
import { waivePayoutMinimum } from '@fynbos/application/payouts/waive-payout-minimum.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { holds } from '@fynbos/projections/holds/holds.ts';
import { z } from 'zod';
import { respondPendingApproval } from '../approvals/pending.ts';
import { requiredText } from '../http/fields.ts';
import { type Call, route, tagged } from '../http/route.ts';
import { equalTo, onDay } from '../lists/filters.ts';
import { tableRoutes } from '../lists/table-routes.ts';
import { holdAnswer, holdCommandAnswer } from './answers.ts';

const mayRelease = { admin: 'holds:release' } as const;
const agentId = z.int('The agent is missing.').positive();
const reason = requiredText('A reason is required.');

/** The agent and the hold or signal of a path: `7:bank-…`. */
const idIn = ({ params }: Pick<Call<unknown, unknown, 'id'>, 'params'>): HoldId => {
  const [agent = '', ...rest] = params.id.split(':');
  return { agentId: Number(agent), holdId: rest.join(':') };
};
const answered = (id: number, position: Position | undefined) => ({
  body: { agentId: id },
  position,
});

const place = route.post('/admin/holds', {
  who: mayRelease,
  summary: 'Hold payments to an agent, with a reason',
  status: 201,
  body: z.object({ agentId, reason }),
  answer: holdCommandAnswer,
  handle: async ({ body, context }, services) => answered(body.agentId, await placeHold(services, body, context)),
});

const release = route.post('/admin/holds/{id}/release', {
  needsApproval: true,
  who: mayRelease,
  summary: 'Release a hold, with a reason; above the limit of the policy it needs an approval',
  body: z.object({ reason }),
  answer: holdCommandAnswer,
  handle: async (call, services) => {
    const id = idIn(call);
    const released = await releaseHold(services, id, call.body.reason, call.context);
    if (released !== 'needs-approval') return answered(id.agentId, released.position);
    return respondPendingApproval(services, call, {
      reason: call.body.reason,
      kind: 'hold.release',
      subject: `travel-agents/${id.agentId}`,
      summary: `Release a hold on payments to agent ${id.agentId}`,
      fields: ['status'],
      payload: { ...id, reason: call.body.reason },
    });
  },
});

const onSignal = (action: 'hold' | 'dismiss', summary: string, run: typeof holdForSignal) =>
  route.post(`/admin/signals/{id}/${action}`, {
    who: mayRelease,
    summary,
    body: z.object({ reason }),
    answer: holdCommandAnswer,
    handle: async (call, services) => {
      const id = idIn(call);
      return answered(id.agentId, await run(services, id, call.body.reason, call.context));
    },
  });

const waive = route.post('/admin/holds/waive-minimum', {
  who: mayRelease,
  summary: 'Pay a leaving agent in the next run although the balance is below the payout minimum, with a reason',
  body: z.object({ agentId, reason }),
  answer: holdCommandAnswer,
  handle: async ({ body, context }, services) =>
    answered(body.agentId, await waivePayoutMinimum(services, body, context)),
});

/** Routes of holds. A release above the policy's limit needs an approval (O15). */
export const holdRoutes = tagged('Holds', [
  waive,
  place,
  release,
  onSignal('hold', 'Hold payments because of a signal, with a reason', holdForSignal),
  onSignal('dismiss', 'Dismiss a signal that holds nothing, with a reason; it is not raised again', dismissSignal),
  ...tableRoutes({
    resource: 'holds',
    permission: 'reports:see',
    summary: 'List holds on payments and the signals that raised them',
    projection: holds,
    list: {
      key: 'id',
      filters: {
        ...equalTo('text', 'id', 'status', 'signal', 'placedOn', 'releasedOn'),
        ...equalTo('number', 'agentId'),
        reason: { column: 'reason', match: 'contains' },
        q: { column: 'reason', match: 'contains' },
        ...onDay('updatedAt'),
      },
      sorts: { updatedAt: 'updatedAt' },
      defaultSort: { field: 'updatedAt', descending: true },
    },
    answer: holdAnswer,
  }),
]);
