import type { RewardsAccountEvent } from '@fynbos/domain/rewards-account/events.ts';

/** For each failed or returned run the next one that reserved one of its rewards, by run id. `events`: oldest first. */
export function rePaymentsOf(events: readonly RewardsAccountEvent[]): ReadonlyMap<string, string> {
  const rewardsOf = new Map<string, Set<string>>();
  const open = new Set<string>();
  const rePayments = new Map<string, string>();
  for (const { type, data } of events) {
    if (type === 'PayoutFailed' || type === 'PayoutReturned') open.add(data.runId);
    if (type !== 'PayoutReserved') continue;
    const own = rewardsOf.get(data.runId) ?? new Set();
    rewardsOf.set(data.runId, own);
    for (const { reservationNo } of data.rewards) own.add(reservationNo);
    for (const runId of open) {
      if (!data.rewards.some(({ reservationNo }) => rewardsOf.get(runId)?.has(reservationNo))) continue;
      rePayments.set(runId, data.runId);
      open.delete(runId);
    }
  }
  return rePayments;
}
