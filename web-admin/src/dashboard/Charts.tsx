import type { DashboardSummary } from '@fynbos/api/dashboard/answers.ts';
import { useNavigate } from 'react-router-dom';
import { Bar, BarChart, LabelList, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { RENTAL_EVENTS } from '../audit/plain-search.ts';
import { figure, figures } from '../components/FigureTable.tsx';
import { TextLink } from '../components/texts.tsx';
import { listAt } from '../components/use-address.ts';
import { date, dayOfYear, grouped, monthText, rand, words } from '../format/format.ts';
import { T, useTranslation } from '../i18n/T.tsx';
import BarSeries, { AXIS_TEXT, short, TOOLTIP, TooltipBox } from './BarSeries.tsx';
import { Chart } from './Chart.tsx';
import { monthsFinding, promotionsFinding, refusalsFinding, registrationsFinding } from './findings.ts';

const BRAND_COLOUR = 'var(--brand)';
const ACCENT_COLOUR = 'var(--sun)';
const shortMonth = (value: string): string => monthText(value).slice(0, 3);

/** A horizontal bar chart of names with counts or amounts, labelled at the bars. */
function Ranking({
  rows,
  format,
  label,
}: {
  rows: readonly { name: string; value: number; to: string }[];
  format: (value: number) => string;
  /** What the bars show. */
  label: string;
}) {
  const navigate = useNavigate();
  return (
    <ResponsiveContainer height={240}>
      <BarChart accessibilityLayer={false} data={[...rows]} layout="vertical" margin={{ right: 72, left: 8 }}>
        <XAxis domain={[0, 'dataMax']} hide type="number" />
        <YAxis
          axisLine={false}
          dataKey="name"
          interval={0}
          tick={AXIS_TEXT}
          tickLine={false}
          type="category"
          width={150}
        />
        <Tooltip content={<TooltipBox format={format} />} {...TOOLTIP} />
        <Bar
          dataKey="value"
          fill={BRAND_COLOUR}
          isAnimationActive={false}
          maxBarSize={22}
          name={label}
          onClick={({ payload }) => navigate((payload as { to: string }).to)}
          radius={[0, 4, 4, 0]}
        >
          <LabelList
            dataKey="value"
            fill="var(--text)"
            fontSize={12}
            formatter={(value) => format(Number(value))}
            position="right"
          />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  );
}

const list = (to: string, values: object, text: string) => <TextLink to={listAt(to, values)} text={text} />;

const MonthsChart = ({ data }: { data: DashboardSummary }) => (
  <Chart
    columns={['Month', ...figures('Rentals', 'Earned', 'Pending', 'Paid', 'Expired')]}
    rows={data.months.map(({ month, rentals, earnedCents, pendingCents, paidCents, expiredCents }) => [
      monthText(month),
      list('/rewards', { month }, grouped(rentals)),
      list('/rewards', { month, status: 'Earned' }, rand(earnedCents)),
      list('/rewards', { month, status: 'Pending' }, rand(pendingCents)),
      list('/rewards', { month, status: 'Paid' }, rand(paidCents)),
      list('/rewards', { month, status: 'Expired' }, rand(expiredCents)),
    ])}
    title={monthsFinding(data)}
  >
    <BarSeries
      format={rand}
      isStacked
      rows={data.months.map((row) => ({
        ...row,
        label: shortMonth(row.month),
        title: monthText(row.month),
        to: listAt('/rewards', { month: row.month }),
      }))}
      series={[
        ['earnedCents', 'Earned', BRAND_COLOUR],
        ['pendingCents', 'Pending', 'var(--brand-line)'],
        ['paidCents', 'Paid', ACCENT_COLOUR],
        ['expiredCents', 'Expired', 'var(--control)'],
      ]}
    />
  </Chart>
);

const PromotionsChart = ({ promotions }: Pick<DashboardSummary, 'promotions'>) => (
  <Chart
    columns={['Code', ...figures('Rentals', 'Nett')]}
    rows={promotions.map(({ promoCode, promotionId, rentals, nettCents }) => [
      promoCode,
      list('/rewards', { promotionId }, grouped(rentals)),
      <TextLink key="n" to={`/promotions/${promotionId}?tab=performance`} text={rand(nettCents)} />,
    ])}
    title={promotionsFinding(promotions)}
  >
    <Ranking
      format={short}
      label="Nett"
      rows={promotions.map(({ promoCode, promotionId, nettCents }) => ({
        name: promoCode,
        value: nettCents,
        to: `/promotions/${promotionId}?tab=performance`,
      }))}
    />
  </Chart>
);

function RefusalsChart({ refusals }: Pick<DashboardSummary, 'refusals'>) {
  const translate = useTranslation();
  return (
    <Chart
      columns={['Reason', figure('Rentals')]}
      rows={refusals.map(({ reason, rentals }) => [
        <T key="reason">{words(reason)}</T>,
        list('/rewards', { status: 'Declined', reason }, grouped(rentals)),
      ])}
      title={refusalsFinding(refusals)}
    >
      <Ranking
        format={grouped}
        label="Rentals"
        rows={refusals.map(({ reason, rentals }) => ({
          name: translate(words(reason)),
          value: rentals,
          to: listAt('/rewards', { status: 'Declined', reason }),
        }))}
      />
    </Chart>
  );
}

const RegistrationsChart = ({ registrations }: Pick<DashboardSummary, 'registrations'>) => (
  <Chart
    columns={['Month', ...figures('Agents registered', 'Referrals')]}
    rows={registrations.map(({ month, agents, referrals }) => [
      monthText(month),
      list('/travel-agents', { registeredIn: month }, grouped(agents)),
      list('/referrals', { referredIn: month }, grouped(referrals)),
    ])}
    title={registrationsFinding(registrations)}
  >
    <BarSeries
      format={grouped}
      rows={registrations.map((row) => ({
        ...row,
        label: shortMonth(row.month),
        title: monthText(row.month),
        to: listAt('/travel-agents', { registeredIn: row.month }),
      }))}
      series={[
        ['agents', 'Agents registered', BRAND_COLOUR],
        ['referrals', 'Referrals', ACCENT_COLOUR],
      ]}
    />
  </Chart>
);

function EnquiriesChart({ enquiryAges }: Pick<DashboardSummary, 'enquiryAges'>) {
  const translate = useTranslation();
  const ages = enquiryAges.map(({ from, to, ...one }) => ({
    ...one,
    at: listAt('/contact-support', { isOpen: 'true', createdTo: to, ...(from ? { createdFrom: from } : {}) }),
  }));
  return (
    <Chart
      columns={['Age', figure('Open enquiries')]}
      rows={ages.map(({ age, enquiries, at }) => [age, <TextLink key="n" to={at} text={grouped(enquiries)} />])}
      title="Open enquiries by age"
    >
      <Ranking
        format={grouped}
        label="Open enquiries"
        rows={ages.map(({ age, enquiries, at }) => ({ name: translate(age), value: enquiries, to: at }))}
      />
    </Chart>
  );
}

/** The audit log with the rental events of one day. */
const eventsOf = (day: string): string =>
  `/audit-log?${new URLSearchParams({ ...RENTAL_EVENTS.params, types: RENTAL_EVENTS.types.join(), from: day, to: day })}`;

const EventsChart = ({ ingest }: Pick<DashboardSummary, 'ingest'>) => (
  <Chart
    columns={['Day', figure('Events')]}
    rows={ingest.map(({ day, events }) => [date(day), <TextLink key="n" to={eventsOf(day)} text={grouped(events)} />])}
    title="Rental events received in the last 30 days"
  >
    <BarSeries
      format={grouped}
      rows={ingest.map((row) => ({
        ...row,
        label: dayOfYear(row.day),
        title: date(row.day),
        to: eventsOf(row.day),
      }))}
      series={[['events', 'Events', BRAND_COLOUR]]}
    />
  </Chart>
);

export default function Charts({ data }: { data: DashboardSummary }) {
  return (
    <>
      <MonthsChart data={data} />
      <PromotionsChart promotions={data.promotions} />
      <RefusalsChart refusals={data.refusals} />
      <RegistrationsChart registrations={data.registrations} />
      <EnquiriesChart enquiryAges={data.enquiryAges} />
      <EventsChart ingest={data.ingest} />
    </>
  );
}
