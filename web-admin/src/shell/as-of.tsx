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

/** The past moment that the page is looked at (ISO instant of `?asOf=`), or null for now. Nothing is editable at one. */
export const useAsOf = (): string | null => useContext(AsOf).moment;

/** Leads from a past moment back to now. */
export const useBackToNow = (): (() => void) => useContext(AsOf).backToNow;

/** The moment of the address; whoever is in the past stays there until they go back to now. */
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
    // Nothing of now may flash up, or be fetched, while the address is mended.
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

/** Reads `?asOf=` from the URL and makes a past moment unmistakable: a banner and a tinted edge. */
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
