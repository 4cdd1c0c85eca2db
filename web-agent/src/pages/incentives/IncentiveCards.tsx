import type { Month } from '@fynbos/domain/calendar.ts';
import { useId, useState } from 'react';
import type { Incentive, IncentiveLine } from '../../api/types.ts';
import { Accordion } from '../../components/Accordion.tsx';
import { Amounts } from '../../components/Amounts.tsx';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { monthName } from '../../format/date.ts';
import { randOf } from '../../format/money.ts';
import { serverText, t } from '../../i18n/t.tsx';
import { ReservationLines } from './ReservationLine.tsx';
import { StatusBadge, statusStyle } from './StatusBadge.tsx';

interface Props {
  readonly incentives: readonly Incentive[];
  readonly month: Month;
}

/** The grid of cards by amount, one open at a time, followed by the declined reservations and their reasons. */
export function IncentiveCards({ incentives, month }: Props) {
  const [open, setOpen] = useState<string | null>(null);
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
          {cards.map((incentive) => {
            const key = `${incentive.title} ${incentive.month} ${incentive.status}`;
            const onToggle = () => setOpen(open === key ? null : key);
            return <IncentiveCard key={key} {...{ incentive, month, onToggle }} open={open === key} />;
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
}

/**
 * Nett first, with gross and PAYE. Details open below the row, so that the cards and the pressed button stay in place.
 */
function IncentiveCard({ incentive, month, open, onToggle }: IncentiveCardProps) {
  const { title, status, amount, grossAmount, paye, details } = incentive;
  const id = useId();
  const { tint } = statusStyle(status);
  return (
    <>
      <li className={`incentive incentive-${tint}${open ? ' incentive-open' : ''}`}>
        <div className="row spread">
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
        <Button
          label={t('MORE INFO')}
          about={t('about %{title}, %{status}', { title, status: serverText(status) })}
          variant="plain"
          aria-expanded={open}
          aria-controls={id}
          onPress={onToggle}
        />
      </li>
      <li id={id} hidden={!open} className={`incentive-panel incentive-${tint}`}>
        {open && <ReservationLines lines={details} month={month} />}
      </li>
    </>
  );
}

/** Reservations of the month that are not owed, each with its reason: declined ones and those in an opening balance. */
function DeclinedLines({ lines, month }: { readonly lines: readonly IncentiveLine[]; readonly month: Month }) {
  const isCovered = ({ reason }: IncentiveLine): boolean => reason === 'OpeningBalance';
  const declined = lines.filter((line) => !isCovered(line));
  const covered = lines.filter(isCovered);
  const groups = [
    [
      t('%{count} reservation didn’t qualify |||| %{count} reservations didn’t qualify', { count: declined.length }),
      declined,
    ],
    [
      t('%{count} reservation in your opening balance |||| %{count} reservations in your opening balance', {
        count: covered.length,
      }),
      covered,
    ],
  ] as const;
  return groups.map(
    ([title, group]) =>
      group.length > 0 && (
        <Accordion key={title} title={title}>
          <ReservationLines lines={group} month={month} />
        </Accordion>
      ),
  );
}
