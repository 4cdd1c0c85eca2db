import { Arrival } from './Arrival.tsx';
import { LoadFailed } from './LoadFailed.tsx';

/** In place of a page whose code did not come, or that could not be drawn: loading it anew mends both where anything does. */
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
