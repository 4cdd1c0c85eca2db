import { type Day, dayOf } from '@fynbos/domain/calendar.ts';
import { useState } from 'react';
import type { Promotion } from '../../api/types.ts';
import { language } from '../../i18n/language.ts';
import { t } from '../../i18n/t.tsx';
import { inOrder, isRunning, timeText } from './promotion-time.ts';
import './offers.css';
import { type Loaded, LoadState } from '../../components/load-state.tsx';
import { PageIcon } from '../../components/PageIcon.tsx';
import { promotionDay } from '../../format/date.ts';
import { percent, shortRand } from '../../format/money.ts';
import { FIGURES } from '../../settings.ts';
import { ShareActions } from '../../share/ShareActions.tsx';

interface Props {
  readonly promotions: Loaded<readonly Promotion[]>;
  /** Of the policy in force; absent while it loads: the page then shows the one it came with. */
  readonly minimumRewardCents: number | undefined;
  readonly loyaltyTrackingNo: string;
}

/** Active promotions as coupons (specification, section 2): those that can be booked now come first. */
export function EarnMore({ promotions, minimumRewardCents, loyaltyTrackingNo }: Props) {
  const minimumReward = minimumRewardCents === undefined ? FIGURES.minimumReward : shortRand(minimumRewardCents);
  const [today] = useState(() => dayOf(new Date()));
  const { data } = promotions;
  return (
    <section className="stack" aria-labelledby="earn-more">
      <h2 id="earn-more">{t('How can I earn More?')}</h2>
      <LoadState of={promotions} text={t('The promotions could not be loaded.')} />
      {data?.length === 0 && (
        <p className="quiet">{t('There are no promotions right now. Bookings you’ve already made still count.')}</p>
      )}
      {data && data.length > 0 && (
        <ul className="offers">
          {inOrder(data, today).map((promotion) => (
            <Offer key={promotion.id} {...{ promotion, minimumReward, loyaltyTrackingNo, today }} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface OfferProps {
  readonly promotion: Promotion;
  readonly minimumReward: string;
  readonly loyaltyTrackingNo: string;
  readonly today: Day;
}

/**
 * The code and the tracking number to copy or share. Rate with an R prefix and start date as in specification section
 * 2.
 */
function Offer({ promotion, minimumReward, loyaltyTrackingNo, today }: OfferProps) {
  const { promoCode, promoRate, description, startDate, endDate } = promotion;
  const code = promoCode.toUpperCase();
  const rate = percent(Number(promoRate));
  const running = isRunning(promotion, today);
  const booking = [
    t('Promotion code: %{promoCode}', { promoCode: code }),
    t('Loyalty tracking number: %{number}', { number: loyaltyTrackingNo }),
  ].join('\n');
  return (
    <li className={running ? 'offer' : 'offer offer-later'}>
      <div className="offer-rate">
        <span className="offer-percent">{rate}</span>
        <span className="tabular quiet">{`R${String(promoRate).replace('.', language.decimalSeparator)}`}</span>
      </div>
      <div className="offer-body">
        <h3>
          {code} {!running && <span className="badge badge-later">{t('Starts soon')}</span>}
        </h3>
        <p>{description}</p>
        <p className="quiet">
          {t('%{rate} of the time-and-kilometre revenue, at least %{minimumReward} before tax.', {
            rate,
            minimumReward,
          })}
        </p>
        <p className="with-icon">
          <PageIcon name="calendar" size={18} />
          <span>
            {[
              t('Starts on %{day}.', { day: promotionDay(startDate) }),
              endDate && t('Ends on %{day}.', { day: promotionDay(endDate) }),
              timeText(promotion, today),
            ]
              .filter(Boolean)
              .join(' ')}
          </span>
        </p>
      </div>
      {running && (
        <ShareActions
          text={booking}
          copyLabel={t('Copy code and number')}
          qrTitle={t('QR code of %{code}', { code })}
          message={`${description}\n${booking}`}
          subject={t('Car rental with %{code}', { code })}
          about={code}
        />
      )}
    </li>
  );
}
