import { dayOf } from '@fynbos/domain/calendar.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { usePermissions } from 'react-admin';
import { Link, useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router-dom';
import { progressShown, usePastProgress } from '../api/past-lists.ts';
import { instant } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { hasPast, heldInThePast, momentOf } from './moment.ts';
import { TimeBar } from './TimeBar.tsx';
import { TimeContext, type TimeControl, useTimeControl } from './time-control.ts';

/** The record of a page, for a comparison of one record; empty for other pages. */
const aboutRecord = (pathname: string): { record?: string } => {
  const record = /^\/((?:travel-agents|promotions|admins|integrators|contact-support)\/[^/]+)$/.exec(pathname)?.[1];
  return record ? { record } : {};
};

/**
 * Returns the past moment of the page (ISO instant of `?asOf=`), or null for now. Pages of a past moment are read-only.
 */
export const useAsOf = (): string | null => useTimeControl().moment;

/** Returns a function that leads from a past moment back to now. */
export const useBackToNow = (): (() => void) => useTimeControl().backToNow;

/**
 * Reads the moment of the address. A past moment stays in effect across pages until the administrator returns to now.
 */
function useMoment(): TimeControl {
  const location = useLocation();
  const isReturn = useNavigationType() === 'POP';
  const navigate = useNavigate();
  const [, setSearch] = useSearchParams();
  const before = useRef<string | null>(null);
  const [, redraw] = useState(0);
  const isPossible = hasPast(location.pathname);
  const moment = isPossible ? momentOf(location.search) : null;
  const held = heldInThePast(location, before.current, isReturn);
  useEffect(() => {
    if (held !== null) navigate({ search: held }, { replace: true });
    // A page without a past keeps the moment for the next page.
    else if (isPossible) before.current = moment;
  }, [held, moment, isPossible, navigate]);
  return {
    // Keep the past moment while the address is corrected, so that current data is neither shown nor fetched.
    moment: held === null ? moment : before.current,
    kept: isPossible ? null : before.current,
    lookAt: (at) => {
      before.current = at;
      if (isPossible)
        setSearch((search) => {
          search.set('asOf', at);
          search.delete('page');
          return search;
        });
      else redraw((count) => count + 1);
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
  const looked = useMoment();
  const { moment, kept, backToNow } = looked;
  const { pathname } = useLocation();
  const progress = usePastProgress();
  const { permissions } = usePermissions<Record<string, string>>();
  return (
    <TimeContext.Provider value={looked}>
      <TimeBar />
      {kept && (
        <div className="past-kept" role="status">
          <T values={{ moment: instant(kept) }}>
            {'This page always shows the present. %{moment} stays in effect on the other pages.'}
          </T>{' '}
          <button onClick={backToNow} type="button">
            <T>Back to now</T>
          </button>
        </div>
      )}
      {moment && (
        <div className="past" role="status">
          <T as="strong" values={{ moment: instant(moment) }}>
            {'Viewing %{moment}'}
          </T>
          {progress ? (
            <T as="span" values={{ progress: progressShown(progress) }}>
              {'Preparing the list as of this date: %{progress}.'}
            </T>
          ) : (
            <T as="span">Read-only: data as recorded at that time.</T>
          )}
          {permissions?.['audit-log:see'] && (
            <Link to={`/audit-log/compare?${new URLSearchParams({ from: moment, ...aboutRecord(pathname) })}`}>
              <T>Compare with now</T>
            </Link>
          )}
          {permissions?.['what-if:run'] && (
            <Link to={`/what-ifs?${new URLSearchParams({ termsAsOf: dayOf(new Date(moment)) })}`}>
              <T>What if these terms had stayed</T>
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
