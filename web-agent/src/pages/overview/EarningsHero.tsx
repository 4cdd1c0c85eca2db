import type { Month } from '@fynbos/domain/calendar.ts';
import type { MonthSums, Overview } from '../../api/types.ts';
import type { Loaded } from '../../components/load-state.tsx';
import { monthName, shortMonth } from '../../format/date.ts';
import { rand } from '../../format/money.ts';
import { t } from '../../i18n/t.tsx';
import { totalOf } from '../year/year-figures.ts';
import './hero.css';

interface Props {
  readonly overview: Loaded<Overview>;
  readonly month: Month;
  readonly onMonth: (month: Month) => void;
}

/** This month's rewards, how they compare with the last month, and twelve months to choose from. */
export function EarningsHero({ overview: { data: overview, error }, month, onMonth }: Props) {
  if (!overview) return error ? null : <div className="earnings earnings-empty" aria-hidden="true" />;
  const [current] = overview.months;
  return (
    <section className="earnings" aria-labelledby="earnings">
      <div className="earnings-now">
        <h2 id="earnings">{current ? t('%{month} so far', { month: monthName(current.month) }) : t('This month')}</h2>
        <p className="figure figure-large">{rand(current ? totalOf(current) : 0)}</p>
        <p>{trendText(overview)}</p>
      </div>
      <MonthBars months={overview.months} month={month} onMonth={onMonth} />
    </section>
  );
}

/** Compares this month with the same days of the last one. */
export function trendText({ months, sameDaysLastMonthCents: before }: Overview): string {
  const now = months[0] ? totalOf(months[0]) : 0;
  const last = months[1] ? monthName(months[1].month).replace(/ \d+$/, '') : t('last month');
  if (before === 0 && now === 0) return t('Your first reward of the month will appear here.');
  if (now === before) return t('The same as at this point in %{last}.', { last });
  const change = { amount: rand(Math.abs(now - before)), last };
  return now > before
    ? t('%{amount} more than at this point in %{last}.', change)
    : t('%{amount} less than at this point in %{last}.', change);
}

interface MonthBarsProps {
  /** Newest first. */
  readonly months: readonly MonthSums[];
  readonly month: Month;
  readonly onMonth: (month: Month) => void;
}

/** Twelve bars, oldest first; pressing one shows its month. The bar's height is relative to the best month. */
function MonthBars({ months, month, onMonth }: MonthBarsProps) {
  const most = Math.max(1, ...months.map(totalOf));
  return (
    <fieldset className="bars">
      <legend>{t('Choose a month')}</legend>
      {[...months].reverse().map((sums) => {
        const total = totalOf(sums);
        return (
          <button
            key={sums.month}
            type="button"
            aria-pressed={sums.month === month}
            title={`${monthName(sums.month)}: ${rand(total)}`}
            onClick={() => onMonth(sums.month)}
          >
            <span className="bar-track" aria-hidden="true">
              <span className="bar" style={{ height: `${Math.max(2, (100 * total) / most)}%` }} />
            </span>
            <span aria-hidden="true">{shortMonth(sums.month)}</span>
            <span className="sr-only">
              {monthName(sums.month)}, {rand(total)}
            </span>
          </button>
        );
      })}
    </fieldset>
  );
}
