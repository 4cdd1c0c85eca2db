import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { z } from 'zod';
import { load } from '../../handle.ts';
import { approvedChange, handleOnce } from '../approved-change.ts';

/** Releases a hold on payments above the policy's limit (O15). Does nothing if the hold is already released. */
export const releaseLargeHold = approvedChange({
  permission: 'holds:release-large',
  payload: z.object({ agentId: z.int(), holdId: z.string(), reason: z.string() }),
  partOf: ({ holdId }) => holdId,
  async execute({ log }, { payload }, context) {
    const streamId = accountStreamOf(payload.agentId);
    const { state } = await load(log, rewardsAccountDecider, streamId);
    if (!state.holds.has(payload.holdId)) return;
    const command = { type: 'ReleasePayoutHold', ...payload, limitCents: null } as const;
    await handleOnce(log, { decider: rewardsAccountDecider, streamId, command, context });
  },
  async compare({ log }, { payload: { agentId, holdId } }) {
    const { state } = await load(log, rewardsAccountDecider, accountStreamOf(agentId));
    return { before: { hold: state.holds.get(holdId)?.reason ?? null }, after: { hold: null } };
  },
});
