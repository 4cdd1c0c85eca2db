import { rewardPolicyTerms } from '@fynbos/domain/reward-policy/events.ts';
import { REWARD_POLICY_STREAM, rewardPolicyDecider } from '@fynbos/domain/reward-policy/reward-policy.ts';
import { z } from 'zod';
import { approvedChange, handleOnce } from '../approved-change.ts';

export const changeRewardPolicy = approvedChange({
  permission: 'policy:change',
  payload: z.object({ effectiveFrom: z.string(), terms: rewardPolicyTerms }),
  async execute({ log }, { payload }, context) {
    const command = { type: 'SetRewardPolicy', ...payload } as const;
    await handleOnce(log, { decider: rewardPolicyDecider, streamId: REWARD_POLICY_STREAM, command, context });
  },
});
