import type { Month } from '@fynbos/domain/calendar.ts';
import { download } from '../../api/files.ts';
import { monthName } from '../../format/date.ts';
import { t } from '../../i18n/t.tsx';
import './incentives.css';
import { useSearchParams } from 'react-router-dom';
import { Button } from '../../components/Button.tsx';
import { DownloadButton } from '../../components/DownloadButton.tsx';
import { PageIcon } from '../../components/PageIcon.tsx';
import { SelectLine } from '../../components/SelectLine.tsx';

interface Props {
  readonly months: readonly Month[];
  readonly month: Month;
  readonly onMonth: (month: Month) => void;
}

export const MonthChoice = ({ months, month, onMonth }: Props) => (
  <SelectLine
    id="month"
    label={t('Month')}
    value={month}
    options={months.map((value) => ({ value, label: monthName(value) }))}
    onValue={onMonth}
  />
);

export type View = 'cards' | 'list';

export function ViewChoice({ view, onView }: { readonly view: View; readonly onView: (view: View) => void }) {
  return (
    <fieldset className="row views">
      <legend className="sr-only">{t('Show as')}</legend>
      <Button label={t('Cards')} variant="plain" aria-pressed={view === 'cards'} onPress={() => onView('cards')} />
      <Button label={t('List')} variant="plain" aria-pressed={view === 'list'} onPress={() => onView('list')} />
    </fieldset>
  );
}

const STATEMENT_KINDS = [
  ['pdf', t('PDF')],
  ['csv', t('CSV')],
] as const;

interface StatementProps {
  /** Completes the links' names for screen readers. */
  readonly what: string;
  readonly get: (kind: 'csv' | 'pdf') => Promise<void>;
}

/** Downloads a statement. Buttons and no links, because the request needs the token. */
export function StatementLinks({ what, get }: StatementProps) {
  return (
    <p className="row statement">
      <PageIcon name="download" />
      <span>{t('Statement')}</span>
      {STATEMENT_KINDS.map(([kind, name]) => (
        <DownloadButton key={kind} label={name} about={what} variant="link" onPress={() => get(kind)} />
      ))}
    </p>
  );
}

export const MonthStatementLinks = ({ month }: { readonly month: Month }) => (
  <StatementLinks
    what={t('statement of %{month}', { month: monthName(month) })}
    get={(kind) => download(`agent/statement.${kind}`, `statement-${month}.${kind}`, { month })}
  />
);

/** The month and view of the page, kept in its address; the current month and the cards are the defaults. */
export function useMonthAndView(months: readonly Month[]) {
  const [params, setParams] = useSearchParams();
  const monthParam = params.get('month') ?? '';
  const month = months.includes(monthParam) ? monthParam : (months[0] ?? '');
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
