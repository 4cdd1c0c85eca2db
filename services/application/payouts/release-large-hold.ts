import { dayOf } from '@fynbos/domain/calendar.ts';
import type { RewardsAccountEvent } from '@fynbos/domain/rewards-account/events.ts';
import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { z } from 'zod';
import { approvedChange } from '../approvable/approved-change.ts';
import { once } from '../approvable/once.ts';
import { handle, load } from '../handle.ts';

/** Releases a hold on payments above the policy's limit. Does nothing if the hold is already released. */
export const releaseLargeHold = approvedChange({
  permission: 'holds:release-large',
  payload: z.object({ agentId: z.int(), holdId: z.string(), reason: z.string() }),
  personal: z.object({}),
  async execute({ log }, { payload }, context) {
    const stream = accountStreamOf(payload.agentId);
    const { state } = await load(log, rewardsAccountDecider, stream);
    if (!state.holds.has(payload.holdId)) return;
    const today = dayOf(context.now);
    const command = { type: 'ReleasePayoutHold', ...payload, today, limitCents: null } as const;
    const released = once<RewardsAccountEvent>(log, context, 'PayoutHoldReleased');
    await handle(log, rewardsAccountDecider, stream, command, context, released);
  },
  async compare({ log }, { payload: { agentId, holdId } }) {
    const { state } = await load(log, rewardsAccountDecider, accountStreamOf(agentId));
    return { before: { hold: state.holds.get(holdId)?.reason ?? null }, after: { hold: null } };
  },
});
