import { useCallback, useEffect, useState } from 'react';

export interface Loaded<T> {
  /** The loaded data; kept while it reloads. */
  readonly data: T | undefined;
  readonly failed: Error | null;
  readonly reload: () => void;
}

/** Loads on mount, when `key` changes and on `reload`. A response for an earlier key is discarded. */
export function useLoaded<T>(load: () => Promise<T>, key: string): Loaded<T> {
  const [state, setState] = useState<{ key: string; data?: T; failed: Error | null }>({ key, failed: null });
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` and `round` say when to load; `load` is new on every render
  useEffect(() => {
    let current = true;
    load().then(
      (data) => current && setState({ key, data, failed: null }),
      (error: Error) =>
        current && setState((before) => ({ key, data: before.key === key ? before.data : undefined, failed: error })),
    );
    return () => {
      current = false;
    };
  }, [key, round]);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  const fresh = state.key === key;
  return { data: fresh ? state.data : undefined, failed: fresh ? state.failed : null, reload };
}
