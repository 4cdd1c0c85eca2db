const KEY = 'fynbos.farewell';

/** Why somebody is sent to the sign-in from another application: nobody was there for an hour, or the session was over. */
export type Farewell = 'idle' | 'ended';

/** Keeps it for the page that is loaded next. */
export function keepFarewell(why: Farewell): void {
  try {
    sessionStorage.setItem(KEY, why);
  } catch {
    // Then it is not said.
  }
}

/** What was kept, once. */
export function takeFarewell(): Farewell | null {
  try {
    const why = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return why === 'idle' || why === 'ended' ? why : null;
  } catch {
    return null;
  }
}
