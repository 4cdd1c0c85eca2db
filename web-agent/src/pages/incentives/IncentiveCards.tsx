import type { Month } from '@fynbos/domain/calendar.ts';
import { useState } from 'react';
import type { Incentive } from '../../api/types.ts';
import { MESSAGES } from '../../text/messages.ts';
import { DeclinedLines } from './DeclinedLines.tsx';
import { IncentiveCard } from './IncentiveCard.tsx';

interface Props {
  readonly incentives: readonly Incentive[];
  readonly month: Month;
}

/** The grid of cards, one open at a time, followed by the declined reservations and their reasons. */
export function IncentiveCards({ incentives, month }: Props) {
  const [open, setOpen] = useState<string | null>(null);
  const cards = incentives.filter(({ status }) => status !== 'Declined');
  const declined = incentives.flatMap(({ details }) => details.filter(({ status }) => status === 'Declined'));
  return (
    <>
      {cards.length === 0 && (
        <div className="empty">
          <p>
            <strong>{MESSAGES.noIncentives}</strong>
          </p>
          <p className="quiet">
            Rewards appear here once a rental that you booked with an active promotion code is invoiced.
          </p>
        </div>
      )}
      {cards.length > 0 && (
        <ul className="cards">
          {cards.map((incentive) => {
            const key = `${incentive.title} ${incentive.month} ${incentive.status}`;
            return (
              <IncentiveCard
                key={key}
                incentive={incentive}
                month={month}
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
