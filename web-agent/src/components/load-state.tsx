import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { LoadFailed } from './LoadFailed.tsx';

export interface Loaded<T> {
  /** The loaded data; kept while it reloads. */
  readonly data: T | undefined;
  /** Kept while it reloads: what shows the failure stays where it is. */
  readonly failed: Error | null;
  /** Settles with the answer. */
  readonly reload: () => Promise<void>;
}

/** Loads on mount, when `key` changes and on `reload`. A response for an earlier key is discarded. */
export function useLoaded<T>(load: () => Promise<T>, key: string): Loaded<T> {
  const [state, setState] = useState<{ key: string; data?: T; failed: Error | null }>({ key, failed: null });
  const [round, setRound] = useState(0);
  const waiting = useRef<(() => void)[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` and `round` say when to load; `load` is new on every render
  useEffect(() => {
    let current = true;
    load()
      .then(
        (data) => current && setState({ key, data, failed: null }),
        (error: Error) =>
          current && setState((before) => ({ key, data: before.key === key ? before.data : undefined, failed: error })),
      )
      .finally(() => {
        if (current) for (const settle of waiting.current.splice(0)) settle();
      });
    return () => {
      current = false;
    };
  }, [key, round]);
  const reload = useCallback(
    () =>
      new Promise<void>((settle) => {
        waiting.current.push(settle);
        setRound((before) => before + 1);
      }),
    [],
  );
  const fresh = state.key === key;
  return { data: fresh ? state.data : undefined, failed: fresh ? state.failed : null, reload };
}

/** A person who looks at another app for less than this returns to the same figures, without further requests. */
const FRESH_MS = 30_000;

/** Loads again when the page is shown again, because the figures may have changed, and once the connection is back. */
export function useFresh({ reload }: Pick<Loaded<unknown>, 'reload'>): void {
  useEffect(() => {
    let loadedAt = Date.now();
    const reloadIfVisible = (): void => {
      if (document.visibilityState !== 'visible') return;
      loadedAt = Date.now();
      void reload();
    };
    const reloadIfOld = (): void => {
      if (Date.now() - loadedAt >= FRESH_MS) reloadIfVisible();
    };
    window.addEventListener('online', reloadIfVisible);
    document.addEventListener('visibilitychange', reloadIfOld);
    return () => {
      window.removeEventListener('online', reloadIfVisible);
      document.removeEventListener('visibilitychange', reloadIfOld);
    };
  }, [reload]);
}

/** A placeholder until the first answer, then a failure with a retry; nothing once its data is there. */
export function LoadState({
  of: { data, failed, reload },
  text,
  placeholder = <Placeholder />,
}: {
  readonly of: Loaded<unknown>;
  readonly text: string;
  readonly placeholder?: ReactNode;
}) {
  if (data) return null;
  if (failed) return <LoadFailed text={text} onRetry={reload} />;
  return placeholder;
}

export const Placeholder = () => (
  <div className="skeleton" aria-hidden="true">
    <i className="tall" />
  </div>
);
