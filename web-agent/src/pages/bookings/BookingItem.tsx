import type { Booking } from '../../api/types.ts';
import { Icon } from '../../components/Icon.tsx';
import { dayName } from '../../format/date.ts';
import { rand } from '../../format/money.ts';
import { serverText, t } from '../../i18n/t.tsx';

/** What the agent can do about each problem; the rule itself is shown above it. */
const ADVICE: Readonly<Record<string, string>> = {
  NonQualifyingCode: t('Ask for the reservation to be changed to a running promotion code before the rental starts.'),
  PromotionNotActive: t('The code was not running on the booking date. Rebook with a code that is running today.'),
  RewardExceedsRevenue: t('The rental is too small for the minimum reward.'),
  Cancelled: t('Nothing to do: the reservation was cancelled.'),
  NoShow: t('Nothing to do: the client did not collect the vehicle.'),
};

/** One booking: dates, code, what the rental must match, and the warning or the expected reward. */
export function BookingItem({ booking }: { readonly booking: Booking }) {
  const { reservationNo, pickUpOn, returnOn, promoCode, problem, expectedNettCents } = booking;
  const { vehicleGroup, pickupBranch, returnBranch, rateCode } = booking;
  const days = { from: dayName(pickUpOn), to: dayName(returnOn) };
  return (
    <li className="card stack-tight">
      <div className="booking-head">
        <h3 className="tabular">{reservationNo}</h3>
        {expectedNettCents !== null && (
          <strong className="tabular">{t('about %{expectedNett}', { expectedNett: rand(expectedNettCents) })}</strong>
        )}
      </div>
      <p>
        {promoCode
          ? t('%{from} to %{to}, code %{code}', { ...days, code: promoCode.toUpperCase() })
          : t('%{from} to %{to}, no promotion code', days)}
      </p>
      {problem ? (
        <div className="note note-warning stack-tight">
          <p className="booking-warning">
            <Icon name="alert" />
            <strong>{t('This booking would earn nothing.')}</strong>
          </p>
          <p>{serverText(problem.rule)}</p>
          {ADVICE[problem.code] && <p>{ADVICE[problem.code]}</p>}
        </div>
      ) : (
        <p className="quiet">
          {t(
            'The rental must keep vehicle group %{vehicleGroup}, rate code %{rateCode}, pick-up %{pickupBranch} and return %{returnBranch}.',
            { vehicleGroup, rateCode, pickupBranch, returnBranch },
          )}
        </p>
      )}
    </li>
  );
}
