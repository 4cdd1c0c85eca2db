import { dayOf } from '@fynbos/domain/calendar.ts';
import type { RewardPolicyTerms } from '@fynbos/domain/reward-policy/events.ts';
import {
  INITIAL_TERMS,
  policyOn,
  REWARD_POLICY_STREAM,
  type RewardPolicy,
  rewardPolicyDecider,
  termsOn,
} from '@fynbos/domain/reward-policy/reward-policy.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { handle, load } from '../handle.ts';
import type { Application, WithLog } from '../services.ts';

/** It applies to all past days. */
export async function openProgramme({ log, now }: Pick<Application, 'log' | 'now'>): Promise<void> {
  const context = { actor: { kind: 'system' as const, id: 'start' }, now: now(), correlationId: 'first start' };
  await handle(log, {
    decider: rewardPolicyDecider,
    streamId: REWARD_POLICY_STREAM,
    command: { type: 'OpenProgramme', terms: INITIAL_TERMS },
    context,
  });
}

/** The reward policy with all its versions, including planned ones. */
export const loadPolicy = async (log: EventLog): Promise<RewardPolicy> =>
  (await load(log, rewardPolicyDecider, REWARD_POLICY_STREAM)).state;

/** Johannesburg. Throws `reward-policy.none` before the programme is open. */
export const termsAt = async (log: EventLog, at: Date): Promise<RewardPolicyTerms> =>
  policyOn(await loadPolicy(log), dayOf(at)).terms;

/** The version in force today, and every version with its author and reason. */
export async function policyHistory(log: EventLog, now: Date) {
  const { state, stream } = await load(log, rewardPolicyDecider, REWARD_POLICY_STREAM);
  return {
    current: policyOn(state, dayOf(now)),
    versions: state.versions.flatMap((version, index) => {
      const metadata = stream.events[index]?.metadata;
      return metadata
        ? [{ ...version, setAt: metadata.recordedAt, setBy: metadata.actor, reason: metadata.reason ?? null }]
        : [];
    }),
  };
}

/** Hours for which a new bank account receives no payout, by the reward policy in force at an instant. */
export const coolingHoursAt = async ({ log }: WithLog, at: Date): Promise<number> =>
  termsOn(await loadPolicy(log), dayOf(at)).coolingHours;
