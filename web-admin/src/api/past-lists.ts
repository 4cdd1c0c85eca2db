import { useSyncExternalStore } from 'react';

/** Progress of preparing a list as of a past moment. */
export interface PastProgress {
  readonly state: string;
  readonly done: number;
  readonly total: number | null;
  readonly remainingMs: number | null;
}

let progress: PastProgress | null = null;
const listeners = new Set<() => void>();

/** Publishes the progress; null when no list is being prepared. */
export function tellProgress(next: PastProgress | null): void {
  progress = next;
  for (const listener of listeners) listener();
}

/** Progress of the list being prepared, or null. */
export const usePastProgress = (): PastProgress | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => progress,
  );

/** Formats progress: `34 % · about 3 s left`. */
export function progressShown({ state, done, total, remainingMs }: PastProgress): string {
  if (state === 'waiting') return 'waiting for a worker';
  if (!total) return 'reading the log';
  const share = `${Math.min(99, Math.floor((done / total) * 100))} %`;
  const left = remainingMs === null ? '' : ` · about ${Math.max(1, Math.round(remainingMs / 1_000))} s left`;
  return share + left;
}
