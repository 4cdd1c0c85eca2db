import { grouped, rand, words } from '../format/format.ts';
import type { Wording } from '../i18n/wording.ts';
import type { DashboardSummary } from './dashboard-summary.ts';

const nettOf = ({ earnedCents, pendingCents, paidCents, expiredCents }: DashboardSummary['months'][number]): number =>
  earnedCents + pendingCents + paidCents + expiredCents;

/** Compares the latest month with the month before. */
export function monthsFinding(months: DashboardSummary['months']): Wording {
  const [before, last] = months.slice(-2).map(nettOf);
  if (last === undefined || before === undefined || (last === 0 && before === 0)) return 'Rewards by month';
  if (before === 0) return ['Rewards of this month so far: %{amount}', { amount: rand(last) }];
  const change = Math.round(((last - before) / before) * 100);
  if (change === 0) return 'Rewards are level with last month';
  return [
    change > 0
      ? 'Rewards so far are %{percent} % above last month'
      : 'Rewards so far are %{percent} % below last month',
    { percent: grouped(Math.abs(change)) },
  ];
}

/** Names the promotion with the highest rewards. */
export const promotionsFinding = ([first]: DashboardSummary['promotions']): Wording =>
  first ? ['%{code} earned agents the most this year', { code: first.promoCode }] : 'Top promotions';

/** Names the most frequent reason for refusal. */
export const refusalsFinding = ([first]: DashboardSummary['refusals']): Wording =>
  first
    ? ['Most rewards are declined because: %{reason}', { reason: [words(first.reason).toLowerCase()] }]
    : 'Declined rewards by reason';

/** Totals the registrations and referrals of the last 12 months. */
export function registrationsFinding(registrations: DashboardSummary['registrations']): Wording {
  const agents = registrations.reduce((sum, month) => sum + month.agents, 0);
  const referrals = registrations.reduce((sum, month) => sum + month.referrals, 0);
  return [
    '%{agents} agents registered and %{referrals} referrals were made in the last 12 months',
    { agents: grouped(agents), referrals: grouped(referrals) },
  ];
}
