import type { Month } from '@fynbos/domain/calendar.ts';
import { useState } from 'react';
import type { Incentive } from '../../api/types.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { t } from '../../i18n/t.tsx';
import { DeclinedLines } from './DeclinedLines.tsx';
import { IncentiveCard } from './IncentiveCard.tsx';
import { useColumns } from './use-columns.ts';

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
