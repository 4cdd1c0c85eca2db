import type { Month } from '@fynbos/domain/calendar.ts';
import { monthName } from '../../format/date.ts';
import { t } from '../../i18n/t.tsx';
import './incentives.css';
import { useSearchParams } from 'react-router-dom';
import { rewards } from '../../api/reward-calls.ts';
import { DownloadButton } from '../../components/DownloadButton.tsx';
import { PageIcon } from '../../components/PageIcon.tsx';

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

export type View = 'cards' | 'list';

interface ViewChoiceProps {
  readonly view: View;
  readonly onView: (view: View) => void;
}

/** Switches between cards and list; each button announces whether it is pressed. */
export function ViewChoice({ view, onView }: ViewChoiceProps) {
  return (
    <fieldset className="views">
      <legend className="sr-only">{t('Show as')}</legend>
      <button type="button" aria-pressed={view === 'cards'} onClick={() => onView('cards')}>
        {t('Cards')}
      </button>
      <button type="button" aria-pressed={view === 'list'} onClick={() => onView('list')}>
        {t('List')}
      </button>
    </fieldset>
  );
}

/** Downloads the month's statement. A button and not a link, because the request needs the token. */
export function StatementLinks({ month }: { readonly month: Month }) {
  const get = (kind: 'csv' | 'pdf') => () => rewards.statement(kind, month);
  return (
    <p className="row statement">
      <PageIcon name="download" />
      <span>{t('Statement')}</span>
      <DownloadButton className="link" get={get('pdf')}>
        {t('PDF')}
        <span className="sr-only"> {t('statement of %{month}', { month: monthName(month) })}</span>
      </DownloadButton>
      <DownloadButton className="link" get={get('csv')}>
        {t('CSV')}
        <span className="sr-only"> {t('statement of %{month}', { month: monthName(month) })}</span>
      </DownloadButton>
    </p>
  );
}

/** The month and view of the page, kept in its address; the current month and the cards are the defaults. */
export function useAddress(months: readonly Month[]) {
  const [params, setParams] = useSearchParams();
  const asked = params.get('month') ?? '';
  const month = months.includes(asked) ? asked : (months[0] ?? '');
  const view: View = params.get('view') === 'list' ? 'list' : 'cards';

  const go = (next: { month: Month; view: View }): void => {
    const search = new URLSearchParams();
    if (next.month !== months[0]) search.set('month', next.month);
    if (next.view === 'list') search.set('view', 'list');
    setParams(search, { replace: true, preventScrollReset: true });
  };
  return {
    month,
    view,
    onMonth: (next: Month) => go({ month: next, view }),
    onView: (next: View) => go({ month, view: next }),
  };
}
