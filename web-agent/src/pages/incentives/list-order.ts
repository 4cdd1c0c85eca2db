import type { IncentiveLine } from '../../api/types.ts';
import { serverText, t } from '../../i18n/t.tsx';

/** Sort orders of the list, by the value of its select. */
export const ORDERS = {
  newest: t('Newest first'),
  oldest: t('Oldest first'),
  most: t('Highest amount first'),
  least: t('Lowest amount first'),
  code: t('Promotion code'),
} as const;
export type Order = keyof typeof ORDERS;

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const newest = (a: IncentiveLine, b: IncentiveLine): number =>
  byText(b.date, a.date) || byText(a.reservationNo, b.reservationNo);

const COMPARE: Readonly<Record<Order, (a: IncentiveLine, b: IncentiveLine) => number>> = {
  newest,
  oldest: (a, b) => -newest(a, b),
  most: (a, b) => b.nettAmount - a.nettAmount || newest(a, b),
  least: (a, b) => a.nettAmount - b.nettAmount || newest(a, b),
  code: (a, b) => byText(a.promoCode ?? '', b.promoCode ?? '') || newest(a, b),
};

export interface ListFilter {
  /** Part of a reservation number, code or status; compared without case. */
  readonly search: string;
  readonly sector: string;
  readonly order: Order;
}

/** Returns the lines that the filter shows, in its order. */
export function shownLines(lines: readonly IncentiveLine[], { search, sector, order }: ListFilter): IncentiveLine[] {
  const wanted = search.trim().toLowerCase();
  const fits = ({ reservationNo, promoCode, status, marketSector }: IncentiveLine): boolean =>
    (sector === '' || marketSector === sector) &&
    (wanted === '' ||
      [reservationNo, promoCode ?? '', serverText(status)].some((text) => text.toLowerCase().includes(wanted)));
  return lines.filter(fits).sort(COMPARE[order]);
}
