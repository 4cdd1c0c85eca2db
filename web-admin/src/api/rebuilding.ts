import { useSyncExternalStore } from 'react';

/** What the server said last of figures that are being rebuilt, and after how many seconds to ask again. */
export interface Rebuilding {
  readonly message: string;
  readonly retryAfter: number;
}

const TYPE = 'urn:fynbos:problem:rebuilding';
const SHOWN_LONGER_MS = 2_000;

let current: Rebuilding | null = null;
let ending: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(next: Rebuilding | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Takes note of a refused call. What it says is shown until the next try, and a moment longer, so that it does not flicker. */
export function noteRefusal(type: string | undefined, message: string, response: Response): void {
  if (type !== TYPE) return;
  const retryAfter = Math.min(Number(response.headers.get('Retry-After')) || 5, 10);
  clearTimeout(ending);
  ending = setTimeout(() => set(null), retryAfter * 1000 + SHOWN_LONGER_MS);
  set({ message, retryAfter });
}

/** Null where nothing is being rebuilt. */
export const useRebuilding = (): Rebuilding | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
