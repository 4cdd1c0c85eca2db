import { loadPolicy, policyHistory } from '@fynbos/application/reward-policy/current-policy.ts';
import { previewPolicy } from '@fynbos/application/reward-policy/preview-policy.ts';
import { type RewardPolicyTerms, rewardPolicyTerms } from '@fynbos/domain/reward-policy/events.ts';
import { describeChange, policyOn, rewardPolicyDecider } from '@fynbos/domain/reward-policy/reward-policy.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { z } from 'zod';
import { pendingApproval, respondPendingApproval } from '../approvals/pending.ts';
import { day, reasonField } from '../http/fields.ts';
import { route, tagged } from '../http/route.ts';
import { policyAnswer, policyHistoryAnswer, policyPreviewAnswer } from './answers.ts';

const terms = rewardPolicyTerms.strict();
const change = z.object({
  effectiveFrom: day('Must be a date as YYYY-MM-DD.'),
  terms,
  reason: reasonField('Say why the policy changes.'),
});

const versions = route.get('/admin/reward-policy', {
  who: { admin: 'reports:see' },
  summary: 'List the versions of the reward policy',
  tag: 'Rewards',
  answer: policyAnswer,
  handle: async (_call, { log }) => ({ body: await loadPolicy(log) }),
});

const history = route.get('/admin/reward-policy/history', {
  who: { admin: 'reports:see' },
  summary: 'Get the reward policy in force today, and every version with its author and reason',
  answer: policyHistoryAnswer,
  handle: async (_call, { log, now }) => ({ body: await policyHistory(log, now()) }),
});

const preview = route.post('/admin/reward-policy/preview', {
  appendsNothing: true,
  who: { admin: 'reports:see' },
  summary: 'Get the effect of other terms on balances and rewards. Changes nothing',
  body: z.object({ terms }),
  reads: [balances.name, incentives.name],
  answer: policyPreviewAnswer,
  handle: async ({ body }, services) => ({ body: await previewPolicy(services, body.terms, services.now()) }),
});

const set = route.post('/admin/reward-policy', {
  who: { admin: 'policy:change' },
  summary: 'Change the reward policy from a day on. Needs approval',
  body: change,
  ...pendingApproval,
  handle: async (call, services) => {
    const { effectiveFrom, terms: newTerms, reason } = call.body;
    const state = await loadPolicy(services.log);
    // Rejects invalid terms now, not at the approval.
    const command = { type: 'SetRewardPolicy', effectiveFrom, terms: newTerms } as const;
    rewardPolicyDecider.decide(command, state, services.now().toISOString());
    const { terms: before } = policyOn(state, effectiveFrom);
    const fields = (Object.keys(newTerms) as (keyof RewardPolicyTerms)[]).filter(
      (field) => String(newTerms[field] ?? '') !== String(before[field] ?? ''),
    );
    return respondPendingApproval(services, call, {
      reason,
      kind: 'reward-policy.change',
      subject: 'reward-policy/1',
      summary: `Change the reward policy from ${effectiveFrom}: ${describeChange(fields, before, newTerms)}`,
      fields,
      payload: { effectiveFrom, terms: newTerms },
    });
  },
});
/** The reward policy: its history, a preview of other terms, and changes with a reason and an approval. */
export const policyRoutes = tagged('Reward policy', [versions, history, preview, set]);
