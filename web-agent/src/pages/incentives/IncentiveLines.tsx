import type { Month } from '@fynbos/domain/calendar.ts';
import type { IncentiveLine } from '../../api/types.ts';
import { t } from '../../i18n/t.tsx';
import { ReservationLine } from './ReservationLine.tsx';

interface Props {
  readonly lines: readonly IncentiveLine[];
  readonly month: Month;
}

export function IncentiveLines({ lines, month }: Props) {
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
