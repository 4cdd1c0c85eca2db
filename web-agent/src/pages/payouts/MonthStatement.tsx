import { useState } from 'react';
import { filterMonths } from '../../format/date.ts';
import { t } from '../../i18n/t.tsx';
import { MonthChoice } from '../incentives/MonthChoice.tsx';
import { StatementLinks } from '../incentives/StatementLinks.tsx';

/**
 * Downloads a month's decided reservations as a document, paid or not. A payout's own statement is part of the payout.
 */
export function MonthStatement() {
  const [months] = useState(() => filterMonths(new Date()));
  const [month, setMonth] = useState(months[0] ?? '');
  return (
    <section className="stack" aria-labelledby="by-month">
      <h2 id="by-month">{t('Statements by month')}</h2>
      <p>{t('All reservations for a month with their outcome, paid or unpaid.')}</p>
      <div className="row">
        <MonthChoice months={months} month={month} onMonth={setMonth} />
        <StatementLinks month={month} />
      </div>
    </section>
  );
}
