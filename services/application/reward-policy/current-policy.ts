import { dayOf } from '@fynbos/domain/calendar.ts';
import type { RewardPolicyTerms } from '@fynbos/domain/reward-policy/events.ts';
import {
  policyOn,
  REWARD_POLICY_STREAM,
  type RewardPolicy,
  rewardPolicyDecider,
} from '@fynbos/domain/reward-policy/reward-policy.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { load } from '../handle.ts';

/** The reward policy with all its versions, including planned ones. */
export const loadPolicy = async (log: EventLog): Promise<RewardPolicy> =>
  (await load(log, rewardPolicyDecider, REWARD_POLICY_STREAM)).state;

/** The terms in force on the Johannesburg day of an instant. Throws `reward-policy.none` before the programme is open. */
export const termsAt = async (log: EventLog, at: Date): Promise<RewardPolicyTerms> =>
  policyOn(await loadPolicy(log), dayOf(at)).terms;
