import { PAYOUT_LIMITS_STREAM, payoutLimits, payoutLimitsDecider } from '@fynbos/domain/payout-limits/payout-limits.ts';
import { z } from 'zod';
import { load } from '../../handle.ts';
import { approvedChange, handleOnce } from '../approved-change.ts';

/** Sets the limits of payouts (O24). */
export const changePayoutLimits = approvedChange({
  permission: 'policy:change',
  payload: z.object({ limits: payoutLimits }),
  async execute({ log }, { payload: { limits } }, context) {
    const command = { type: 'SetPayoutLimits', limits } as const;
    await handleOnce(log, { decider: payoutLimitsDecider, streamId: PAYOUT_LIMITS_STREAM, command, context });
  },
  async compare({ log }, { payload: { limits } }) {
    const { state } = await load(log, payoutLimitsDecider, PAYOUT_LIMITS_STREAM);
    return { before: { ...state.limits }, after: { ...limits } };
  },
});
