import { DAY_MS, type Day, dayOf } from '@fynbos/domain/calendar.ts';
import type { Promotion } from '../../api/types.ts';
import { t } from '../../i18n/t.tsx';

/** Whether a reservation made today can use the promotion. Its dates are instants; `today` is a Johannesburg day. */
export const isRunning = ({ startDate }: Promotion, today: Day): boolean => dayOf(new Date(startDate)) <= today;

/** Running promotions by rate, the highest first, then those that start later. */
export function inOrder(promotions: readonly Promotion[], today: Day): Promotion[] {
  const rank = (promotion: Promotion): number => (isRunning(promotion, today) ? 0 : 1);
  return [...promotions].sort((a, b) => rank(a) - rank(b) || Number(b.promoRate) - Number(a.promoRate));
}

/** Booking advice from a promotion's dates, such as `9 days left to book.`; '' when more than 30 days are left. */
export function timeText(promotion: Promotion, today: Day): string {
  const { endDate } = promotion;
  if (!isRunning(promotion, today)) return t('Bookings before that day earn nothing with it.');
  if (!endDate) return t('No end date.');
  const left = (Date.parse(dayOf(new Date(endDate))) - Date.parse(today)) / DAY_MS;
  if (left > 30) return '';
  if (left === 0) return t('Today is the last day to book.');
  return t('%{count} day left to book. |||| %{count} days left to book.', { count: left });
}
