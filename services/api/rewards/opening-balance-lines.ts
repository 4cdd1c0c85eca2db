import { handle, load } from '@fynbos/application/handle.ts';
import { TRACKING_CLAIM } from '@fynbos/application/rentals/references.ts';
import { loadTreatments } from '@fynbos/application/rentals/treatments.ts';
import { grantOf } from '@fynbos/domain/admin/permissions.ts';
import { treatmentUsedOn } from '@fynbos/domain/agent/tax-treatment.ts';
import { dayOf, isDay } from '@fynbos/domain/calendar.ts';
import { fold } from '@fynbos/domain/decider.ts';
import { centsOfRand } from '@fynbos/domain/money.ts';
import { REWARD_POLICY_STREAM, rewardPolicyDecider, termsOn } from '@fynbos/domain/reward-policy/reward-policy.ts';
import type { RewardsAccountCommand } from '@fynbos/domain/rewards-account/commands.ts';
import {
  accountStreamOf,
  type RewardsAccount,
  rewardsAccountDecider,
} from '@fynbos/domain/rewards-account/rewards-account.ts';
import { ownerOf } from '@fynbos/event-store/claims.ts';
import { z } from 'zod';
import { itemErrors } from '../http/item-errors.ts';
import type { Services } from '../http/services.ts';
import { type ImportAnswer, type ImportRun, type LineHandlers, refusedLine, rejected } from '../imports/import.ts';

const rand = z.number('Must be an amount in Rand.').transform((value, context) => {
  const cents = centsOfRand(value);
  if (cents !== null) return cents;
  context.addIssue({ code: 'custom', message: 'Must be Rand with at most two decimals, from 0 to 999999999.99.' });
  return z.NEVER;
});

/** `earned`: the unpaid nett amount owed. `paid`: the total nett amount paid. */
export const openingBalanceLine = z.strictObject({
  type: z.literal('opening-balance'),
  loyaltyTrackingNo: z.string().trim().min(1).max(64),
  asOf: z.string().refine(isDay, 'Must be a day like 2026-03-31.'),
  earned: rand,
  paid: rand,
  payeThisTaxYear: rand,
  grossThisTaxYear: rand,
});

/**
 * `opening-balance` lines, identified by tracking number: amounts paid by the old system are not owed again (L10), and
 * the tax year is complete. These lines credit accounts, so they require the Finance role as well as the import
 * permission.
 */
export function openingBalanceLines(
  { log }: Pick<Services, 'log'>,
  { context, dryRun, roles, pretendedAgents }: ImportRun,
): LineHandlers {
  const pretended = new Map<string, RewardsAccount>();

  const take = async (line: z.output<typeof openingBalanceLine>): Promise<ImportAnswer> => {
    const owner = await ownerOf(log, TRACKING_CLAIM, line.loyaltyTrackingNo);
    const isPretended = dryRun && pretendedAgents.has(line.loyaltyTrackingNo);
    if (owner === null && !isPretended) return rejected('loyaltyTrackingNo', 'No agent has this tracking number.');
    if (line.asOf > dayOf(context.now)) return rejected('asOf', 'Must not be in the future.');
    if (line.payeThisTaxYear > line.grossThisTaxYear)
      return rejected('payeThisTaxYear', 'Must not be more than grossThisTaxYear.');
    // An agent that a dry run would have migrated has no id, no treatment and no account entries yet.
    const agentId = owner === null ? 0 : Number(owner.slice('agent-'.length));
    const policy = await load(log, rewardPolicyDecider, REWARD_POLICY_STREAM, { personal: false });
    const terms = termsOn(policy.state, line.asOf);
    const treatments = owner === null ? [] : ((await loadTreatments(log, [owner])).get(owner) ?? []);
    const command: RewardsAccountCommand = {
      type: 'TakeOpeningBalance',
      agentId,
      asOf: line.asOf,
      earnedCents: line.earned,
      paidCents: line.paid,
      grossThisTaxYearCents: line.grossThisTaxYear,
      payeThisTaxYearCents: line.payeThisTaxYear,
      treatment: treatmentUsedOn(treatments, line.asOf, terms.payeRate),
      today: dayOf(context.now),
    };
    if (dryRun) {
      const state =
        pretended.get(line.loyaltyTrackingNo) ??
        (await load(log, rewardsAccountDecider, accountStreamOf(agentId), { personal: false })).state;
      const events = rewardsAccountDecider.decide(command, state);
      pretended.set(line.loyaltyTrackingNo, fold(rewardsAccountDecider, state, events));
      return { result: events.length > 0 ? 'recorded' : 'duplicate' };
    }
    const { position } = await handle(log, rewardsAccountDecider, accountStreamOf(agentId), command, context, {
      personal: false,
    });
    return position === undefined ? { result: 'duplicate' } : { result: 'recorded', position };
  };

  return {
    'opening-balance': async (values) => {
      if (grantOf(roles, 'corrections:make') === null)
        return values.map(() => rejected('type', 'An opening balance is taken over by somebody with Finance.'));
      const answers: ImportAnswer[] = [];
      for (const value of values) {
        const parsed = openingBalanceLine.safeParse(value);
        answers.push(
          parsed.success
            ? await take(parsed.data).catch(refusedLine)
            : { result: 'rejected', errors: itemErrors(parsed.error) },
        );
      }
      return answers;
    },
  };
}
