import { Link } from 'react-router-dom';
import { api } from '../../api/calls.ts';
import type { Booking } from '../../api/types.ts';
import { rand } from '../../format/money.ts';
import { LoadFailed } from '../../shell/LoadFailed.tsx';
import { useLoaded } from '../../shell/use-loaded.ts';
import { BookingItem } from './BookingItem.tsx';
import './bookings.css';

/** Reservations before their invoice; those that would not qualify come first, while they can still be corrected. */
export default function BookingsPage() {
  const { data, failed, reload } = useLoaded(api.bookings, 'bookings');
  const problems = data?.filter(({ problem }) => problem) ?? [];
  const qualifying = data?.filter(({ problem }) => !problem) ?? [];
  const expected = qualifying.reduce((sum, { expectedNettCents }) => sum + (expectedNettCents ?? 0), 0);
  return (
    <div className="page page-narrow">
      <div className="page-head">
        <p>
          <Link to="/agent/incentives">My Incentives</Link>
        </p>
        <h1>Your bookings</h1>
        <p>Reservations with your tracking number that are not invoiced yet.</p>
      </div>
      {failed && !data && <LoadFailed text="Your bookings could not be loaded." onRetry={reload} />}
      {!data && !failed && (
        <div className="skeleton">
          <i className="tall" />
        </div>
      )}
      {data?.length === 0 && (
        <p className="note">
          No open bookings. A reservation appears here when the rental company sends it to us; some send only the
          invoice. Invoiced rentals are under <Link to="/agent/incentives">My Incentives</Link>.
        </p>
      )}
      <div className="stack-wide">
        <Group
          id="problems"
          title={
            problems.length === 1 ? '1 booking needs your attention' : `${problems.length} bookings need your attention`
          }
          bookings={problems}
        />
        <Group
          id="qualifying"
          title={expected > 0 ? `On course: about ${rand(expected)} after tax` : 'On course'}
          bookings={qualifying}
        />
      </div>
    </div>
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
