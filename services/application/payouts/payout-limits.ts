import {
  initialLimits,
  PAYOUT_LIMITS_STREAM,
  type PayoutLimits,
  payoutLimitsDecider,
} from '@fynbos/domain/payout-limits/payout-limits.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { load } from '../handle.ts';
import { withHistory } from '../reward-policy/programme-lists.ts';

/** `paymentLimitCents`: the configured limit of one payment, until finance sets others. */
export const loadPayoutLimits = async (log: EventLog, paymentLimitCents: number): Promise<PayoutLimits> =>
  (await load(log, payoutLimitsDecider, PAYOUT_LIMITS_STREAM)).state.limits ?? initialLimits(paymentLimitCents);

/** Every change of the limits with its author and reason, newest first. Throws `StoreUnavailable`. */
export async function payoutLimitsHistory(log: EventLog) {
  const { changes } = await withHistory(log, payoutLimitsDecider, PAYOUT_LIMITS_STREAM);
  return changes.map(({ type: _, ...change }) => change);
}
