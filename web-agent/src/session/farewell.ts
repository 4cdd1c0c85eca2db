const KEY = 'fynbos.farewell';

/** Why another application sent the person to sign in: an hour without activity, or the session had ended. */
export type Farewell = 'idle' | 'ended';

/** Stores the reason for the page that loads next. */
export function keepFarewell(why: Farewell): void {
  try {
    sessionStorage.setItem(KEY, why);
  } catch {
    // Without storage, the next page shows no reason.
  }
}

/** Returns the stored reason and removes it. */
export function takeFarewell(): Farewell | null {
  try {
    const why = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return why === 'idle' || why === 'ended' ? why : null;
  } catch {
    return null;
  }
}
