import type { Month } from '@fynbos/domain/calendar.ts';
import { monthName } from '../../format/date.ts';
import { t } from '../../i18n/t.tsx';
import './incentives.css';

interface Props {
  readonly months: readonly Month[];
  readonly month: Month;
  readonly onMonth: (month: Month) => void;
}

/** The month filter (specification, section 2, Incentives screen). */
export function MonthChoice({ months, month, onMonth }: Props) {
  return (
    <div className="month-choice">
      <label htmlFor="month">{t('Month')}</label>
      <select id="month" className="input" value={month} onChange={(event) => onMonth(event.target.value)}>
        {months.map((option) => (
          <option key={option} value={option}>
            {monthName(option)}
          </option>
        ))}
      </select>
    </div>
  );
}
