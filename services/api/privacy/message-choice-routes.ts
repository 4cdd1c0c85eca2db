import { loadAgent } from '@fynbos/application/agents/load-agent.ts';
import { chooseMessages } from '@fynbos/application/agents/own-choices.ts';
import { agentOf } from '@fynbos/application/caller.ts';
import { route, tagged } from '../http/route.ts';
import { messageChoicesAnswer } from './answers.ts';

/** The messages about money that an agent receives (N2). */
export const messageChoiceRoutes = tagged('Privacy', [
  route.get('/agent/message-choices', {
    who: 'agent',
    summary: 'Get which messages about money you receive',
    answer: messageChoicesAnswer,
    handle: async ({ caller }, services) => ({
      body: (await loadAgent(services, agentOf(caller).agentId)).notifications.groups,
    }),
  }),
  route.put('/agent/message-choices', {
    who: 'agent',
    summary: 'Choose which messages about money you receive; problems with a payout are always sent',
    body: messageChoicesAnswer,
    message: 'Your choices were saved.',
    run: ({ body, caller, context }, services) => chooseMessages(services, agentOf(caller).agentId, body, context),
  }),
]);
