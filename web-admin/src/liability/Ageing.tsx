import type { Liability as AgeingView } from '@fynbos/api/liability/answers.ts';
import { lazily } from '../api/load-page.ts';
import { useAsOf } from '../as-of/as-of.tsx';
import { DownloadButton } from '../components/ActionButton.tsx';
import { FigureTable, figures } from '../components/FigureTable.tsx';
import { Heading, TextLink } from '../components/texts.tsx';
import { listAt, useAddress } from '../components/use-address.ts';
import { useRead } from '../components/use-read.tsx';
import { Chart } from '../dashboard/Chart.tsx';
import { DayInput } from '../form/DayInput.tsx';
import { date, grouped, rand, words } from '../format/format.ts';
import { T, useTranslation, type Wording } from '../i18n/T.tsx';
import '../list/list.css';

const BarSeries = lazily(() => import('../dashboard/BarSeries.tsx'));
type AgeBucket = AgeingView['ages'][number]['bucket'];

/** Labels short enough for the space below a bar on a phone. */
const BELOW_BAR: Readonly<Partial<Record<AgeBucket, string>>> = {
  days30: '0–30',
  days60: '31–60',
  days90: '61–90',
  days180: '91–180',
  days365: '181–365',
  older: '>365',
  undated: 'no age',
};

function finding({ ages, totals }: AgeingView): Wording {
  const [oldest] = [...ages]
    .filter(({ bucket }) => totals[bucket] > 0)
    .sort((a, b) => totals[b.bucket] - totals[a.bucket]);
  return oldest
    ? [
        'Most of it, %{amount}, is %{age} old',
        { amount: rand(totals[oldest.bucket]), age: [oldest.label.toLowerCase()] },
      ]
    : 'Nothing is owed';
}

/** The ages with an amount: empty columns would push the others out of sight. */
const shownAges = ({ ages, rows }: AgeingView) => ages.filter(({ bucket }) => rows.some((row) => row[bucket] !== 0));

/** The amount owed and its ages. */
function OwedByAge({ data }: { data: AgeingView }) {
  const translate = useTranslation();
  return (
    <>
      <p className="figure">{rand(data.totals.balanceCents)}</p>
      <T as="p" values={{ count: data.totals.agents, on: date(data.on) }}>
        {
          'Owed to %{count} agent, nett, as of %{on}. Aged by invoice date; deductions are applied to the oldest first. |||| Owed to %{count} agents, nett, as of %{on}. Aged by invoice date; deductions are applied to the oldest first.'
        }
      </T>
      <Chart
        columns={['Age', ...figures('Owed')]}
        rows={data.ages.map(({ bucket, label }) => [<T key="label">{label}</T>, rand(data.totals[bucket])])}
        title={finding(data)}
      >
        <BarSeries
          format={rand}
          isLabelled
          isStacked
          rows={data.ages.flatMap(({ bucket }) =>
            BELOW_BAR[bucket] ? [{ label: translate(BELOW_BAR[bucket]), cents: data.totals[bucket] }] : [],
          )}
          series={[['cents', 'Owed', 'var(--brand)']]}
        />
      </Chart>
    </>
  );
}

/** Owed by payment status and age. Only current figures link to their agents. */
function ByStatus({ data, isCurrent }: { data: AgeingView; isCurrent: boolean }) {
  const translate = useTranslation();
  const ages = shownAges(data);
  const linked = (cents: number, filter: Readonly<Record<string, string>>) => {
    if (cents === 0) return null;
    return isCurrent ? <TextLink to={listAt('/liability/agents', filter)} text={rand(cents)} /> : rand(cents);
  };
  return (
    <FigureTable
      caption="Owed by payment status and age"
      columns={['Status', ...figures('Owed', 'Agents'), ...figures(...ages.map(({ label }) => label))]}
      rows={data.rows.map((row) => [
        row.standing,
        <span key="name" title={translate(row.text)}>
          <T>{words(row.standing)}</T>
          <span className="under quiet">
            {' '}
            <T>{row.text}</T>
          </span>
        </span>,
        linked(row.balanceCents, { standing: row.standing }),
        grouped(row.agents),
        ...ages.map(({ bucket }) => linked(row[bucket], { standing: row.standing, age: bucket })),
      ])}
      totals={[
        ['Total'],
        rand(data.totals.balanceCents),
        grouped(data.totals.agents),
        ...ages.map(({ bucket }) => rand(data.totals[bucket])),
      ]}
    />
  );
}

/** Liability by age and by obstacle, as of now or the end of a past day. */
export function Ageing() {
  const translate = useTranslation();
  const [search, change] = useAddress(true);
  const day = search.get('day') ?? '';
  const asOf = useAsOf();
  const moment = asOf ?? day;
  const { data, notice } = useRead('liability', { asOf: moment || null, rows: 8 });
  return (
    <>
      {/* The time bar sets the day of a past moment. */}
      {!asOf && (
        <search aria-label={translate('Day')} className="filters">
          <DayInput
            day={day}
            hint="Leave blank for now. A past day uses the events recorded by its end."
            isOptional
            label="As of"
            onChange={(next) => change({ day: next })}
            sx={{ flex: '0 1 20rem !important' }}
          />
        </search>
      )}
      {notice}
      {data && (
        <>
          <OwedByAge data={data} />
          <Heading>Payment status</Heading>
          <ByStatus data={data} isCurrent={!moment} />
          <p>
            <DownloadButton
              label="Export CSV"
              path={`reports/liability.csv${moment ? `?asOf=${encodeURIComponent(moment)}` : ''}`}
            />
          </p>
        </>
      )}
    </>
  );
}
