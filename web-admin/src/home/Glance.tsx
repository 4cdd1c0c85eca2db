import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link } from 'react-router-dom';
import { get } from '../api/http.ts';
import { grouped, rand } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { ErrorNote, Waiting } from '../record/states.tsx';
import { useMayOpen } from '../record/use-may-open.ts';
import { loadPage } from '../shell/load-page.ts';
import type { DashboardSummary } from './dashboard-summary.ts';

// recharts is as large as the rest of the page, so the charts load after the figures.
const Charts = lazy(() => loadPage(() => import('./Charts.tsx')));

/** A figure, linked to its list when the administrator may see that list. */
const Tile = ({ to, children }: { to: string | null; children: ReactNode }) =>
  to === null ? <div>{children}</div> : <Link to={to}>{children}</Link>;

/** Current figures, each linked to its list, and charts of the last year. */
export default function Glance() {
  const { data, error, refetch } = useQuery({
    queryKey: ['glance'],
    queryFn: ({ signal }) => get<DashboardSummary>('glance', signal),
  });
  const mayOpen = useMayOpen();
  if (error) return <ErrorNote error={error} onRetry={refetch} />;
  if (!data) return <Waiting rows={8} />;
  const {
    month,
    owedCents,
    pendingCents,
    earnedThisMonthCents,
    declinedThisMonth,
    enquiries,
    approvals,
    parkedKeys,
    agents,
  } = data;
  const filter = (values: object) => encodeURIComponent(JSON.stringify(values));
  const tiles: readonly (readonly [string, string, string])[] = [
    [`/rewards?filter=${filter({ month, status: 'Earned' })}`, 'Earned this month', rand(earnedThisMonthCents)],
    ['/liability/agents', 'Owed now', rand(owedCents)],
    [`/rewards?filter=${filter({ status: 'Pending' })}`, 'Pending', rand(pendingCents)],
    [`/rewards?filter=${filter({ month, status: 'Declined' })}`, 'Declined this month', grouped(declinedThisMonth)],
    [`/travel-agents?filter=${filter({ status: 'active' })}`, 'Active agents', grouped(agents)],
    [`/contact-support?filter=${filter({ status: 'pending' })}`, 'Enquiries pending', grouped(enquiries)],
    [`/approvals?filter=${filter({ status: 'waiting' })}`, 'Waiting for approval', grouped(approvals)],
    ['/operations?tab=Parked%20keys', 'Records waiting for repair', grouped(parkedKeys)],
  ];
  return (
    <>
      {parkedKeys > 0 && (
        <p className="status attention">
          <T values={{ parkedKeys: grouped(parkedKeys) }}>
            {'Money figures may be incomplete: %{parkedKeys} records wait for repair in Operations.'}
          </T>
        </p>
      )}
      <ul className="tiles">
        {tiles.map(([to, label, value]) => (
          <li key={label}>
            <Tile to={mayOpen(to) ? to : null}>
              <div className="tile-label">
                <T>{label}</T>
              </div>
              <div className="tile-value">{value}</div>
            </Tile>
          </li>
        ))}
      </ul>
      <Suspense fallback={<Waiting rows={8} />}>
        <Charts data={data} />
      </Suspense>
    </>
  );
}
