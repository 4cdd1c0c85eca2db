import type { Day } from '@fynbos/domain/calendar.ts';
import { lazy, Suspense, useState } from 'react';
import type { Promotion } from '../../api/types.ts';
import { promotionDay } from '../../format/date.ts';
import { percent, shortRand } from '../../format/money.ts';
import { CopyButton } from '../../shell/CopyButton.tsx';
import { PageIcon } from '../../shell/PageIcon.tsx';
import { reloadOnStaleChunk } from '../../shell/reload-on-stale-chunk.ts';
import { isRunning, timeText } from './promotion-time.ts';

const QrDialog = lazy(() => import('../../dialogs/QrDialog.tsx').catch(reloadOnStaleChunk));

interface Props {
  readonly promotion: Promotion;
  readonly minimumRewardCents: number | undefined;
  readonly loyaltyTrackingNo: string;
  readonly today: Day;
}

/**
 * One promotion as a coupon: the rate large, the code and the tracking number to copy or to share together. The rate
 * with an R prefix and the dates are as in the specification (section 2).
 */
export function Offer({ promotion, minimumRewardCents, loyaltyTrackingNo, today }: Props) {
  const { promoCode, promoRate, description, startDate, endDate } = promotion;
  const [qr, setQr] = useState(false);
  const code = promoCode.toUpperCase();
  const running = isRunning(promotion, today);
  const booking = `Promotion code: ${code}\nLoyalty tracking number: ${loyaltyTrackingNo}`;
  return (
    <li className={running ? 'offer' : 'offer offer-later'}>
      <div className="offer-rate">
        <span className="offer-percent">{percent(Number(promoRate))}</span>
        <span className="tabular quiet">R{promoRate}</span>
      </div>
      <div className="offer-body">
        <h3>
          {code} {!running && <span className="badge badge-later">Starts soon</span>}
        </h3>
        <p>{description}</p>
        <p className="quiet">
          {percent(Number(promoRate))} of the time-and-kilometre revenue
          {minimumRewardCents !== undefined && `, at least ${shortRand(minimumRewardCents)} before tax`}.
        </p>
        <p className="offer-time">
          <PageIcon name="calendar" size={18} />
          <span>
            {timeText(promotion, today)}
            <span
              className="quiet"
              title={endDate ? undefined : `Ends on ${promotionDay(startDate)} (no end date set)`}
            >
              {' '}
              Starts on {promotionDay(startDate)}.{endDate ? ` Ends on ${promotionDay(endDate)}.` : ''}
            </span>
          </span>
        </p>
      </div>
      {running && (
        <div className="offer-actions">
          <CopyButton text={booking} label="Copy code and number" what={`of ${code}`} />
          <a
            className="copy"
            href={`https://wa.me/?text=${encodeURIComponent(`${description}\n${booking}`)}`}
            target="_blank"
            rel="noreferrer"
          >
            <PageIcon name="share" size={18} /> WhatsApp<span className="sr-only"> {code} (opens in a new tab)</span>
          </a>
          <a
            className="copy"
            href={`mailto:?subject=${encodeURIComponent(`Car rental with ${code}`)}&body=${encodeURIComponent(`${description}\n\n${booking}`)}`}
          >
            <PageIcon name="mail" size={18} /> Email<span className="sr-only"> {code}</span>
          </a>
          <button type="button" className="copy" onClick={() => setQr(true)}>
            <PageIcon name="qr" size={18} /> QR<span className="sr-only"> code of {code}</span>
          </button>
        </div>
      )}
      {qr && (
        <Suspense>
          <QrDialog title={`QR code of ${code}`} text={booking} onClose={() => setQr(false)} />
        </Suspense>
      )}
    </li>
  );
}
