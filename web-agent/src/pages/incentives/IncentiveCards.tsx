import type { Month } from '@fynbos/domain/calendar.ts';
import { useEffect, useId, useState } from 'react';
import type { Incentive, IncentiveLine } from '../../api/types.ts';
import { Accordion } from '../../components/Accordion.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Amounts } from '../../format/Amounts.tsx';
import { monthName } from '../../format/date.ts';
import { randOf } from '../../format/money.ts';
import { serverText, t } from '../../i18n/t.tsx';
import { ReservationLine } from './ReservationLine.tsx';
import { lookOf, StatusBadge } from './StatusBadge.tsx';

interface Props {
  readonly incentives: readonly Incentive[];
  readonly month: Month;
}

/** The grid of cards by amount, one open at a time, followed by the declined reservations and their reasons. */
export function IncentiveCards({ incentives, month }: Props) {
  const [open, setOpen] = useState<string | null>(null);
  const columns = useColumns();
  const cards = incentives
    .filter(({ status }) => status !== 'Declined')
    .sort((a, b) => b.amount - a.amount || a.title.localeCompare(b.title));
  const declined = incentives.flatMap(({ details }) => details.filter(({ status }) => status === 'Declined'));
  return (
    <>
      {cards.length === 0 && (
        <EmptyState title={t('No incentives available.')}>
          {t('Rewards appear here once a rental that you booked with an active promotion code is invoiced.')}
        </EmptyState>
      )}
      {cards.length > 0 && (
        <ul className="cards">
          {cards.map((incentive, index) => {
            const key = `${incentive.title} ${incentive.month} ${incentive.status}`;
            const lastOfRow = Math.min(cards.length, (Math.floor(index / columns) + 1) * columns) - 1;
            return (
              <IncentiveCard
                key={key}
                incentive={incentive}
                month={month}
                place={{ card: 2 * index, panel: 2 * lastOfRow + 1 }}
                open={open === key}
                onToggle={() => setOpen(open === key ? null : key)}
              />
            );
          })}
        </ul>
      )}
      <DeclinedLines lines={declined} month={month} />
    </>
  );
}

interface IncentiveCardProps {
  readonly incentive: Incentive;
  readonly month: Month;
  readonly open: boolean;
  readonly onToggle: () => void;
  /** Places of the card and of its panel in the grid: the panel follows the last card of the row. */
  readonly place: { readonly card: number; readonly panel: number };
}

/**
 * One promotion, month and status. The main amount is nett, shown with gross and PAYE. The details open below the row,
 * so that the cards and the pressed button stay where they are.
 */
function IncentiveCard({ incentive, month, open, onToggle, place }: IncentiveCardProps) {
  const { title, status, amount, grossAmount, paye, details } = incentive;
  const id = useId();
  const { tint } = lookOf(status);
  return (
    <>
      <li className={`incentive incentive-${tint}${open ? ' incentive-open' : ''}`} style={{ order: place.card }}>
        <div className="incentive-head">
          <h3>{title}</h3>
          <StatusBadge status={status} />
        </div>
        <Amounts
          className="incentive-facts"
          of={[
            { name: t('Amount'), text: randOf(amount), className: 'incentive-amount' },
            { name: t('Month'), text: monthName(month) },
            { name: t('Gross'), text: randOf(grossAmount) },
            { name: 'PAYE', text: randOf(paye) },
          ]}
        />
        <button
          type="button"
          className="button button-plain"
          aria-expanded={open}
          aria-controls={id}
          onClick={onToggle}
        >
          {t('MORE INFO')}{' '}
          <span className="sr-only">{t('about %{title}, %{status}', { title, status: serverText(status) })}</span>
        </button>
      </li>
      <li id={id} hidden={!open} className={`incentive-panel incentive-${tint}`} style={{ order: place.panel }}>
        {open && <IncentiveLines lines={details} month={month} />}
      </li>
    </>
  );
}

/** Reservations of the month that are not owed, each with its reason: declined ones and those in an opening balance. */
function DeclinedLines({ lines, month }: { readonly lines: readonly IncentiveLine[]; readonly month: Month }) {
  const isTakenOver = ({ reason }: IncentiveLine): boolean => reason === 'OpeningBalance';
  const declined = lines.filter((line) => !isTakenOver(line));
  const takenOver = lines.filter(isTakenOver);
  return (
    <>
      {declined.length > 0 && (
        <Accordion
          title={t('%{count} reservation didn’t qualify |||| %{count} reservations didn’t qualify', {
            count: declined.length,
          })}
        >
          <IncentiveLines lines={declined} month={month} />
        </Accordion>
      )}
      {takenOver.length > 0 && (
        <Accordion
          title={t('%{count} reservation in your opening balance |||| %{count} reservations in your opening balance', {
            count: takenOver.length,
          })}
        >
          <IncentiveLines lines={takenOver} month={month} />
        </Accordion>
      )}
    </>
  );
}

function IncentiveLines({ lines, month }: { readonly lines: readonly IncentiveLine[]; readonly month: Month }) {
  if (lines.length === 0) return <p className="quiet">{t('No details available.')}</p>;
  return (
    <ul className="lines">
      {lines.map((line) => (
        <li className="line" key={line.reservationNo}>
          <ReservationLine line={line} month={month} />
        </li>
      ))}
    </ul>
  );
}

/** The widths at which the grid of cards gets another column (incentives.css). */
const STEPS = ['(min-width: 40rem)', '(min-width: 60rem)'] as const;

const columnsNow = (): number =>
  typeof window.matchMedia === 'function' ? 1 + STEPS.filter((step) => window.matchMedia(step).matches).length : 1;

/** Returns the number of columns of the grid of cards. */
function useColumns(): number {
  const [columns, setColumns] = useState(columnsNow);
  useEffect(() => {
    if (typeof window.matchMedia !== 'function') return;
    const queries = STEPS.map((step) => window.matchMedia(step));
    const changed = () => setColumns(columnsNow());
    for (const query of queries) query.addEventListener('change', changed);
    return () => {
      for (const query of queries) query.removeEventListener('change', changed);
    };
  }, []);
  return columns;
}
