import { LIMITS } from '@fynbos/application/auth/limits.ts';
import { agentOf } from '@fynbos/application/caller.ts';
import { estimateReward } from '@fynbos/application/rewards/estimate-reward.ts';
import { MAX_CENTS } from '@fynbos/domain/money.ts';
import { RULES } from '@fynbos/domain/rental/explain.ts';
import { z } from 'zod';
import { needed } from '../http/fields.ts';
import { type Route, route } from '../http/route.ts';
import { estimateAnswer } from './answers.ts';

/** `POST /agent/estimate`: what a rental would earn (R17). */
export const estimateRoute: Route = route.post('/agent/estimate', {
  appendsNothing: true,
  who: 'agent',
  summary: 'Estimate the reward of a rental that you are quoting; nothing is recorded',
  tag: 'Incentives',
  body: z.object({
    promoCode: needed('Choose a promotion.', 64),
    reservedOn: z.iso.date('Enter the booking date as YYYY-MM-DD.'),
    invoicedOn: z.iso.date('Enter the return date as YYYY-MM-DD.'),
    tkRevenueCents: z.int('Enter an amount.').min(1, 'Enter an amount above zero.').max(MAX_CENTS),
  }),
  answer: estimateAnswer,
  handle: async ({ body, caller }, { auth, log }) => {
    const { agentId } = agentOf(caller);
    await auth.limits.takeOften(LIMITS.estimatePerPerson, String(agentId));
    const { status, reason, rate, minimumRewardCents, treatment, ...amounts } = await estimateReward(
      log,
      agentId,
      body,
    );
    const { tkRevenueCents, grossCents, payeCents, nettCents } = amounts;
    return {
      body: {
        status,
        reason,
        rule: reason && RULES[reason],
        promoCode: body.promoCode,
        rate,
        tkRevenueCents,
        minimumRewardCents,
        payeRate: treatment.rate,
        grossCents,
        payeCents,
        nettCents,
      },
    };
  },
});
