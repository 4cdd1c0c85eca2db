import { FIRST_TERMS, REWARD_POLICY_STREAM, rewardPolicyDecider } from '@fynbos/domain/reward-policy/reward-policy.ts';
import { handle } from '@fynbos/event-store/handle.ts';
import type { Services } from './http/services.ts';

/** Sets the first reward policy where there is none: it holds since always. */
export async function openProgramme({ log, now }: Pick<Services, 'log' | 'now'>): Promise<void> {
  const context = { actor: { kind: 'system' as const, id: 'start' }, now: now(), correlationId: 'first start' };
  await handle(log, rewardPolicyDecider, REWARD_POLICY_STREAM, { type: 'OpenProgramme', terms: FIRST_TERMS }, context);
}
