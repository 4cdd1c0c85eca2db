import { loadAgent } from '@fynbos/application/agents/load-agent.ts';
import { agentOf } from '@fynbos/application/caller.ts';
import {
  eraseAgent,
  previewErasure,
  requestDeletion,
  withdrawDeletion,
} from '@fynbos/application/erasure/erase-agent.ts';
import { deletionReference } from '@fynbos/domain/agent/messages.ts';
import { AGENT_FINANCES_READS, agentFinances } from '@fynbos/projections/agent-finances/queries.ts';
import { enquiries } from '@fynbos/projections/enquiries/enquiries.ts';
import { referrals } from '@fynbos/projections/referrals/referrals.ts';
import { z } from 'zod';
import { needed, optionalText } from '../http/fields.ts';
import { route, tagged } from '../http/route.ts';
import { deletionAnswer, erasureAnswer } from './answers.ts';

const who = { admin: 'agents:change' } as const;
const reads = AGENT_FINANCES_READS;

const preview = route.get('/admin/travel-agents/{id}/forgetting', {
  who,
  summary: 'Preview an erasure: records kept and deleted, the amount owed, and what prevents it',
  reads: [...reads, enquiries.name, referrals.name],
  answer: erasureAnswer,
  handle: async ({ params, context }, services) => ({
    body: await previewErasure(services, params.id, context.now),
  }),
});

const forget = route.post('/admin/travel-agents/{id}/forgetting', {
  who,
  summary: 'Erase an agent at their request: destroys the key and deletes all personal data. This cannot be undone',
  reads,
  status: 202,
  body: z.object({ reason: needed('A reason is required!', 500) }),
  message: 'Erasure started. Personal data will be removed within a minute.',
  run: ({ params, context, body: { reason } }, services) => eraseAgent(services, params.id, { ...context, reason }),
});

/** Erasure of an agent on request (K2): the records that are kept, the reasons against it, and the erasure itself. */
export const forgettingRoutes = tagged('Travel agents', [preview, forget]);

const deletionTag = 'Privacy';

/** An agent asks for the deletion of their own account, sees the request, and withdraws it (K6). */
export const deletionRoutes = tagged('Travel agents', [
  route.get('/agent/deletion', {
    who: 'agent',
    tag: deletionTag,
    summary: 'Read the pending request for deletion, and the balance that would end with the account',
    reads: AGENT_FINANCES_READS,
    answer: deletionAnswer,
    handle: async ({ caller }, services) => {
      const { agentId } = agentOf(caller);
      const [{ deletionRequest }, { owedCents, payoutUnderWay }] = await Promise.all([
        loadAgent(services, agentId),
        agentFinances(services.db, agentId),
      ]);
      const pending = deletionRequest && {
        reference: deletionReference(deletionRequest.requestId),
        requestedAt: deletionRequest.requestedAt,
      };
      return { body: { pending, owedCents, payoutUnderWay } };
    },
  }),
  route.post('/agent/deletion', {
    who: 'agent',
    tag: deletionTag,
    summary: 'Ask for the deletion of your account, with a proof for `deletion`',
    status: 201,
    body: z.object({ reason: optionalText(4_000) }),
    answer: z.object({ message: z.string(), reference: z.string() }),
    handle: async ({ body, caller, context }, services) => {
      const { reference, position } = await requestDeletion(services, agentOf(caller), body.reason, context);
      return { body: { message: 'Your request was received. We sent you a confirmation.', reference }, position };
    },
  }),
  route.delete('/agent/deletion', {
    who: 'agent',
    tag: deletionTag,
    summary: 'Withdraw the pending request for deletion',
    message: 'Your request was withdrawn. Your account is unchanged.',
    run: ({ caller, context }, services) => withdrawDeletion(services, agentOf(caller).agentId, context),
  }),
]);
