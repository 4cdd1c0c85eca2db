import { lazy, Suspense } from 'react';
import { Waiting } from '../record/states.tsx';
import { Empty } from '../record/texts.tsx';
import { useRead } from '../record/use-read.tsx';
import { loadPage } from '../shell/load-page.ts';
import type { TrafficDay } from './integrator-calls.ts';

const TrafficCharts = lazy(() => loadPage(() => import('./TrafficCharts.tsx')));

/**
 * Events recorded by an integrator in the last thirty days, and their delay. The charts load when the tab is opened.
 */
export function Traffic({ id }: { id: string }) {
  const { data, notice } = useRead<TrafficDay[]>(`integrators/${id}/traffic`);
  if (notice) return notice;
  if (data.length === 0) return <Empty>No events received in the last 30 days.</Empty>;
  return (
    <Suspense fallback={<Waiting rows={8} />}>
      <TrafficCharts days={data} />
    </Suspense>
  );
}
