const LOADED_ANEW = 'fynbos.loaded-anew';
const ONCE_MS = 30_000;

/**
 * Rejection handler for a dynamic import. Reloads the page and returns a promise that never settles.
 * After a release, an open page requests files of the previous release, which no longer exist. Rejects with `error` if
 * a reload within the last 30 seconds did not help or the browser is offline.
 */
export function reloadOnStaleChunk(error: unknown): Promise<never> {
  if (!mayLoadAnew()) return Promise.reject(error);
  window.location.reload();
  return new Promise(() => undefined);
}

function mayLoadAnew(): boolean {
  try {
    const last = Number(sessionStorage.getItem(LOADED_ANEW) ?? 0);
    if (!navigator.onLine || Date.now() - last < ONCE_MS) return false;
    sessionStorage.setItem(LOADED_ANEW, String(Date.now()));
    return true;
  } catch {
    // Without storage, nothing would stop a reload loop.
    return false;
  }
}
