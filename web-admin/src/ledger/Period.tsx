import { addDays, DAY_MS, dayOf } from '@fynbos/domain/calendar.ts';
import { useAddress } from '../components/use-address.ts';
import { InputField } from '../form/InputField.tsx';
import { today } from '../format/format.ts';
import { useSay } from '../i18n/T.tsx';
import { useAsOf } from '../past/as-of.tsx';
import '../list/list.css';

/** Returns the Johannesburg day `back` days before today. */
export const dayBefore = (back: number): string => addDays(today(), -back);

export interface Days {
  readonly from: string;
  readonly to: string;
}

const earlier = (day: string, last: string): string => (day < last ? day : last);

/**
 * Kept in the URL, so that a link shows the same period. The initial one ends at the page's past moment, and none after
 * it.
 */
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
  const say = useSay();
  const field = (name: keyof Days, label: string) => (
    <InputField
      label={label}
      onChange={(value) => value && onChange({ ...days, [name]: value })}
      type="date"
      value={days[name]}
    />
  );
  return (
    <search aria-label={say('Period')} className="filters">
      {field('from', 'From')}
      {field('to', 'To')}
    </search>
  );
}
