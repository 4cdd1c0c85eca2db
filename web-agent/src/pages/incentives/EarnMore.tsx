import type { Promotion } from '../../api/types.ts';
import { promotionDay } from '../../format/date.ts';
import { percent, shortRand } from '../../format/money.ts';

interface Props {
  readonly promotions: readonly Promotion[] | undefined;
  /** From the policy in force; not shown while it is unknown. */
  readonly minimumRewardCents: number | undefined;
}

/**
 * Active promotions (specification, section 2): the code in capitals, the rate with an R prefix, and an explanation of
 * the rate.
 */
export function EarnMore({ promotions, minimumRewardCents }: Props) {
  return (
    <section className="stack" aria-labelledby="earn-more">
      <h2 id="earn-more">How can I earn More?</h2>
      {promotions?.length === 0 && (
        <p className="quiet">No promotion is active now. Your earlier bookings still count.</p>
      )}
      {promotions && promotions.length > 0 && (
        <ul className="promotions">
          {promotions.map(({ id, promoCode, promoRate, description, startDate, endDate }) => (
            <li key={id} className="stack-tight">
              <h3>
                {promoCode.toUpperCase()} <span className="tabular">R{promoRate}</span>
              </h3>
              <p>{description}</p>
              <p className="quiet">
                {percent(Number(promoRate))} of the time-and-kilometre revenue
                {minimumRewardCents !== undefined && `, at least ${shortRand(minimumRewardCents)} before tax`}.
              </p>
              <p className="quiet">
                Starts on {promotionDay(startDate)}. Ends on {promotionDay(endDate || startDate)}
                {endDate ? '' : ' (no end date set)'}.
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
