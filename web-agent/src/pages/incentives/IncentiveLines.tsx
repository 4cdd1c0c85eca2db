import type { Month } from '@fynbos/domain/calendar.ts';
import type { IncentiveLine } from '../../api/types.ts';
import { MESSAGES } from '../../text/messages.ts';
import { ReservationLine } from './ReservationLine.tsx';

interface Props {
  readonly lines: readonly IncentiveLine[];
  readonly month: Month;
  /** Shows the status on each line (list view); a card shows it itself. */
  readonly withStatus?: boolean;
}

export function IncentiveLines({ lines, month, withStatus }: Props) {
  if (lines.length === 0) return <p className="quiet">{MESSAGES.noDetails}</p>;
  return (
    <ul className="lines">
      {lines.map((line) => (
        <ReservationLine key={line.reservationNo} line={line} month={month} withStatus={withStatus} />
      ))}
    </ul>
  );
}
