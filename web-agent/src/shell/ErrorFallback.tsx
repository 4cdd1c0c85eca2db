import { Arrival } from './Arrival.tsx';
import { LoadFailed } from './LoadFailed.tsx';

/** Replaces a page that failed to load or to render. Reloading is the fix for both, where there is one. */
export function ErrorFallback() {
  return (
    <div className="page page-narrow stack">
      <h1>This page did not open</h1>
      <LoadFailed
        text="It could not be loaded. What you saved before is safe."
        onRetry={() => window.location.reload()}
      />
      <Arrival title="Not loaded" />
    </div>
  );
}
