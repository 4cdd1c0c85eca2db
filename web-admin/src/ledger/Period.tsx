import { addDays, DAY_MS, dayOf } from '@fynbos/domain/calendar.ts';
import { useAsOf } from '../as-of/as-of.tsx';
import { useAddress } from '../components/use-address.ts';
import { DayInput } from '../form/DayInput.tsx';
import { today } from '../format/format.ts';
import { useTranslation } from '../i18n/T.tsx';
import '../list/list.css';

/** Returns the Johannesburg day `back` days before today. */
export const dayBefore = (back: number): string => addDays(today(), -back);

export interface Days {
  readonly from: string;
  readonly to: string;
}

const earlier = (day: string, last: string): string => (day < last ? day : last);

/** The period, kept in the URL. It starts out ending at the page's moment and never ends after it. */
export function usePeriod(initial: Days): readonly [Days, (days: Days) => void] {
  const [search, change] = useAddress(true);
  const asOf = useAsOf();
  const last = asOf ? dayOf(new Date(asOf)) : null;
  const moved =
    last && last < initial.to
      ? addDays(initial.from, Math.round((Date.parse(last) - Date.parse(initial.to)) / DAY_MS))
      : initial.from;
  const days = {
    from: search.get('from') ?? moved,
    to: last ? earlier(search.get('to') ?? last, last) : (search.get('to') ?? initial.to),
  };
  return [days, ({ from, to }) => change({ from, to })];
}

/** Inputs for the first and last day of a period. */
export function Period({ days, onChange }: { days: Days; onChange: (days: Days) => void }) {
  const translate = useTranslation();
  return (
    <search aria-label={translate('Period')} className="filters">
      <DayInput day={days.from} label="From" onChange={(from) => onChange({ ...days, from })} />
      <DayInput day={days.to} label="To" onChange={(to) => onChange({ ...days, to })} />
    </search>
  );
}
