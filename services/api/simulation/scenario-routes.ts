import { adminOf } from '@fynbos/application/caller.ts';
import { compareScenarios, startScenarios } from '@fynbos/application/simulation/scenarios.ts';
import { MAX_CENTS } from '@fynbos/domain/money.ts';
import { recalculationDefinition } from '@fynbos/domain/recalculation/events.ts';
import { promotions } from '@fynbos/projections/promotions/promotions.ts';
import { z } from 'zod';
import { route, tagged } from '../http/route.ts';
import { scenariosAnswer, startedScenariosAnswer } from './answers.ts';

const who = { admin: 'what-if:run' } as const;
const MAX_SCENARIOS = 5;
const TEN_YEARS_HOURS = 87_600;

const payoutMinimumCents = z
  .int()
  .min(0, 'Must be at least zero.')
  .max(MAX_CENTS, 'The amount is too large.')
  .nullable();
const coolingHours = z.int().min(0, 'Must be at least zero.').max(TEN_YEARS_HOURS, 'At most ten years.').nullable();
const nonResidentRate = z.number().min(0, 'Must be at least 0.').lt(1, 'Must be less than 1.').nullable();
const payoutTerms = {
  payoutMinimumCents: payoutMinimumCents.default(null),
  coolingHours: coolingHours.default(null),
  nonResidentRate: nonResidentRate.default(null),
};
const { from, to, policy, promotions: changes } = recalculationDefinition.shape;
const scenario = z.strictObject({ policy: policy.default(null), promotions: changes.default([]), ...payoutTerms });
const chosen = z.strictObject({ id: z.string().min(1).max(60), ...payoutTerms });

/** Simulates scenarios and compares them. Books nothing. The page is called "Policy laboratory". */
export const scenarioRoutes = tagged('What if', [
  route.post('/admin/policy-scenarios', {
    who,
    summary: 'Simulate up to five scenarios over one period, each with other terms. Changes nothing',
    status: 202,
    body: z.object({
      from,
      to,
      scenarios: z
        .array(scenario)
        .min(1, 'Describe a scenario.')
        .max(MAX_SCENARIOS, `At most ${MAX_SCENARIOS} scenarios.`),
    }),
    reads: [promotions.name],
    answer: startedScenariosAnswer,
    handle: async ({ body, caller, context }, services) => ({
      body: await startScenarios(services, body, { adminId: adminOf(caller).adminId, at: context.now }),
    }),
  }),
  route.post('/admin/policy-scenarios/compare', {
    who,
    summary:
      'Compare simulations: amounts, agents, expiry, payouts under other payout terms, and the return of each promotion',
    body: z.object({
      scenarios: z.array(chosen).min(1, 'Choose a scenario.').max(MAX_SCENARIOS, `At most ${MAX_SCENARIOS} scenarios.`),
    }),
    answer: scenariosAnswer,
    handle: async ({ body }, services) => ({
      body: (await compareScenarios(services, body.scenarios)).map(
        ({ run: { id, state, done, total, remainingMs, totals, definition, error }, ...rest }) => ({
          id,
          state,
          done,
          total,
          remainingMs,
          totals,
          definition,
          error,
          ...rest,
        }),
      ),
    }),
  }),
]);
