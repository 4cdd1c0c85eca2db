import { goalProgress, setMonthlyGoal } from '@fynbos/application/agents/own-choices.ts';
import { agentOf } from '@fynbos/application/caller.ts';
import { MAX_CENTS } from '@fynbos/domain/money.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { z } from 'zod';
import { route, tagged } from '../http/route.ts';
import { goalAnswer } from './answers.ts';

/** An agent's own goal for each month (A10). */
export const goalRoutes = tagged('Incentives', [
  route.get('/agent/goal', {
    who: 'agent',
    summary: 'Read your monthly goal and what you earned this month',
    reads: [incentives.name],
    answer: goalAnswer,
    handle: async ({ caller }, services) => ({ body: await goalProgress(services, agentOf(caller).agentId) }),
  }),
  route.put('/agent/goal', {
    who: 'agent',
    summary: 'Set your monthly goal; null removes it',
    body: z.object({
      goalCents: z.int('Enter an amount.').min(1_00, 'Enter at least R1.').max(MAX_CENTS).nullable(),
    }),
    message: 'Your goal was saved.',
    run: ({ body, caller, context }, services) =>
      setMonthlyGoal(services, agentOf(caller).agentId, body.goalCents, context),
  }),
]);
