import { DAY_MS, type Day } from '@fynbos/domain/calendar.ts';
import type { Promotion } from '../../api/types.ts';
import { dayName } from '../../format/date.ts';
import { t } from '../../i18n/t.tsx';

/** Whether a reservation made today can use the promotion. */
export const isRunning = ({ startDate }: Promotion, today: Day): boolean => startDate <= today;

/** Running promotions by rate, the highest first, then those that start later. */
export function inOrder(promotions: readonly Promotion[], today: Day): Promotion[] {
  const rank = (promotion: Promotion): number => (isRunning(promotion, today) ? 0 : 1);
  return [...promotions].sort((a, b) => rank(a) - rank(b) || Number(b.promoRate) - Number(a.promoRate));
}

/** `Book until 3 Dec 2026 (9 days left)`, `Since 24 Aug 2025, no end date`, `Starts 13 Dec 2026`. */
export function timeText(promotion: Promotion, today: Day): string {
  const { startDate, endDate } = promotion;
  if (!isRunning(promotion, today))
    return t('Starts %{startDate}. Bookings before that day earn nothing with it.', { startDate: dayName(startDate) });
  if (!endDate) return t('Since %{startDate}, no end date.', { startDate: dayName(startDate) });
  const left = Math.round((Date.parse(endDate) - Date.parse(today)) / DAY_MS);
  if (left > 30) return t('Book until %{endDate}.', { endDate: dayName(endDate) });
  if (left === 0) return t('Book until %{endDate} (last day).', { endDate: dayName(endDate) });
  return t('Book until %{endDate} (%{count} day left). |||| Book until %{endDate} (%{count} days left).', {
    endDate: dayName(endDate),
    count: left,
  });
}
