import { loadAgent } from '@fynbos/application/agents/load-agent.ts';
import { chooseMessages } from '@fynbos/application/agents/privacy-choices.ts';
import { agentOf } from '@fynbos/application/caller.ts';
import { z } from 'zod';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { messageChoicesAnswer } from './answers.ts';

const tag = 'Privacy';

/** An agent's choice of messages about money (N2). */
export const messageChoiceRoutes = (services: Services): Route[] => [
  route.get('/agent/message-choices', {
    who: 'agent',
    tag,
    summary: 'Read which messages about money you receive',
    answer: messageChoicesAnswer,
    handle: async ({ caller }) => ({
      body: (await loadAgent(services, agentOf(caller).agentId)).notifications.groups,
    }),
  }),
  route.put('/agent/message-choices', {
    who: 'agent',
    tag,
    summary: 'Choose which messages about money you receive; problems with a payout are always sent',
    body: messageChoicesAnswer,
    answer: z.object({ message: z.string() }),
    handle: async ({ body, caller, context }) => {
      const position = await chooseMessages(services, agentOf(caller).agentId, body, context);
      return { body: { message: 'Your choices were saved.' }, position };
    },
  }),
];
