import { Link } from 'react-router-dom';
import { rewards } from '../../api/reward-calls.ts';
import type { Booking } from '../../api/types.ts';
import { LoadState } from '../../components/LoadState.tsx';
import { SubPage } from '../../components/SubPage.tsx';
import { useLoaded } from '../../components/use-loaded.ts';
import { rand } from '../../format/money.ts';
import { T, t } from '../../i18n/t.tsx';
import { BookingItem } from './BookingItem.tsx';
import './bookings.css';

/** Reservations before their invoice; those that would not qualify come first, while they can still be corrected. */
export default function BookingsPage() {
  const loaded = useLoaded(rewards.bookings, 'bookings');
  const { data } = loaded;
  const problems = data?.filter(({ problem }) => problem) ?? [];
  const qualifying = data?.filter(({ problem }) => !problem) ?? [];
  const expected = qualifying.reduce((sum, { expectedNettCents }) => sum + (expectedNettCents ?? 0), 0);
  return (
    <SubPage
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
    </SubPage>
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
      <ul className="bookings">
        {bookings.map((booking) => (
          <BookingItem key={booking.reservationNo} booking={booking} />
        ))}
      </ul>
    </section>
  );
}
