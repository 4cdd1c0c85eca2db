import { FIRST_TERMS, REWARD_POLICY_STREAM, rewardPolicyDecider } from '@fynbos/domain/reward-policy/reward-policy.ts';
import { handle } from './handle.ts';
import type { Application } from './services.ts';

/** Creates the first reward policy if there is none; it applies to all past days. */
export async function openProgramme({ log, now }: Pick<Application, 'log' | 'now'>): Promise<void> {
  const context = { actor: { kind: 'system' as const, id: 'start' }, now: now(), correlationId: 'first start' };
  await handle(log, rewardPolicyDecider, REWARD_POLICY_STREAM, { type: 'OpenProgramme', terms: FIRST_TERMS }, context);
}
