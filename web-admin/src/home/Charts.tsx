import { Link } from 'react-router-dom';
import { Bar, BarChart, LabelList, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { dayOfYear, grouped, rand, words } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { useSay } from '../i18n/use-say.ts';
import { Chart } from './Chart.tsx';
import type { DashboardSummary } from './dashboard-summary.ts';
import { monthsFinding, promotionsFinding, refusalsFinding, registrationsFinding } from './findings.ts';

const TEXT = { fill: 'var(--quiet)', fontSize: 12 };
const BRAND = 'var(--brand)';
const SUN = 'var(--sun)';
const short = (cents: number): string =>
  cents >= 1_000_000_00 ? `R${Math.round(cents / 1_000_000_00)}m` : `R${grouped(Math.round(cents / 100))}`;
const monthName = (month: string): string =>
  new Intl.DateTimeFormat('en-ZA', { month: 'short' }).format(new Date(`${month}-15T12:00:00Z`));

/** A horizontal bar chart of names with counts or amounts, labelled at the bars. */
function Ranking({
  rows,
  format,
}: {
  rows: readonly { name: string; value: number }[];
  format: (value: number) => string;
}) {
  return (
    <ResponsiveContainer height={240}>
      <BarChart
        accessibilityLayer={false}
        data={rows as { name: string; value: number }[]}
        layout="vertical"
        margin={{ right: 72, left: 8 }}
      >
        <XAxis domain={[0, 'dataMax']} hide type="number" />
        <YAxis axisLine={false} dataKey="name" interval={0} tick={TEXT} tickLine={false} type="category" width={150} />
        <Bar dataKey="value" fill={BRAND} isAnimationActive={false} maxBarSize={22}>
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

/** Bars by month, stacked for several kinds. */
function ByMonth({
  rows,
  series,
  format,
}: {
  rows: readonly Record<string, string | number>[];
  series: readonly (readonly [string, string, string])[];
  format: (value: number) => string;
}) {
  return (
    <>
      <div className="legend">
        {series.map(([key, label, colour]) => (
          <span key={key}>
            <i style={{ background: colour }} /> <T>{label}</T>
          </span>
        ))}
      </div>
      <ResponsiveContainer height={212}>
        <BarChart
          accessibilityLayer={false}
          data={rows as Record<string, string | number>[]}
          margin={{ left: 8, right: 8 }}
        >
          <XAxis axisLine={{ stroke: 'var(--line)' }} dataKey="label" tick={TEXT} tickLine={false} />
          <YAxis axisLine={false} domain={[0, 'auto']} tick={TEXT} tickFormatter={format} tickLine={false} width={72} />
          {series.map(([key, , colour]) => (
            <Bar dataKey={key} fill={colour} isAnimationActive={false} key={key} maxBarSize={36} stackId="all" />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </>
  );
}

const number = true;

/** Charts of the last year. Each chart has a table with figures that link to their lists. */
export default function Charts({ data }: { data: DashboardSummary }) {
  const say = useSay();
  const { months, promotions, refusals, registrations, enquiryAges, ingest } = data;
  const list = (to: string, values: object, text: string) => (
    <Link className="text-link" to={`/${to}?filter=${encodeURIComponent(JSON.stringify(values))}`}>
      {text}
    </Link>
  );
  return (
    <div className="charts">
      <Chart
        columns={[
          { label: 'Month' },
          { label: 'Rentals', number },
          { label: 'Earned', number },
          { label: 'Pending', number },
          { label: 'Paid', number },
          { label: 'Expired', number },
        ]}
        rows={months.map(({ month, rentals, earnedCents, pendingCents, paidCents, expiredCents }) => [
          month,
          list('rewards', { month }, grouped(rentals)),
          list('rewards', { month, status: 'Earned' }, rand(earnedCents)),
          list('rewards', { month, status: 'Pending' }, rand(pendingCents)),
          list('rewards', { month, status: 'Paid' }, rand(paidCents)),
          list('rewards', { month, status: 'Expired' }, rand(expiredCents)),
        ])}
        title={monthsFinding(months)}
      >
        <ByMonth
          format={short}
          rows={months.map((row) => ({ ...row, label: monthName(row.month) }))}
          series={[
            ['earnedCents', 'Earned', BRAND],
            ['pendingCents', 'Pending', 'var(--brand-line)'],
            ['paidCents', 'Paid', SUN],
            ['expiredCents', 'Expired', 'var(--control)'],
          ]}
        />
      </Chart>
      <Chart
        columns={[{ label: 'Code' }, { label: 'Rentals', number }, { label: 'Nett', number }]}
        rows={promotions.map(({ promoCode, promotionId, rentals, nettCents }) => [
          promoCode,
          list('rewards', { promotionId }, grouped(rentals)),
          <Link className="text-link" key="n" to={`/promotions/${promotionId}?tab=Performance`}>
            {rand(nettCents)}
          </Link>,
        ])}
        title={promotionsFinding(promotions)}
      >
        <Ranking
          format={short}
          rows={promotions.map(({ promoCode, nettCents }) => ({ name: promoCode, value: nettCents }))}
        />
      </Chart>
      <Chart
        columns={[{ label: 'Reason' }, { label: 'Rentals', number }]}
        rows={refusals.map(({ reason, rentals }) => [
          <T key="reason">{words(reason)}</T>,
          list('rewards', { status: 'Declined', reason }, grouped(rentals)),
        ])}
        title={refusalsFinding(refusals)}
      >
        <Ranking
          format={grouped}
          rows={refusals.map(({ reason, rentals }) => ({ name: say(words(reason)), value: rentals }))}
        />
      </Chart>
      <Chart
        columns={[{ label: 'Month' }, { label: 'Agents registered', number }, { label: 'Referrals', number }]}
        rows={registrations.map(({ month, agents, referrals }) => [
          month,
          list('travel-agents', { registeredIn: month }, grouped(agents)),
          list('referrals', { referredIn: month }, grouped(referrals)),
        ])}
        title={registrationsFinding(registrations)}
      >
        <ByMonth
          format={grouped}
          rows={registrations.map((row) => ({ ...row, label: monthName(row.month) }))}
          series={[
            ['agents', 'Agents registered', BRAND],
            ['referrals', 'Referrals', SUN],
          ]}
        />
      </Chart>
      <Chart
        columns={[{ label: 'Age' }, { label: 'Open enquiries', number }]}
        rows={enquiryAges.map(({ age, from, to, enquiries }) => [
          age,
          list(
            'contact-support',
            { isOpen: 'true', createdTo: to, ...(from ? { createdFrom: from } : {}) },
            grouped(enquiries),
          ),
        ])}
        title="Open enquiries by age"
      >
        <Ranking
          format={grouped}
          rows={enquiryAges.map(({ age, enquiries }) => ({ name: say(age), value: enquiries }))}
        />
      </Chart>
      <Chart
        columns={[{ label: 'Day' }, { label: 'Events', number }]}
        rows={ingest.map(({ day, events }) => [
          day,
          list('audit-log', { aggregate: 'rental', from: day, to: day }, grouped(events)),
        ])}
        title="Rental events received in thirty days"
      >
        <ByMonth
          format={grouped}
          rows={ingest.map((row) => ({ ...row, label: dayOfYear(row.day) }))}
          series={[['events', 'Events', BRAND]]}
        />
      </Chart>
    </div>
  );
}
