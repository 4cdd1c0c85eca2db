import { dayOf } from '@fynbos/domain/calendar.ts';
import { useState } from 'react';
import type { Promotion } from '../../api/types.ts';
import { t } from '../../i18n/t.tsx';
import { Offer } from './Offer.tsx';
import { inOrder } from './promotion-time.ts';
import './offers.css';

interface Props {
  readonly promotions: readonly Promotion[] | undefined;
  /** From the policy in force; not shown while it is unknown. */
  readonly minimumRewardCents: number | undefined;
  readonly loyaltyTrackingNo: string;
}

/** Active promotions as coupons (specification, section 2): those that can be booked now come first. */
export function EarnMore({ promotions, minimumRewardCents, loyaltyTrackingNo }: Props) {
  const [today] = useState(() => dayOf(new Date()));
  return (
    <section className="stack" aria-labelledby="earn-more">
      <h2 id="earn-more">{t('How can I earn More?')}</h2>
      {promotions?.length === 0 && (
        <p className="quiet">{t('There are no promotions right now. Bookings you’ve already made still count.')}</p>
      )}
      {promotions && promotions.length > 0 && (
        <ul className="offers">
          {inOrder(promotions, today).map((promotion) => (
            <Offer key={promotion.id} {...{ promotion, minimumRewardCents, loyaltyTrackingNo, today }} />
          ))}
        </ul>
      )}
    </section>
  );
}
