import { addDays, type Day, dayOf, endOfDay } from '@fynbos/domain/calendar.ts';
import { Slider } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePermissions } from 'react-admin';
import { get } from '../api/http.ts';
import { date, today } from '../format/format.ts';
import { useSay } from '../i18n/use-say.ts';
import { useTimeControl } from './time-control.ts';

/** Days that the bar covers. */
const DAYS = 365;
const WIDTH = 1000;
const HEIGHT = 24;
/** Width of the bar of a day. */
const BAR = (WIDTH / (DAYS + 1)) * 0.8;

/** Number of changes by people on each day of the bar, oldest first. */
function useChangesByDay(first: Day, enabled: boolean): readonly number[] {
  const { data } = useQuery({
    queryKey: ['changes-by-day', first],
    queryFn: async ({ signal }) => {
      const { days } = await get<{ days: { value: Day; count: number }[] }>(
        `audit-feed/counts?${new URLSearchParams({ from: first })}`,
        signal,
      );
      return new Map(days.map(({ value, count }) => [value, count]));
    },
    enabled,
    staleTime: 300_000,
  });
  return Array.from({ length: DAYS + 1 }, (_, index) => data?.get(addDays(first, index)) ?? 0);
}

/**
 * The time control of the dashboard: the days of the last year with the number of changes on each. Releasing the thumb
 * on a day shows every page that has a past as of the end of that day.
 */
export function TimeBar() {
  const say = useSay();
  const { permissions, isPending } = usePermissions<Record<string, string>>();
  const { moment, kept, lookAt, backToNow } = useTimeControl();
  const [held, setHeld] = useState<number | null>(null);
  const now = today();
  const first = addDays(now, -DAYS);
  const counts = useChangesByDay(first, Boolean(permissions?.['audit-log:see']));
  // Keeps its place, so that the page does not move when the permissions arrive.
  if (isPending) return <div className="time-bar" />;
  if (!permissions?.['audit-log:see']) return null;
  const inEffect = moment ?? kept;
  const day = inEffect ? dayOf(new Date(inEffect)) : now;
  const at = Math.max(0, Math.round((Date.parse(day) - Date.parse(first)) / 86_400_000));
  const place = held ?? Math.min(at, inEffect ? DAYS - 1 : DAYS);
  const highest = Math.sqrt(Math.max(1, ...counts));
  // One path: a year of elements would be the largest part of the page.
  const bars = counts
    .map((count, index) => {
      // Square roots keep quiet days visible next to busy ones.
      const height = count === 0 ? 0 : Math.max(1, (Math.sqrt(count) / highest) * HEIGHT);
      return height === 0 ? '' : `M${(index * WIDTH) / (DAYS + 1)} ${HEIGHT}v${-height}h${BAR}v${height}z`;
    })
    .join('');
  const shownOf = (index: number): string => (index >= DAYS ? say('Now') : date(addDays(first, index)));
  const go = (index: number) => {
    setHeld(null);
    if (index >= DAYS) backToNow();
    else lookAt(endOfDay(addDays(first, index)).toISOString());
  };
  return (
    <div className="time-bar">
      <div className="time-bar-track">
        <svg aria-hidden preserveAspectRatio="none" viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
          <title>{say('Changes by day')}</title>
          <path d={bars} />
        </svg>
        <Slider
          aria-label={say('Date shown')}
          getAriaValueText={shownOf}
          max={DAYS}
          min={0}
          onChange={(_, value) => setHeld(value as number)}
          onChangeCommitted={(_, value) => go(value as number)}
          size="small"
          value={place}
          valueLabelDisplay="auto"
          valueLabelFormat={shownOf}
        />
      </div>
      <span className="quiet">{shownOf(place)}</span>
    </div>
  );
}
