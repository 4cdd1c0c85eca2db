import { loadAgent } from '@fynbos/application/agents/load-agent.ts';
import { requestCorrection } from '@fynbos/application/agents/own-choices.ts';
import { agentOf } from '@fynbos/application/caller.ts';
import { requestDeletion, withdrawDeletion } from '@fynbos/application/erasure/erase-agent.ts';
import { loadAccount } from '@fynbos/application/rewards/accounts.ts';
import { deletionReference } from '@fynbos/domain/agent/deletion-reference.ts';
import { z } from 'zod';
import { optionalText, requiredText } from '../http/fields.ts';
import { route, tagged } from '../http/route.ts';
import { deletionAnswer } from './answers.ts';

/** Requests of an agent for a correction of the own data, and for the deletion of the account (K6). */
export const dataRequestRoutes = tagged('Privacy', [
  route.post('/agent/requests', {
    who: 'agent',
    summary: 'Ask for a correction, or for deletion with a proof for `deletion`',
    status: 201,
    body: z.object({
      kind: z.enum(['correction', 'deletion'], 'correction or deletion.'),
      details: requiredText('Details are required!', 4_000),
    }),
    message: 'Your request was received. We answer by email.',
    run: async ({ body: { kind, details }, caller, context }, services) =>
      kind === 'deletion'
        ? (await requestDeletion(services, agentOf(caller), details, context)).position
        : requestCorrection(services, agentOf(caller).agentId, details, context),
  }),
  route.get('/agent/deletion', {
    who: 'agent',
    summary: 'Get the pending request for deletion, and the balance that would end with the account',
    answer: deletionAnswer,
    handle: async ({ caller }, services) => {
      const { agentId } = agentOf(caller);
      const [{ deletionRequest }, { balanceCents, reservation }] = await Promise.all([
        loadAgent(services, agentId),
        loadAccount(services.log, agentId),
      ]);
      const pending = deletionRequest && {
        reference: deletionReference(deletionRequest.requestId),
        requestedAt: deletionRequest.requestedAt,
      };
      return { body: { pending, owedCents: balanceCents, payoutUnderWay: reservation !== null } };
    },
  }),
  route.post('/agent/deletion', {
    who: 'agent',
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
    summary: 'Withdraw the pending request for deletion',
    message: 'Your request was withdrawn. Your account is unchanged.',
    run: ({ caller, context }, services) => withdrawDeletion(services, agentOf(caller).agentId, context),
  }),
]);
