import { dayOf } from '@fynbos/domain/calendar.ts';
import { REWARD_POLICY_STREAM, rewardPolicyDecider, termsOn } from '@fynbos/domain/reward-policy/reward-policy.ts';
import { load } from '../handle.ts';
import type { Application } from '../services.ts';

/** Hours for which a new bank account receives no payout, by the reward policy in force at an instant. */
export async function coolingHoursAt({ log }: Pick<Application, 'log'>, at: Date): Promise<number> {
  const { state } = await load(log, rewardPolicyDecider, REWARD_POLICY_STREAM);
  return termsOn(state, dayOf(at)).coolingHours;
}
