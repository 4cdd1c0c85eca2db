import type { DashboardSummary } from '@fynbos/api/dashboard/answers.ts';
import { Skeleton } from '@mui/material';
import { type ReactNode, useEffect, useState } from 'react';
import { usePermissions } from 'react-admin';
import { Link, Navigate } from 'react-router-dom';
import { lazily } from '../api/load-page.ts';
import { clearReturnPath, currentAdmin, readReturnPath } from '../api/session.ts';
import { useMay, useMayOpen } from '../api/use-may.ts';
import { useAsOf } from '../as-of/as-of.tsx';
import { ActionButton } from '../components/ActionButton.tsx';
import { usePageTitle } from '../components/PageHead.tsx';
import { Panel } from '../components/Panel.tsx';
import { ErrorNote } from '../components/states.tsx';
import { HelpText } from '../components/texts.tsx';
import { listAt } from '../components/use-address.ts';
import { useRead } from '../components/use-read.tsx';
import { dayOfYear, grouped, rand, share } from '../format/format.ts';
import { T, type Wording } from '../i18n/T.tsx';
import { ReconciliationAlert } from '../reconciliation/ReconciliationAlert.tsx';
import { changeText, rewardsOf } from './findings.ts';
import { InboxPanel } from './InboxPanel.tsx';
import './home.css';

const TREND_WIDTH = 56;
const TREND_HEIGHT = 32;

/** A trend without axes next to a figure; the last value is marked. The charts below have the figures. */
function Sparkline({ values }: { values: readonly number[] }) {
  const most = Math.max(...values);
  if (values.length < 2 || most <= 0) return null;
  const place = (value: number, at: number): readonly [number, number] => [
    Math.round((at / (values.length - 1)) * (TREND_WIDTH - 6)) + 3,
    Math.round((TREND_HEIGHT - 6) * (1 - Math.max(0, value) / most)) + 3,
  ];
  const points = values.map(place);
  const [x, y] = points.at(-1) as readonly [number, number];
  return (
    <svg
      aria-hidden="true"
      className="sparkline"
      height={TREND_HEIGHT}
      viewBox={`0 0 ${TREND_WIDTH} ${TREND_HEIGHT}`}
      width={TREND_WIDTH}
    >
      <polyline fill="none" points={points.map((point) => point.join(',')).join(' ')} />
      <circle cx={x} cy={y} r="2.5" />
    </svg>
  );
}

interface Tile {
  readonly to: string;
  readonly label: string;
  readonly value: string;
  /** Comparison with the same days of last month, or what the figure consists of. */
  readonly note: Wording;
  readonly trend?: readonly number[];
}

function tilesOf(data: DashboardSummary): readonly Tile[] {
  const { month, owedCents, pendingCents, agents, toDate, before, months, registrations } = data;
  // A word joiner and a no-break space: the days stay on one line.
  const days = `${Number(before.from.slice(8))}–\u2060${dayOfYear(before.to).replace(' ', '\u00a0')}`;
  return [
    {
      to: listAt('/rewards', { month }),
      label: 'Rewards this month',
      value: rand(toDate.nettCents),
      note: changeText(toDate.nettCents, before.nettCents, days),
      trend: months.map(rewardsOf),
    },
    {
      to: '/liability/agents',
      label: 'Owed now',
      value: rand(owedCents),
      note: ['%{amount} more is pending', { amount: rand(pendingCents) }],
    },
    {
      to: listAt('/rewards', { month, status: 'Declined' }),
      label: 'Declined this month',
      value: grouped(toDate.declined),
      note: [
        '%{share} of rentals. %{before} in %{days}',
        { share: share(toDate.declined, toDate.rentals), before: share(before.declined, before.rentals), days },
      ],
    },
    {
      to: listAt('/travel-agents', { status: 'active' }),
      label: 'Active agents',
      value: grouped(agents),
      note: [
        '%{now} registered this month. %{before} in %{days}',
        { now: grouped(toDate.agents), before: grouped(before.agents), days },
      ],
      trend: registrations.map((one) => one.agents),
    },
  ];
}

/** A figure, linked to its list when the administrator may see that list. */
const Figure = ({ to, children }: { to: string | null; children: ReactNode }) =>
  to === null ? (
    <div className="tile">{children}</div>
  ) : (
    <Link className="tile" to={to}>
      {children}
    </Link>
  );

