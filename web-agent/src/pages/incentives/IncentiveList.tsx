import type { Month } from '@fynbos/domain/calendar.ts';
import type { Incentive, IncentiveLine } from '../../api/types.ts';
import { centsOf, rand } from '../../format/money.ts';
import { SelectField } from '../../forms/SelectField.tsx';
import { useForm } from '../../forms/use-form.ts';
import { serverText, t } from '../../i18n/t.tsx';
import { ReservationLines } from './ReservationLine.tsx';

interface Props {
  readonly incentives: readonly Incentive[];
  readonly month: Month;
}

export default function IncentiveList({ incentives, month }: Props) {
  const form = useForm({ name: 'list', initial: { search: '', sector: '', order: 'newest' as Order } });
  const lines = incentives.flatMap(({ details }) => details);
  const sectors = [...new Set(lines.map(({ marketSector }) => marketSector))].sort();
  const shown = shownLines(lines, form.values);
  const nettCents = shown.reduce((sum, { nettAmount }) => sum + centsOf(nettAmount), 0);
  return (
    <div className="stack">
      <search className="list-tools">
        <div className="field">
          <label htmlFor="list-search">{t('Search')}</label>
          <input
            id="list-search"
            className="input"
            type="search"
            placeholder={t('Reservation, code or status')}
            value={form.values.search}
            onChange={(event) => form.set({ search: event.target.value })}
          />
        </div>
        <SelectField
          {...form.field('sector')}
          label={t('Market sector')}
          placeholder={t('All sectors')}
          options={sectors.map((name) => ({ value: name, label: name }))}
          isOptional
        />
        <SelectField
          {...form.field('order')}
          label={t('Sort by')}
          options={Object.entries(ORDERS).map(([value, label]) => ({ value, label }))}
          isOptional
        />
      </search>
      <p role="status" className="quiet">
        {shown.length > 0 &&
          t('%{count} reservation, %{nett} nett |||| %{count} reservations, %{nett} nett', {
            count: shown.length,
            nett: rand(nettCents),
          })}
      </p>
      <ReservationLines lines={shown} month={month} withStatus />
    </div>
  );
}

/** Sort orders of the list, by the value of its select. */
const ORDERS = {
  newest: t('Newest first'),
  oldest: t('Oldest first'),
  most: t('Highest amount first'),
  least: t('Lowest amount first'),
  code: t('Promotion code'),
} as const;
type Order = keyof typeof ORDERS;

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const newest = (a: IncentiveLine, b: IncentiveLine): number =>
  byText(b.date, a.date) || byText(a.reservationNo, b.reservationNo);

const COMPARE: Readonly<Record<Order, (a: IncentiveLine, b: IncentiveLine) => number>> = {
  newest,
  oldest: (a, b) => -newest(a, b),
  most: (a, b) => b.nettAmount - a.nettAmount || newest(a, b),
  least: (a, b) => a.nettAmount - b.nettAmount || newest(a, b),
  code: (a, b) => byText(a.promoCode ?? '', b.promoCode ?? '') || newest(a, b),
};

interface ListFilter {
  /** Part of a reservation number, code or status; compared without case. */
  readonly search: string;
  readonly sector: string;
  readonly order: Order;
}

/** Returns the lines that the filter shows, in its order. */
function shownLines(lines: readonly IncentiveLine[], { search, sector, order }: ListFilter): IncentiveLine[] {
  const searchText = search.trim().toLowerCase();
  const fits = ({ reservationNo, promoCode, status, marketSector }: IncentiveLine): boolean =>
    (sector === '' || marketSector === sector) &&
    (searchText === '' ||
      [reservationNo, promoCode ?? '', serverText(status)].some((text) => text.toLowerCase().includes(searchText)));
  return lines.filter(fits).sort(COMPARE[order]);
}
