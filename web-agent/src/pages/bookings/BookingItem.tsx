import type { Booking } from '../../api/types.ts';
import { dayName } from '../../format/date.ts';
import { rand } from '../../format/money.ts';
import { Icon } from '../../shell/Icon.tsx';

/** What the agent can do about each problem; the rule itself is shown above it. */
const ADVICE: Readonly<Record<string, string>> = {
  NonQualifyingCode: 'Ask for the reservation to be changed to a running promotion code before the rental starts.',
  PromotionNotActive: 'The code was not running on the booking date. Rebook with a code that is running today.',
  RewardExceedsRevenue: 'The rental is too small for the minimum reward.',
  Cancelled: 'Nothing to do: the reservation was cancelled.',
  NoShow: 'Nothing to do: the client did not collect the vehicle.',
};

/** One booking: dates, code, what the rental must match, and the warning or the expected reward. */
export function BookingItem({ booking }: { readonly booking: Booking }) {
  const { reservationNo, pickUpOn, returnOn, promoCode, problem, expectedNettCents } = booking;
  const { vehicleGroup, pickupBranch, returnBranch, rateCode } = booking;
  return (
    <li className="card stack-tight">
      <div className="booking-head">
        <h3 className="tabular">{reservationNo}</h3>
        {expectedNettCents !== null && <strong className="tabular">about {rand(expectedNettCents)}</strong>}
      </div>
      <p>
        {dayName(pickUpOn)} to {dayName(returnOn)},{' '}
        {promoCode ? `code ${promoCode.toUpperCase()}` : 'no promotion code'}
      </p>
      {problem ? (
        <div className="note note-warning stack-tight">
          <p className="booking-warning">
            <Icon name="alert" />
            <strong>This booking would earn nothing.</strong>
          </p>
          <p>{problem.rule}</p>
          {ADVICE[problem.code] && <p>{ADVICE[problem.code]}</p>}
        </div>
      ) : (
        <p className="quiet">
          The rental must keep vehicle group {vehicleGroup}, rate code {rateCode}, pick-up {pickupBranch} and return{' '}
          {returnBranch}.
        </p>
      )}
    </li>
  );
}
