import type { Month } from '@fynbos/domain/calendar.ts';
import { useSearchParams } from 'react-router-dom';
import type { View } from './ViewChoice.tsx';

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
