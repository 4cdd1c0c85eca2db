import { addDays, type Day, dayOf, endOfDay } from '@fynbos/domain/calendar.ts';
import { Alert, Slider } from '@mui/material';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { usePermissions } from 'react-admin';
import { Link, useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router-dom';
import { usePastProgress } from '../api/fetch-until-ready.ts';
import { useMay } from '../api/use-may.ts';
import { ActionButton } from '../components/ActionButton.tsx';
import { progressText } from '../components/states.tsx';
import { useRead } from '../components/use-read.tsx';
import { date, instant, today } from '../format/format.ts';
import { asPart, T, useTranslation } from '../i18n/T.tsx';
import { momentOf, searchAtMoment, supportsAsOf } from './moment.ts';
import './as-of.css';

/** Days that the bar covers. */
const DAYS_SHOWN = 365;
const BARS_WIDTH = 1000;
const BARS_HEIGHT = 24;
/** Width of the bar of a day. */
const BAR_WIDTH = (BARS_WIDTH / (DAYS_SHOWN + 1)) * 0.8;

/** Number of changes by people on each day of the bar, oldest first. */
function useChangesByDay(first: Day, enabled: boolean): readonly number[] {
  const { data } = useRead(enabled ? 'audit-feed/counts' : null, { query: { from: first }, freshMs: 300_000 });
  const counts = new Map(data?.days.map(({ value, count }) => [value, count]));
  return Array.from({ length: DAYS_SHOWN + 1 }, (_, index) => counts.get(addDays(first, index)) ?? 0);
}

/**
 * The days of the last year with their changes. Releasing the thumb shows every page that has a past as of that day's
 * end.
 */
function TimeBar() {
  const translate = useTranslation();
  const { isPending } = usePermissions();
  const may = useMay();
  const { moment, pendingMoment, lookAt, backToNow } = useTimeControl();
  const [dragged, setDragged] = useState<number | null>(null);
  const now = today();
  const first = addDays(now, -DAYS_SHOWN);
  const counts = useChangesByDay(first, may('audit-log:see'));
  // Keeps its place, so that the page does not move when the permissions arrive.
  if (isPending) return <div className="time-bar" />;
  if (!may('audit-log:see')) return null;
  const inEffect = moment ?? pendingMoment;
  const day = inEffect ? dayOf(new Date(inEffect)) : now;
  const dayIndex = Math.max(0, Math.round((Date.parse(day) - Date.parse(first)) / 86_400_000));
  const position = dragged ?? Math.min(dayIndex, inEffect ? DAYS_SHOWN - 1 : DAYS_SHOWN);
  const highest = Math.sqrt(Math.max(1, ...counts));
  // One path: a year of elements would be the largest part of the page.
  const bars = counts
    .map((count, index) => {
      // Square roots keep quiet days visible next to busy ones.
      const height = count === 0 ? 0 : Math.max(1, (Math.sqrt(count) / highest) * BARS_HEIGHT);
      return height === 0
        ? ''
        : `M${(index * BARS_WIDTH) / (DAYS_SHOWN + 1)} ${BARS_HEIGHT}v${-height}h${BAR_WIDTH}v${height}z`;
    })
    .join('');
  const labelOf = (index: number): string => (index >= DAYS_SHOWN ? translate('Now') : date(addDays(first, index)));
  const go = (index: number) => {
    setDragged(null);
    if (index >= DAYS_SHOWN) backToNow();
    else lookAt(endOfDay(addDays(first, index)).toISOString());
  };
  return (
    <div className="time-bar">
      <div className="time-bar-track">
        <svg aria-hidden preserveAspectRatio="none" viewBox={`0 0 ${BARS_WIDTH} ${BARS_HEIGHT}`}>
          <title>{translate('Changes by day')}</title>
          <path d={bars} />
        </svg>
        <Slider
          aria-label={translate('Date shown')}
          getAriaValueText={labelOf}
          max={DAYS_SHOWN}
          min={0}
          onChange={(_, value) => setDragged(value as number)}
          onChangeCommitted={(_, value) => go(value as number)}
          size="small"
          value={position}
          valueLabelDisplay="auto"
          valueLabelFormat={labelOf}
        />
      </div>
      <span className="quiet">{labelOf(position)}</span>
    </div>
  );
}

/** The moment in effect in the whole dashboard, and how to change it. */
interface TimeControl {
  /** The past moment of the page (ISO instant); null for now. */
  readonly moment: string | null;
  /** The past moment of the other pages while a page without a past is open; null otherwise. */
  readonly pendingMoment: string | null;
  lookAt(moment: string): void;
  backToNow(): void;
}

const TimeContext = createContext<TimeControl>({
  moment: null,
  pendingMoment: null,
  lookAt: () => undefined,
  backToNow: () => undefined,
});

const useTimeControl = (): TimeControl => useContext(TimeContext);

/** The record of a page, for a comparison of one record; empty for other pages. */
const aboutRecord = (pathname: string): { record?: string } => {
  const record = /^\/((?:travel-agents|promotions|admins|integrators|contact-support)\/[^/]+)$/.exec(pathname)?.[1];
  return record ? { record } : {};
};

/** ISO instant of `?asOf=`, or null for now. Pages of a past moment are read-only. */
export const useAsOf = (): string | null => useTimeControl().moment;

/** Returns a function that leads from a past moment back to now. */
export const useBackToNow = (): (() => void) => useTimeControl().backToNow;

/** A past moment stays in effect across pages until the administrator returns to now. */
function useMoment(): TimeControl {
  const location = useLocation();
  const isReturn = useNavigationType() === 'POP';
  const navigate = useNavigate();
  const [, setSearch] = useSearchParams();
  const before = useRef<string | null>(null);
  const [, redraw] = useState(0);
  const isPossible = supportsAsOf(location.pathname);
  const moment = isPossible ? momentOf(location.search) : null;
  const correctedSearch = searchAtMoment(location, before.current, isReturn);
  useEffect(() => {
    if (correctedSearch !== null) navigate({ search: correctedSearch }, { replace: true });
    // A page without a past keeps the moment for the next page.
    else if (isPossible) before.current = moment;
  }, [correctedSearch, moment, isPossible, navigate]);
  return {
    // Keep the past moment while the address is corrected, so that current data is neither shown nor fetched.
    moment: correctedSearch === null ? moment : before.current,
    pendingMoment: isPossible ? null : before.current,
    lookAt: (at) => {
      if (isPossible)
        // Takes effect with the navigation, which the administrator can decline.
        setSearch((search) => {
          search.set('asOf', at);
          search.delete('page');
          return search;
        });
      else {
        before.current = at;
        redraw((count) => count + 1);
      }
    },
    backToNow: () => {
      before.current = null;
      redraw((count) => count + 1);
      setSearch((search) => {
        search.delete('asOf');
        return search;
      });
    },
  };
}

/** Reads `?asOf=` from the URL and marks a past moment with a banner and a tinted edge. */
export function AsOfProvider({ children }: { children: ReactNode }) {
  const control = useMoment();
  const { moment, pendingMoment, backToNow } = control;
  const { pathname } = useLocation();
  const progress = usePastProgress();
  const may = useMay();
  return (
    <TimeContext.Provider value={control}>
      <TimeBar />
      {pendingMoment && (
        <Alert
          action={<ActionButton color="inherit" label="Back to now" onClick={backToNow} size="small" />}
          role="status"
          severity="info"
          sx={{ mb: 2 }}
          variant="outlined"
        >
          <T values={{ moment: instant(pendingMoment) }}>
            {'This page always shows the present. %{moment} stays in effect on the other pages.'}
          </T>
        </Alert>
      )}
      {moment && (
        <div className="actions past" role="status">
          <T as="strong" values={{ moment: instant(moment) }}>
            {'Viewing %{moment}'}
          </T>
          {progress ? (
            <T as="span" values={{ progress: asPart(progressText(progress, 'events')) }}>
              {'Preparing the list as of this date. %{progress}'}
            </T>
          ) : (
            <T as="span">Read-only: data as recorded at that time.</T>
          )}
          {may('audit-log:see') && (
            <Link to={`/audit-log/compare?${new URLSearchParams({ from: moment, ...aboutRecord(pathname) })}`}>
              <T>Compare with now</T>
            </Link>
          )}
          {may('what-if:run') && (
            <Link to={`/what-ifs?${new URLSearchParams({ termsAsOf: dayOf(new Date(moment)) })}`}>
              <T>Simulate with these terms</T>
            </Link>
          )}
          <button onClick={backToNow} type="button">
            <T>Back to now</T>
          </button>
        </div>
      )}
      <div className={moment ? 'past-frame' : undefined}>{children}</div>
    </TimeContext.Provider>
  );
}
