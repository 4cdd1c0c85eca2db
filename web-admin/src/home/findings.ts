import { grouped, rand, words } from '../format/format.ts';
import type { GlanceData } from './glance-data.ts';

const nettOf = ({ earnedCents, pendingCents, paidCents, expiredCents }: GlanceData['months'][number]): number =>
  earnedCents + pendingCents + paidCents + expiredCents;

/** What the months say, in words: more, less or as much as the month before. */
export function monthsFinding(months: GlanceData['months']): string {
  const [before, last] = months.slice(-2).map(nettOf);
  if (last === undefined || before === undefined || (last === 0 && before === 0)) return 'Rewards by month';
  if (before === 0) return `Rewards of this month so far: ${rand(last)}`;
  const change = Math.round(((last - before) / before) * 100);
  if (change === 0) return 'Rewards are level with last month';
  return `Rewards so far are ${grouped(Math.abs(change))} % ${change > 0 ? 'above' : 'below'} last month`;
}

/** The promotion that brings most. */
export const promotionsFinding = ([first]: GlanceData['promotions']): string =>
  first ? `${first.promoCode} earned agents the most this year` : 'Top promotions';

/** The reason that refuses most. */
export const refusalsFinding = ([first]: GlanceData['refusals']): string =>
  first ? `Most refusals: ${words(first.reason).toLowerCase()}` : 'Refusals by reason';

/** How many came to the programme. */
export function registrationsFinding(registrations: GlanceData['registrations']): string {
  const agents = registrations.reduce((sum, month) => sum + month.agents, 0);
  const referrals = registrations.reduce((sum, month) => sum + month.referrals, 0);
  return `${grouped(agents)} agents registered in twelve months, ${grouped(referrals)} referrals were made`;
}
