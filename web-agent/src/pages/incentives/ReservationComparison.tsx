import { useState } from 'react';
import type { RentalMatch } from '../../api/types.ts';
import { useRead } from '../../api/use-read.ts';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { LoadState } from '../../components/load-state.tsx';
import { dayName } from '../../format/date.ts';
import { t } from '../../i18n/t.tsx';
import '../../styles/table.css';

const NAMES: Readonly<Record<RentalMatch['fields'][number]['field'], string>> = {
  promoCode: t('Promotion code'),
  rateCode: t('Rate code'),
  vehicleGroup: t('Vehicle group'),
  pickupBranch: t('Pick-up branch'),
  returnBranch: t('Return branch'),
};

export function ReservationComparison({ reservationNo }: { readonly reservationNo: string }) {
  const [open, setOpen] = useState(false);
  const id = `match-${reservationNo}`;
  return (
    <>
      <Button
        label={open ? t('Hide comparison') : t('Compare reservation and rental')}
        about={reservationNo}
        variant="link"
        aria-expanded={open}
        aria-controls={id}
        onPress={() => setOpen(!open)}
      />
      <div id={id} className="match" hidden={!open}>
        {open && <Sheet reservationNo={reservationNo} />}
      </div>
    </>
  );
}

function Sheet({ reservationNo }: { readonly reservationNo: string }) {
  const loaded = useRead(`agent/incentives/${encodeURIComponent(reservationNo)}/match`);
  const { data } = loaded;
  if (!data) return <LoadState of={loaded} text={t('The comparison could not be loaded.')} />;
  const differing = data.fields.filter(({ reservation, rental }) => reservation !== rental);
  return (
    <>
      <p role="status">{summary(differing)}</p>
      <table className="table match-table">
        <caption className="sr-only">
          {t('Reservation %{reservationNo} compared with its rental', { reservationNo })}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('Field')}</th>
            <th scope="col">{t('Booked')}</th>
            <th scope="col">{t('Rented')}</th>
          </tr>
        </thead>
        <tbody>
          {data.fields.map(({ field, reservation, rental, mustMatch }) => {
            const differs = reservation !== rental;
            return (
              <tr key={field} className={differs && mustMatch ? 'match-differs' : undefined}>
                <th scope="row">{NAMES[field]}</th>
                <td>{reservation ?? t('none')}</td>
                <td>
                  {differs ? <strong>{rental ?? t('none')}</strong> : rental}
                  {differs && (
                    <span className="match-mark">
                      <Icon name={mustMatch ? 'alert' : 'check'} size={16} />{' '}
                      {mustMatch ? t('Differs') : t('Changed (allowed)')}
                    </span>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="quiet">
        {t(
          'Booked on %{reservedOn}. Picked up %{pickedUpOn}, returned %{returnedOn}; dates may differ. Invoice %{invoiceNo}.',
          {
            reservedOn: dayName(data.reservedOn),
            pickedUpOn: dayName(data.pickedUpOn),
            returnedOn: dayName(data.returnedOn),
            invoiceNo: data.invoiceNo,
          },
        )}
      </p>
    </>
  );
}

function summary(differing: RentalMatch['fields']): string {
  const wrong = differing.filter(({ mustMatch }) => mustMatch);
  if (wrong.length === 0) return t('The rental matched the reservation.');
  const changes = wrong.map(({ field, reservation, rental }) =>
    t('%{field} (booked %{reservation}, rented %{rental})', {
      field: NAMES[field].toLowerCase(),
      reservation: reservation ?? t('none'),
      rental: rental ?? t('none'),
    }),
  );
  return t('No reward is earned, because these differ: %{changes}.', { changes: changes.join(', ') });
}
