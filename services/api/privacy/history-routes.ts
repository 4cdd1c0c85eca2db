import { agentHistory } from '@fynbos/application/agents/load-agent.ts';
import { agentOf } from '@fynbos/application/caller.ts';
import { z } from 'zod';
import { route, tagged } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { ownHistoryAnswer } from './answers.ts';
import { ownHistory } from './own-history.ts';

const historyOf = async ({ log }: Services, agentId: number) =>
  ownHistory(log.codec, (await agentHistory({ log }, agentId)).events);

/** The history of an agent's own account. */
export const historyRoutes = tagged('Privacy', [
  route.get('/agent/history', {
    who: 'agent',
    summary: 'List the history of your account, newest first',
    answer: z.array(ownHistoryAnswer),
    handle: async ({ caller }, services) => ({ body: await historyOf(services, agentOf(caller).agentId) }),
  }),
]);
