import type { Booking } from '../../api/types.ts';
import { useRead } from '../../api/use-read.ts';
import { Icon } from '../../components/Icon.tsx';
import { Link } from '../../components/Link.tsx';
import { LoadState, useFresh } from '../../components/load-state.tsx';
import { Page } from '../../components/Page.tsx';
import { dayName } from '../../format/date.ts';
import { rand } from '../../format/money.ts';
import { serverText, T, t } from '../../i18n/t.tsx';

/** Reservations before their invoice; those that would not qualify come first, while they can still be corrected. */
export default function BookingsPage() {
  const loaded = useRead('agent/bookings');
  useFresh(loaded);
  const { data } = loaded;
  const problems = data?.filter(({ problem }) => problem) ?? [];
  const qualifying = data?.filter(({ problem }) => !problem) ?? [];
  const expected = qualifying.reduce((sum, { expectedNettCents }) => sum + (expectedNettCents ?? 0), 0);
  return (
    <Page
      parent="incentives"
      title={t('Your bookings')}
      intro={t('Reservations with your tracking number that are not invoiced yet.')}
    >
      <LoadState of={loaded} text={t('Your bookings could not be loaded.')} />
      {data?.length === 0 && (
        <p className="note">
          <T
            text="No open bookings. A reservation appears here when the rental company sends it to us; some send only the invoice. Invoiced rentals are under %{link}."
            link={<Link to="/agent/incentives">{t('My Incentives')}</Link>}
          />
        </p>
      )}
      <div className="stack-wide">
        <Group
          id="problems"
          title={t('1 booking needs your attention |||| %{count} bookings need your attention', {
            count: problems.length,
          })}
          bookings={problems}
        />
        <Group
          id="qualifying"
          title={
            expected > 0 ? t('On course: about %{expected} after tax', { expected: rand(expected) }) : t('On course')
          }
          bookings={qualifying}
        />
      </div>
    </Page>
  );
}

interface GroupProps {
  readonly id: string;
  readonly title: string;
  readonly bookings: readonly Booking[];
}

function Group({ id, title, bookings }: GroupProps) {
  if (bookings.length === 0) return null;
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className="stack">
        {bookings.map((booking) => (
          <BookingItem key={booking.reservationNo} booking={booking} />
        ))}
      </ul>
    </section>
  );
}

const ADVICE: Readonly<Partial<Record<NonNullable<Booking['problem']>['code'], string>>> = {
  NonQualifyingCode: t('Ask for the reservation to be changed to an active promotion code before the rental starts.'),
  PromotionNotActive: t('The code was not active on the booking date. Rebook with a code that is active today.'),
  RewardExceedsRevenue: t('The rental is too small for the minimum reward.'),
  Cancelled: t('Nothing to do: the reservation was cancelled.'),
  NoShow: t('Nothing to do: the client did not collect the vehicle.'),
};

function BookingItem({ booking }: { readonly booking: Booking }) {
  const { reservationNo, pickUpOn, returnOn, promoCode, problem, expectedNettCents } = booking;
  const { vehicleGroup, pickupBranch, returnBranch, rateCode } = booking;
  const days = { from: dayName(pickUpOn), to: dayName(returnOn) };
  return (
    <li className="card stack-tight">
      <div className="row spread">
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
          <p className="with-icon">
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
