import { useEffect } from 'react';
import { LoadFailed } from './LoadFailed.tsx';
import type { Loaded } from './use-loaded.ts';

/** Loads again when the page is shown again, because the figures may have changed, and once the connection is back. */
export function useFresh({ reload }: Pick<Loaded<unknown>, 'reload'>): void {
  useEffect(() => {
    const again = () => document.visibilityState === 'visible' && reload();
    window.addEventListener('online', again);
    document.addEventListener('visibilitychange', again);
    return () => {
      window.removeEventListener('online', again);
      document.removeEventListener('visibilitychange', again);
    };
  }, [reload]);
}

/** The failure of a load with a retry, or a placeholder while it runs; nothing once its data is there. */
export function LoadState({
  of: { data, failed, reload },
  text,
}: {
  readonly of: Loaded<unknown>;
  readonly text: string;
}) {
  if (data) return null;
  if (failed) return <LoadFailed text={text} onRetry={reload} />;
  return <Placeholder />;
}

export const Placeholder = () => (
  <div className="skeleton" aria-hidden="true">
    <i className="tall" />
  </div>
);
