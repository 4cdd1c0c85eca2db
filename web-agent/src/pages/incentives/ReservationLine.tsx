import type { Month } from '@fynbos/domain/calendar.ts';
import { Link } from 'react-router-dom';
import type { IncentiveLine } from '../../api/types.ts';
import { Amounts } from '../../format/Amounts.tsx';
import { dayName, monthName } from '../../format/date.ts';
import { randOf } from '../../format/money.ts';
import { ruleText } from './rule-text.ts';
import { StatusBadge } from './StatusBadge.tsx';

interface Props {
  readonly line: IncentiveLine;
  readonly month: Month;
  readonly withStatus?: boolean;
}

/** One reservation: gross, PAYE and nett in a row, and the explanation. */
export function ReservationLine({ line, month, withStatus }: Props) {
  const { reservationNo, marketSector, date, grossAmount, paye, nettAmount, explanation, promoCode, status } = line;
  const Heading = withStatus || status === 'Declined' ? 'h3' : 'h4';
  const figures = ruleText(line);
  const missingRental = { reservationNo, promoCode: promoCode ?? '', month: monthName(month) };
  return (
    <li className="line">
      <div className="line-what">
        <Heading>Reservation {reservationNo}</Heading>
        <p className="quiet">
          {marketSector}, {dayName(date)}
          {withStatus && promoCode && `, ${promoCode}`}
        </p>
        {withStatus && <StatusBadge status={status} />}
      </div>
      <Amounts
        className="line-money"
        of={[
          { name: 'Gross', text: randOf(grossAmount) },
          { name: 'PAYE', text: randOf(paye) },
          { name: 'Nett', text: randOf(nettAmount) },
        ]}
      />
      <div className="line-why">
        <p>
          <strong>Why: </strong>
          {explanation}
        </p>
        {line.rule && <p>Rule: {line.rule}</p>}
        {figures && <p className="quiet">{figures}</p>}
        {status === 'Declined' && (
          <p>
            <Link to="/contact-us" state={{ missingRental }}>
              Ask about this reservation
            </Link>
          </p>
        )}
      </div>
    </li>
  );
}
