import type { DashboardSummary } from '@fynbos/api/dashboard/answers.ts';

export type { DashboardSummary } from '@fynbos/api/dashboard/answers.ts';
/** Returns all rewards of a month, in cents nett. */
export const rewardsOf = ({
  earnedCents,
  pendingCents,
  paidCents,
  expiredCents,
}: DashboardSummary['months'][number]): number => earnedCents + pendingCents + paidCents + expiredCents;
