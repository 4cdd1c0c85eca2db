import { createContext, useContext } from 'react';

/** The moment in effect in the whole dashboard, and how to change it. */
export interface TimeControl {
  /** The past moment of the page (ISO instant); null for now. */
  readonly moment: string | null;
  /** The past moment that is kept while a page without a past is open; null otherwise. */
  readonly kept: string | null;
  lookAt(moment: string): void;
  backToNow(): void;
}

export const TimeContext = createContext<TimeControl>({
  moment: null,
  kept: null,
  lookAt: () => undefined,
  backToNow: () => undefined,
});

export const useTimeControl = (): TimeControl => useContext(TimeContext);
