import type { CommandContext } from '@fynbos/domain/decider.ts';
import {
  firstLimits,
  PAYOUT_LIMITS_STREAM,
  type PayoutLimits,
  payoutLimits,
  payoutLimitsDecider,
} from '@fynbos/domain/payout-limits/payout-limits.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { z } from 'zod';
import { approvedChange, handleOnce, withRequestReason } from '../approved-change.ts';
import { load } from '../handle.ts';
import { withHistory } from '../reward-policy/programme-lists.ts';

const loaded = (log: EventLog) => load(log, payoutLimitsDecider, PAYOUT_LIMITS_STREAM);

/**
 * The limits of payouts. `paymentLimitCents`: the configured limit of one payment, which counts until finance sets
 * others. Throws `StoreUnavailable`.
 */
export const loadPayoutLimits = async (log: EventLog, paymentLimitCents: number): Promise<PayoutLimits> =>
  (await loaded(log)).state.limits ?? firstLimits(paymentLimitCents);

/** Every change of the limits with its author and reason, newest first. Throws `StoreUnavailable`. */
export async function payoutLimitsHistory(log: EventLog) {
  const { changes } = await withHistory(log, payoutLimitsDecider, PAYOUT_LIMITS_STREAM);
  return changes.map(({ type: _, ...change }) => change);
}

/** Sets the limits of payouts (O24). */
export const changePayoutLimits = approvedChange({
  permission: 'policy:change',
  payload: z.object({ limits: payoutLimits, reason: z.string().exactOptional() }),
  async execute({ log }, { payload: { limits, ...request } }, context: CommandContext) {
    const command = { type: 'SetPayoutLimits', limits } as const;
    const because = withRequestReason(context, request);
    await handleOnce(log, {
      decider: payoutLimitsDecider,
      streamId: PAYOUT_LIMITS_STREAM,
      command,
      context: because,
      makes: ['PayoutLimitsSet'],
    });
  },
  async compare({ log }, { payload: { limits } }) {
    return { before: { ...(await loaded(log)).state.limits }, after: { ...limits } };
  },
});
