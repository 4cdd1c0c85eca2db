import { useState } from 'react';
import { api } from '../../api/calls.ts';
import type { RentalMatch } from '../../api/types.ts';
import { dayName } from '../../format/date.ts';
import { Icon } from '../../shell/Icon.tsx';
import { LoadFailed } from '../../shell/LoadFailed.tsx';
import { useLoaded } from '../../shell/use-loaded.ts';
import '../../styles/table.css';

const NAMES: Readonly<Record<RentalMatch['fields'][number]['field'], string>> = {
  promoCode: 'Promotion code',
  rateCode: 'Rate code',
  vehicleGroup: 'Vehicle group',
  pickupBranch: 'Pick-up branch',
  returnBranch: 'Return branch',
};

/** Compares the reservation with the rental on demand, with the fields that differ marked. */
export function MatchSheet({ reservationNo }: { readonly reservationNo: string }) {
  const [open, setOpen] = useState(false);
  const id = `match-${reservationNo}`;
  return (
    <>
      <button type="button" className="link" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {open ? 'Hide comparison' : 'Compare reservation and rental'}
        <span className="sr-only"> {reservationNo}</span>
      </button>
      <div id={id} className="match" hidden={!open}>
        {open && <Sheet reservationNo={reservationNo} />}
      </div>
    </>
  );
}

function Sheet({ reservationNo }: { readonly reservationNo: string }) {
  const { data, failed, reload } = useLoaded(() => api.match(reservationNo), reservationNo);
  if (failed && !data) return <LoadFailed text="The comparison could not be loaded." onRetry={reload} />;
  if (!data)
    return (
      <div className="skeleton" aria-hidden="true">
        <i className="tall" />
      </div>
    );
  const differing = data.fields.filter(({ reservation, rental }) => reservation !== rental);
  return (
    <>
      <p role="status">{summary(differing)}</p>
      <table className="table match-table">
        <caption className="sr-only">Reservation {reservationNo} compared with its rental</caption>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Booked</th>
            <th scope="col">Rented</th>
          </tr>
        </thead>
        <tbody>
          {data.fields.map(({ field, reservation, rental, mustMatch }) => {
            const differs = reservation !== rental;
            return (
              <tr key={field} className={differs && mustMatch ? 'match-differs' : undefined}>
                <th scope="row">{NAMES[field]}</th>
                <td>{reservation ?? 'none'}</td>
                <td>
                  {differs ? <strong>{rental ?? 'none'}</strong> : rental}
                  {differs && (
                    <span className="match-mark">
                      <Icon name={mustMatch ? 'alert' : 'check'} size={16} />{' '}
                      {mustMatch ? 'Differs' : 'Changed, allowed'}
                    </span>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="quiet">
        {`Booked on ${dayName(data.reservedOn)}. Picked up ${dayName(data.pickedUpOn)}, returned ${dayName(data.returnedOn)}; dates may differ. Invoice ${data.invoiceNo}.`}
      </p>
    </>
  );
}

function summary(differing: RentalMatch['fields']): string {
  const wrong = differing.filter(({ mustMatch }) => mustMatch);
  if (wrong.length === 0) return 'The rental matched the reservation.';
  const changes = wrong.map(
    ({ field, reservation, rental }) => `${NAMES[field].toLowerCase()}: booked ${reservation}, rented ${rental}`,
  );
  return `These must be the same for a reward: ${changes.join('; ')}.`;
}
