import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router-dom';
import { progressShown, usePastProgress } from '../api/past-lists.ts';
import { instant } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { hasPast, heldInThePast, momentOf } from './moment.ts';

interface Looked {
  readonly moment: string | null;
  backToNow(): void;
}

const AsOf = createContext<Looked>({ moment: null, backToNow: () => undefined });

/**
 * Returns the past moment of the page (ISO instant of `?asOf=`), or null for now. Pages of a past moment are read-only.
 */
export const useAsOf = (): string | null => useContext(AsOf).moment;

/** Returns a function that leads from a past moment back to now. */
export const useBackToNow = (): (() => void) => useContext(AsOf).backToNow;

/**
 * Reads the moment of the address. A past moment stays in effect across pages until the administrator returns to now.
 */
function useMoment(): Looked {
  const location = useLocation();
  const isReturn = useNavigationType() === 'POP';
  const navigate = useNavigate();
  const [, setSearch] = useSearchParams();
  const before = useRef<string | null>(null);
  const moment = hasPast(location.pathname) ? momentOf(location.search) : null;
  const held = heldInThePast(location, before.current, isReturn);
  useEffect(() => {
    if (held !== null) navigate({ search: held }, { replace: true });
    else before.current = moment;
  }, [held, moment, navigate]);
  return {
    // Keep the past moment while the address is corrected, so that current data is neither shown nor fetched.
    moment: held === null ? moment : before.current,
    backToNow: () => {
      before.current = null;
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
  const { moment, backToNow } = looked;
  const progress = usePastProgress();
  return (
    <AsOf.Provider value={looked}>
      {moment && (
        <div className="past" role="status">
          <strong>
            <T values={{ moment: instant(moment) }}>{'Viewing %{moment}'}</T>
          </strong>
          {progress ? (
            <span>
              <T values={{ progress: progressShown(progress) }}>{'Preparing the list as of this date: %{progress}.'}</T>
            </span>
          ) : (
            <span>
              <T>Read-only: data as recorded at that time.</T>
            </span>
          )}
          <button onClick={backToNow} type="button">
            <T>Back to now</T>
          </button>
        </div>
      )}
      <div className={moment ? 'past-frame' : undefined}>{children}</div>
    </AsOf.Provider>
  );
}
