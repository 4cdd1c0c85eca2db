import { dayOf } from '@fynbos/domain/calendar.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import type { RecalculationDefinition } from '@fynbos/domain/recalculation/events.ts';
import { policyOn } from '@fynbos/domain/reward-policy/reward-policy.ts';
import { type PayoutTermsAssumed, scenarioWarnings } from '@fynbos/domain/simulation/scenario-warnings.ts';
import { loadPolicy } from '../reward-policy/current-policy.ts';
import type { Application, Essentials } from '../services.ts';
import { scenarioFigures } from './scenario-figures.ts';
import { findSimulation, startSimulation } from './start-simulation.ts';

/** Terms to compare over one period. Null terms are the present ones. */
export interface Scenario extends PayoutTermsAssumed {
  readonly policy: RecalculationDefinition['policy'];
  readonly promotions: RecalculationDefinition['promotions'];
}

/** The day after every invoice: a change from then on changes no decision. */
const AFTER_EVERY_INVOICE = '9999-12-31';

/**
 * Returns ids and warnings (U1, U2). With payout terms only, under the present terms. Throws
 * `what-if.{definition,many}`.
 */
export async function startScenarios(
  services: Pick<Application, 'log' | 'db' | 'queues'>,
  { from, to, scenarios }: { readonly from: string; readonly to: string; readonly scenarios: readonly Scenario[] },
  by: { readonly adminId: number; readonly at: Date },
): Promise<{ id: string; warnings: string[] }[]> {
  const today = dayOf(by.at);
  const { terms } = policyOn(await loadPolicy(services.log), today);
  const started: { id: string; warnings: string[] }[] = [];
  for (const { policy, promotions, ...payout } of scenarios) {
    const isUnchanged = policy === null && promotions.length === 0;
    const assumed = isUnchanged ? { effectiveFrom: AFTER_EVERY_INVOICE, payeRate: terms.payeRate } : policy;
    const definition = { from, to, policy: assumed, promotions: [...promotions], reassess: null };
    const id = await startSimulation(services, definition, by);
    started.push({ id, warnings: scenarioWarnings({ policy, promotions }, payout, terms, today) });
  }
  return started;
}

/** The scenarios side by side. Throws `what-if.unknown`, and `what-if.gone` for a result older than a week. */
export async function compareScenarios(
  { log, db, now }: Essentials,
  scenarios: readonly (PayoutTermsAssumed & { readonly id: string })[],
) {
  const at = now();
  const { terms } = policyOn(await loadPolicy(log), dayOf(at));
  return Promise.all(
    scenarios.map(async ({ id, ...payout }) => {
      const run = await findSimulation(db, id);
      const payoutMinimumCents = payout.payoutMinimumCents ?? terms.payoutMinimumCents;
      const coolingHours = payout.coolingHours ?? terms.coolingHours;
      if (run.state === 'done' && run.schema === null)
        throw new DomainError('not-found', 'what-if.gone', 'Results are kept for a week. Run the scenarios again.');
      const figures =
        run.state === 'done' && run.schema !== null
          ? await scenarioFigures(db, run.schema, { ...payout, payoutMinimumCents, coolingHours }, at)
          : null;
      return { run, payoutMinimumCents, coolingHours, figures };
    }),
  );
}
