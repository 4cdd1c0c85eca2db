import { createStore, useStore } from '@fynbos/web-agent/src/state/store.ts';

/** The server's last message about figures being rebuilt, and the number of seconds until the next attempt. */
export interface Rebuilding {
  readonly message: string;
  readonly retryAfter: number;
}

const REBUILDING_TYPE = 'urn:fynbos:problem:rebuilding';
const BANNER_GRACE_MS = 2_000;

const current = createStore<Rebuilding | null>(null);
let ending: ReturnType<typeof setTimeout> | undefined;

/** Records a refused call. Its message stays until slightly after the next attempt, to avoid flicker. */
export function noteRefusal(type: string | undefined, message: string, response: Response): void {
  if (type !== REBUILDING_TYPE) return;
  const retryAfter = Math.min(Number(response.headers.get('Retry-After')) || 5, 10);
  clearTimeout(ending);
  ending = setTimeout(() => current.set(null), retryAfter * 1000 + BANNER_GRACE_MS);
  current.set({ message, retryAfter });
}

/** The current rebuild; null when no figures are being rebuilt. */
export const useRebuilding = (): Rebuilding | null => useStore(current, null);