function Figures({ data }: { data: DashboardSummary }) {
  const mayOpen = useMayOpen();
  return (
    <ul className="tiles">
      {tilesOf(data).map(({ to, label, value, note, trend }) => (
        <li key={label}>
          <Figure to={mayOpen(to) ? to : null}>
            <span className="tile-label">
              <T>{label}</T>
            </span>
            <span className="tile-value">{value}</span>
            <span className="tile-note">
              <T>{note}</T>
            </span>
            {trend && <Sparkline values={trend} />}
          </Figure>
        </li>
      ))}
    </ul>
  );
}

/** Charts of the page, before they are loaded. */
const CHARTS = ['months', 'promotions', 'reasons', 'registrations', 'enquiries', 'events'] as const;

/** Keeps the place of the charts, so that nothing moves when they arrive. */
const Placeholders = () =>
  CHARTS.map((chart) => (
    <div aria-busy="true" className="chart-placeholder" key={chart}>
      <Skeleton height={32} width="60%" />
    </div>
  ));

// recharts is as large as the rest of the page, so that it loads after the figures.
const Charts = lazily(() => import('./Charts.tsx'), <Placeholders />);

/** The month in figures and the last year in charts. `inbox` is the first panel. */
function DashboardSections({ inbox }: { inbox: ReactNode }) {
  const asOf = useAsOf();
  const { data, error, refetch } = useRead('glance', { asOf });
  return (
    <>
      {data && data.parkedKeys > 0 && (
        <p className="status attention">
          <T values={{ count: data.parkedKeys }}>
            {
              'Amounts may be incomplete: %{count} blocked key. Retry it in Operations. |||| Amounts may be incomplete: %{count} blocked keys. Retry them in Operations.'
            }
          </T>
        </p>
      )}
      {error && !data && <ErrorNote error={error} onRetry={refetch} />}
      {data ? <Figures data={data} /> : !error && <div aria-busy="true" className="tiles-placeholder" />}
      <div className="panels">
        {inbox}
        {data ? <Charts data={data} /> : !error && <Placeholders />}
      </div>
    </>
  );
}

const SHORTCUTS = [
  {
    to: '/contact-support',
    label: 'Enquiries',
    text: 'Answer, assign and resolve the messages of agents and visitors.',
  },
  { to: '/travel-agents', label: 'Travel agents', text: 'Find an agent by name, agency, email or tracking number.' },
  { to: '/contact-support/templates', label: 'Reply templates', text: 'Reuse answers to frequent questions.' },
  { to: '/operations', label: 'Operations', text: 'Read models, failed events, messages and queues.' },
  { to: '/integrators', label: 'Integrators', text: 'API keys, webhooks and traffic of connected systems.' },
  { to: '/events', label: 'Events', text: 'The event log, newest first.' },
] as const;

/** Pages for roles without reports, such as Support and Operator. */
function Shortcuts() {
  const mayOpen = useMayOpen();
  return (
    <Panel title="Go to">
      <ul className="shortcuts">
        {SHORTCUTS.filter(({ to }) => mayOpen(to)).map(({ to, label, text }) => (
          <li key={to}>
            <Link to={to}>
              <T>{label}</T>
            </Link>
            <div className="quiet">
              <T>{text}</T>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The admin landing page (specification, Admin screens): the work of the administrator, the month and the year. */
export default function HomePage() {
  usePageTitle('Dashboard');
  // The page that was open when the last session ended.
  const [back] = useState(readReturnPath);
  // React may discard a first rendering, so only one that is shown forgets the page.
  useEffect(() => {
    if (back !== null) clearReturnPath();
  }, [back]);
  const { isPending } = usePermissions();
  const may = useMay();
  const asOf = useAsOf();
  const mayAdjust = may('reports:see') && (may('policy:change') || may('promotions:change'));
  if (back !== null) return <Navigate replace to={back} />;
  return (
    <>
      <header className="page-head">
        <div>
          <T as="h1" values={{ fullName: currentAdmin().fullName }}>
            {'Welcome, %{fullName}'}
          </T>
          <h2 className="home-heading">
            <T>Admin Functionalities</T>
          </h2>
          <HelpText>Manage travel agents, campaigns and enquiries, and trace every figure back to its source.</HelpText>
        </div>
        {mayAdjust && !asOf && (
          <ActionButton
            label="ADJUST INCENTIVE AMOUNT"
            // The rate of a promotion is the amount that an administrator without the policy can adjust.
            to={may('policy:change') ? '/reward-policy' : '/promotions'}
            variant="outlined"
          />
        )}
      </header>
      {may('reports:see') && !may('reconciliation:run') && <ReconciliationAlert />}
      {may('reports:see') ? (
        <DashboardSections inbox={!asOf && <InboxPanel />} />
      ) : (
        isPending || (
          <div className="panels">
            <InboxPanel />
            <Shortcuts />
          </div>
        )
      )}
    </>
  );
}
