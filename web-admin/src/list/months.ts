import type { Choice } from './columns.ts';

export const monthNames = Array.from({ length: 12 }, (_, month) =>
  new Date(2000, month).toLocaleString('en-ZA', { month: 'long' }),
);

/** Formats `2026-03` as `March 2026`. */
export const monthName = (month: string): string =>
  `${monthNames[Number(month.slice(5, 7)) - 1] ?? ''} ${month.slice(0, 4)}`;

/** Returns the last 36 months up to the month of a day (`2026-03-14`), latest first. */
export function recentMonths(today: string): readonly Choice[] {
  const last = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1;
  return Array.from({ length: 36 }, (_, ago) => {
    const month = `${Math.floor((last - ago) / 12)}-${String(((last - ago) % 12) + 1).padStart(2, '0')}`;
    return [month, monthName(month)] as const;
  });
}
