const LOADED_ANEW = 'fynbos.loaded-anew';
const ONCE_MS = 30_000;

/**
 * For the catch of a dynamic import. After a release an open page asks for files of the one before, which are gone: the
 * page is loaded anew, and nothing is answered. Where that has just been done and did not help, or there is no network
 * to load it over, the error stands.
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
    // Where nothing can be kept, nothing would end the going round.
    return false;
  }
}
