import { Arrival } from './Arrival.tsx';
import { LoadFailed } from './LoadFailed.tsx';

/** Replaces a page that failed to load or to render. Reloading is the fix for both, where there is one. */
export function ErrorFallback() {
  return (
    <div className="page page-narrow stack">
      <h1>We couldn’t load this page</h1>
      <LoadFailed
        text="Check your connection and try again. Anything you’ve saved is safe."
        onRetry={() => window.location.reload()}
      />
      <Arrival title="Not loaded" />
    </div>
  );
}
