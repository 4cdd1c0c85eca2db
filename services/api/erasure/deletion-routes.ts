import { loadAgent } from '@fynbos/application/agents/load-agent.ts';
import { agentOf } from '@fynbos/application/caller.ts';
import { requestDeletion, withdrawDeletion } from '@fynbos/application/erasure/request-deletion.ts';
import { deletionReference } from '@fynbos/domain/agent/deletion-reference.ts';
import { AGENT_FINANCES_READS, agentFinances } from '@fynbos/projections/agent-finances/queries.ts';
import { z } from 'zod';
import { optionalText } from '../http/fields.ts';
import { type Route, route } from '../http/route.ts';
import { deletionAnswer } from './answers.ts';

const tag = 'Privacy';

/** An agent asks for the deletion of their own account, sees the request, and withdraws it (K6). */
export const deletionRoutes: readonly Route[] = [
  route.get('/agent/deletion', {
    who: 'agent',
    tag,
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
    tag,
    summary: 'Ask for the deletion of your account, with a proof for `deletion`',
    status: 201,
    body: z.object({ reason: optionalText(4_000) }),
    answer: z.object({ message: z.string(), reference: z.string() }),
    handle: async ({ body, caller, context }, services) => {
      const { reference, position } = await requestDeletion(services, agentOf(caller), body.reason, context);
      return { body: { message: 'Your request was received.', reference }, position };
    },
  }),
  route.delete('/agent/deletion', {
    who: 'agent',
    tag,
    summary: 'Withdraw the pending request for deletion',
    answer: z.object({ message: z.string() }),
    handle: async ({ caller, context }, services) => ({
      body: { message: 'Your request was withdrawn. Your account stays.' },
      position: (await withdrawDeletion(services, agentOf(caller).agentId, context)) ?? null,
    }),
  }),
];
