import { tab } from '../state/storage.ts';

const RELOADED_AT = 'fynbos.reloaded-at';
const ONCE_MS = 30_000;

/**
 * Reloads after a failed dynamic import, and then never settles: after a release, an open page requests files that no
 * longer exist. Rejects with `error` if a reload within the last 30 seconds did not help or the browser is offline.
 */
export function reloadOnStaleChunk(error: unknown): Promise<never> {
  if (!mayReload()) return Promise.reject(error);
  window.location.reload();
  return new Promise(() => undefined);
}

function mayReload(): boolean {
  const now = Date.now();
  if (!navigator.onLine || now - Number(tab.read(RELOADED_AT)) < ONCE_MS) return false;
  tab.write(RELOADED_AT, String(now));
  // Without storage, nothing would stop a reload loop.
  return tab.read(RELOADED_AT) === String(now);
}
