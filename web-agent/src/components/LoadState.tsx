import { LoadFailed } from './LoadFailed.tsx';
import type { Loaded } from './use-loaded.ts';

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
  return (
    <div className="skeleton" aria-hidden="true">
      <i className="tall" />
    </div>
  );
}
