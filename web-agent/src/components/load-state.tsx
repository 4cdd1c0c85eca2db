import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { LoadFailed } from './LoadFailed.tsx';

export interface Loaded<T> {
  /** The loaded data; kept while it is loaded again. */
  readonly data: T | undefined;
  /** Kept while it is loaded again: what shows the failure stays where it is. */
  readonly error: Error | null;
  /** Settles with the answer. */
  readonly refetch: () => Promise<void>;
}

/** Loads on mount, when `key` changes and on `refetch`. A response for an earlier key is discarded. */
export function useLoaded<T>(load: () => Promise<T>, key: string): Loaded<T> {
  const [state, setState] = useState<{ key: string; data?: T; error: Error | null }>({ key, error: null });
  const [round, setRound] = useState(0);
  const waiting = useRef<(() => void)[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` and `round` say when to load; `load` is new on every render
  useEffect(() => {
    let current = true;
    load()
      .then(
        (data) => current && setState({ key, data, error: null }),
        (error: Error) =>
          current && setState((before) => ({ key, data: before.key === key ? before.data : undefined, error })),
      )
      .finally(() => {
        if (current) for (const settle of waiting.current.splice(0)) settle();
      });
    return () => {
      current = false;
    };
  }, [key, round]);
  const refetch = useCallback(
    () =>
      new Promise<void>((settle) => {
        waiting.current.push(settle);
        setRound((before) => before + 1);
      }),
    [],
  );
  const fresh = state.key === key;
  return { data: fresh ? state.data : undefined, error: fresh ? state.error : null, refetch };
}

/** A person who looks at another app for less than this returns to the same figures, without further requests. */
const FRESH_MS = 30_000;

/** Loads again when the page is shown again, because the figures may have changed, and once the connection is back. */
export function useFresh({ refetch }: Pick<Loaded<unknown>, 'refetch'>): void {
  useEffect(() => {
    let loadedAt = Date.now();
    const refetchIfVisible = (): void => {
      if (document.visibilityState !== 'visible') return;
      loadedAt = Date.now();
      void refetch();
    };
    const refetchIfOld = (): void => {
      if (Date.now() - loadedAt >= FRESH_MS) refetchIfVisible();
    };
    window.addEventListener('online', refetchIfVisible);
    document.addEventListener('visibilitychange', refetchIfOld);
    return () => {
      window.removeEventListener('online', refetchIfVisible);
      document.removeEventListener('visibilitychange', refetchIfOld);
    };
  }, [refetch]);
}

/** A placeholder until the first answer, then a failure with a retry; nothing once its data is there. */
export function LoadState({
  of: { data, error, refetch },
  text,
  placeholder = <Placeholder />,
}: {
  readonly of: Loaded<unknown>;
  readonly text: string;
  readonly placeholder?: ReactNode;
}) {
  if (data) return null;
  if (error) return <LoadFailed text={text} onRetry={refetch} />;
  return placeholder;
}

export const Placeholder = () => (
  <div className="skeleton" aria-hidden="true">
    <i className="tall" />
  </div>
);
