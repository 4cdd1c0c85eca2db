import type { DashboardSummary } from '@fynbos/api/dashboard/answers.ts';
import { grouped, rand, words } from '../format/format.ts';
import type { Wording } from '../i18n/T.tsx';

/** Returns all rewards of a month, in cents nett. */
export const rewardsOf = ({
  earnedCents,
  pendingCents,
  paidCents,
  expiredCents,
}: DashboardSummary['months'][number]): number => earnedCents + pendingCents + paidCents + expiredCents;

/** Compares an amount with that of the same days of last month; `days` names them. */
export function changeText(now: number, before: number, days: string): Wording {
  if (before === 0) return now === 0 ? ['None in %{days} either', { days }] : ['None in %{days}', { days }];
  const change = Math.round(((now - before) / before) * 100);
  if (change === 0) return ['Level with %{days}', { days }];
  const values = { percent: grouped(Math.abs(change)), days };
  return change > 0 ? ['%{percent}% more than in %{days}', values] : ['%{percent}% less than in %{days}', values];
}

/** Compares this month's rewards with the same days of last month. */
export function monthsFinding({ toDate, before }: Pick<DashboardSummary, 'toDate' | 'before'>): Wording {
  if (toDate.nettCents === 0 && before.nettCents === 0) return 'Rewards by month';
  if (before.nettCents === 0) return ['Rewards of this month so far: %{amount}', { amount: rand(toDate.nettCents) }];
  const change = Math.round(((toDate.nettCents - before.nettCents) / before.nettCents) * 100);
  if (change === 0) return 'Rewards are level with the same days of last month';
  const values = { percent: grouped(Math.abs(change)) };
  return change > 0
    ? ['Rewards are %{percent}% above the same days of last month', values]
    : ['Rewards are %{percent}% below the same days of last month', values];
}

export const promotionsFinding = ([first]: DashboardSummary['promotions']): Wording =>
  first ? ['%{code} earned agents the most this year', { code: first.promoCode }] : 'Top promotions';

export const refusalsFinding = ([first]: DashboardSummary['refusals']): Wording =>
  first
    ? ['Most frequent reason for declining: %{reason}', { reason: [words(first.reason).toLowerCase()] }]
    : 'Declined rewards by reason';

/** Totals the registrations and referrals of the last 12 months. */
export function registrationsFinding(registrations: DashboardSummary['registrations']): Wording {
  const agents = registrations.reduce((sum, month) => sum + month.agents, 0);
  const referrals = registrations.reduce((sum, month) => sum + month.referrals, 0);
  return [
    '%{agents} and %{referrals} in the last 12 months',
    {
      agents: ['%{count} agent registered |||| %{count} agents registered', { count: agents }],
      referrals: ['%{count} referral was made |||| %{count} referrals were made', { count: referrals }],
    },
  ];
}
