import { dayOf } from '@fynbos/domain/calendar.ts';
import { policyOn, REWARD_POLICY_STREAM, rewardPolicyDecider } from '@fynbos/domain/reward-policy/reward-policy.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { load } from '../handle.ts';

/** The version in force today, and every version with its author and reason. */
export async function policyHistory(log: EventLog, now: Date) {
  const { state, stream } = await load(log, rewardPolicyDecider, REWARD_POLICY_STREAM);
  return {
    current: policyOn(state, dayOf(now)),
    versions: state.versions.map((version, index) => {
      const metadata = stream.events[index]?.metadata;
      return { ...version, setAt: metadata?.recordedAt, setBy: metadata?.actor, reason: metadata?.reason ?? null };
    }),
  };
}
