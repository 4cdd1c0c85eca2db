import type { Month } from '@fynbos/domain/calendar.ts';
import type { MonthSums } from '../../api/types.ts';
import { monthName, shortMonth } from '../../format/date.ts';
import { rand } from '../../format/money.ts';
import { t } from '../../i18n/t.tsx';
import { totalOf } from '../year/year-figures.ts';

interface Props {
  /** Newest first. */
  readonly months: readonly MonthSums[];
  readonly month: Month;
  readonly onMonth: (month: Month) => void;
}

/** Twelve bars, oldest first; pressing one shows its month. The bar's height is relative to the best month. */
export function MonthBars({ months, month, onMonth }: Props) {
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
