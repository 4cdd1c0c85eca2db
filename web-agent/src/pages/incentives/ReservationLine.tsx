import type { Month } from '@fynbos/domain/calendar.ts';
import type { IncentiveLine } from '../../api/types.ts';
import { Amounts, grossPayeNett } from '../../components/Amounts.tsx';
import { dayName, monthName } from '../../format/date.ts';
import { centsOf } from '../../format/money.ts';
import { serverText, t } from '../../i18n/t.tsx';
import { QuestionLink } from '../contact/QuestionLink.tsx';
import { ReservationComparison } from './ReservationComparison.tsx';
import { StatusBadge } from './StatusBadge.tsx';
import { whyText } from './why-text.ts';

interface LinesProps {
  readonly lines: readonly IncentiveLine[];
  readonly month: Month;
  readonly withStatus?: boolean;
}

export function ReservationLines({ lines, month, withStatus }: LinesProps) {
  if (lines.length === 0) return <p className="quiet">{t('No details available.')}</p>;
  return (
    <ul className="lines">
      {lines.map((line) => (
        <li className="line" key={line.reservationNo}>
          <ReservationLine line={line} month={month} withStatus={withStatus} />
        </li>
      ))}
    </ul>
  );
}

interface Props extends Omit<LinesProps, 'lines'> {
  readonly line: IncentiveLine;
}

/** One reservation: the amounts, the reason, the comparison with its rental and a prefilled enquiry. */
function ReservationLine({ line, month, withStatus }: Props) {
  const { reservationNo, marketSector, date, grossAmount, paye, nettAmount, promoCode, status } = line;
  const isDeclined = status === 'Declined';
  const Heading = withStatus || isDeclined ? 'h3' : 'h4';
  const why = whyText(line);
  const about = { reservationNo, promoCode: promoCode ?? '', month: monthName(month), decision: why };
  return (
    <>
      <div>
        <Heading>{t('Reservation %{reservationNo}', { reservationNo })}</Heading>
        <p className="quiet">
          {[dayName(date), marketSector, (withStatus || isDeclined) && promoCode].filter(Boolean).join(' · ')}
        </p>
        {withStatus && <StatusBadge status={status} />}
      </div>
      {!isDeclined && (
        <Amounts
          className="line-money"
          of={grossPayeNett({
            grossCents: centsOf(grossAmount),
            payeCents: centsOf(paye),
            nettCents: centsOf(nettAmount),
          })}
        />
      )}
      <div className="line-why">
        <p>
          <strong>{t('Why:')} </strong>
          {why}
        </p>
        {line.rule && <p className="quiet">{t('Rule: %{rule}', { rule: serverText(line.rule) })}</p>}
        <div className="row line-actions">
          <ReservationComparison reservationNo={reservationNo} />
          <QuestionLink
            subject={{ about }}
            about={reservationNo}
            label={isDeclined ? t('Ask about this reservation') : undefined}
          />
        </div>
      </div>
    </>
  );
}
