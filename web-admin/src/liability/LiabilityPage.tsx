import { PageHead } from '../components/PageHead.tsx';
import { RecordTabs } from '../components/RecordTabs.tsx';
import { listAt } from '../components/use-address.ts';
import { Ageing } from './Ageing.tsx';
import '../dashboard/home.css';
import type { AdminAnswer } from '../api/http.ts';
import { lazily } from '../api/load-page.ts';
import { PresentOnly } from '../as-of/PresentOnly.tsx';
import { DownloadButton } from '../components/ActionButton.tsx';
import { FigureTable, figures } from '../components/FigureTable.tsx';
import { Heading, TextLink } from '../components/texts.tsx';
import { useRead } from '../components/use-read.tsx';
import { Chart } from '../dashboard/Chart.tsx';
import { date, grouped, monthText, rand, words } from '../format/format.ts';
import { T, useTranslation } from '../i18n/T.tsx';

const BarSeries = lazily(() => import('../dashboard/BarSeries.tsx'));
const COLUMNS = [
  'Month',
  ...figures('Owed and payable', 'Will reach the minimum', 'New rewards, estimate', 'PAYE due to SARS', 'Will expire'),
];

type Forecast = AdminAnswer<'GET', 'forecast'>;

/** Amounts of a month, from which the empty ones are left out. */
const monthRow = ({
  month,
  knownCents,
  reachingCents,
  expectedCents,
  payeCents,
  expiringCents,
}: Forecast['months'][number]) =>
  [
    month,
    monthText(month),
    ...[knownCents, reachingCents, expectedCents, payeCents, expiringCents].map((cents) =>
      cents === 0 ? null : rand(cents),
    ),
  ] as const;

/** Amounts without a date, because they wait for an action. */
function UndatedRewards({ undated, pendingCents }: Forecast) {
  if (undated.length === 0 && pendingCents === 0) return <T as="p">Every balance has a payment month.</T>;
  return (
    <FigureTable
      caption="Owed without a date"
      columns={['Payment status', ...figures('Agents', 'Nett')]}
      rows={[
        ...undated.map(
          ({ standing, text, agents, cents }) =>
            [
              standing,
              `${words(standing)}: ${text}`,
              grouped(agents),
              <TextLink key="cents" to={listAt('/liability/agents', { standing })} text={rand(cents)} />,
            ] as const,
        ),
        [
          'pending',
          'Rentals on hold: not owed yet',
          '',
          <TextLink key="cents" to={listAt('/rewards', { status: 'Pending' })} text={rand(pendingCents)} />,
        ],
      ]}
    />
  );
}

/** What is payable this month, and what the other figures mean. */
function Summary({ now, on, paceCents, months, policyChanges }: Forecast & { now: number }) {
  const translate = useTranslation();
  const lost = months.reduce((sum, { expiringCents }) => sum + expiringCents, 0);
  return (
    <>
      <p className="figure">{rand(now)}</p>
      <p>
        <T values={{ on: date(on), pace: rand(paceCents) }}>
          {
            'payable this month, nett, as of %{on}. New rewards are an estimate: the average of the last three full months, %{pace} a month, paid in the following month.'
          }
        </T>{' '}
        <T values={{ lost: rand(lost) }}>
          {lost > 0
            ? '%{lost} of the balance expires in these months if nothing changes. It is not part of the other figures.'
            : 'Nothing expires in these months.'}
        </T>
      </p>
      {policyChanges.length > 0 && (
        <p>
          {translate('Planned changes of the reward policy apply from their start date:')}{' '}
          {policyChanges.map(date).join(', ')}.
        </p>
      )}
    </>
  );
}

/** Amounts by the date on which they become payable. */
function ForecastTab() {
  const { data, notice } = useRead('forecast', { rows: 8 });
  if (notice) return notice;
  const now = data.months[0]?.knownCents ?? 0;
  const rows = data.months.map(monthRow);
  return (
    <>
      <Summary {...data} now={now} />
      <Chart
        columns={COLUMNS}
        rows={rows.map(([, ...cells]) => cells)}
        title={[
          '%{now} is payable this month, then about %{pace} a month',
          { now: rand(now), pace: rand(data.paceCents) },
        ]}
      >
        <BarSeries
          format={rand}
          isLabelled
          isStacked
          rows={data.months.map((row) => ({ ...row, label: monthText(row.month) }))}
          series={[
            ['knownCents', 'Owed and payable', 'var(--brand)'],
            ['reachingCents', 'Will reach the minimum', 'var(--brand-line)'],
            ['expectedCents', 'New rewards, estimate', 'var(--sun)'],
          ]}
        />
      </Chart>
      <Heading>By month</Heading>
      <FigureTable caption="Payable by month" columns={COLUMNS} rows={rows} />
      <Heading>No date yet</Heading>
      <UndatedRewards {...data} />
      <p>
        <DownloadButton label="Export CSV" path="reports/forecast.csv" />
      </p>
    </>
  );
}

export default function LiabilityPage() {
  return (
    <>
      <PageHead title="Liability" />
      <RecordTabs
        label="Liability"
        tabs={{
          ageing: <Ageing />,
          forecast: (
            <PresentOnly>
              <ForecastTab />
            </PresentOnly>
          ),
        }}
      />
    </>
  );
}
