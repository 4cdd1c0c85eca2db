import { useEffect } from 'react';
import { useRefresh } from 'react-admin';
import { useRebuilding } from '../api/rebuilding.ts';

/** Shows the progress of a rebuild of figures and reloads the page until they are available. */
export function RebuildingBanner() {
  const rebuilding = useRebuilding();
  const refresh = useRefresh();
  useEffect(() => {
    if (rebuilding === null) return;
    const timer = setTimeout(refresh, rebuilding.retryAfter * 1000);
    return () => clearTimeout(timer);
  }, [rebuilding, refresh]);
  return rebuilding === null ? null : (
    <p role="status" className="status attention">
      {rebuilding.message}
    </p>
  );
}
