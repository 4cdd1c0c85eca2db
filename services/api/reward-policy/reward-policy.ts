import { load } from '@fynbos/application/handle.ts';
import { REWARD_POLICY_STREAM, rewardPolicyDecider } from '@fynbos/domain/reward-policy/reward-policy.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';

/** `GET /admin/reward-policy`: every version of the policy, for whoever sees figures that rest on it. */
export const rewardPolicyRoute = ({ log }: Services): Route =>
  route({
    method: 'get',
    paths: ['/admin/reward-policy'],
    who: { admin: 'reports:see' },
    summary: 'The reward policy, version by version',
    tag: 'Rewards',
    handle: async () => ({ body: (await load(log, rewardPolicyDecider, REWARD_POLICY_STREAM)).state }),
  });
