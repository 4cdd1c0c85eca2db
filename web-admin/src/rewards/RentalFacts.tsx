import type { Rental } from '@fynbos/api/rewards/answers.ts';
import { FigureTable } from '../components/FigureTable.tsx';
import { fieldName, fieldText } from '../components/field.ts';
import { Facts, Tag } from '../components/texts.tsx';
import { instant, words } from '../format/format.ts';
import { asPart, T, type Wording } from '../i18n/T.tsx';

type Fact = Rental['facts'][number];

type Fields = Readonly<Record<string, unknown>>;

/** Fields that must be equal in the reservation and the rental; any other field may differ. */
const COMPARED_FIELDS: ReadonlySet<string> = new Set([
  'promoCode',
  'rateCode',
  'vehicleGroup',
  'pickupBranch',
  'returnBranch',
]);

/** Fields that identify the record and not the rental. */
const OMITTED_FIELDS: ReadonlySet<string> = new Set(['eventId', 'integratorId', 'reservationNo', 'revision']);

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reservation and rental side by side; a field that must match and does not is marked. */
export function Comparison({ reservation, rental }: { reservation: Fields; rental: Fields }) {
  const names = [...new Set([...Object.keys(reservation), ...Object.keys(rental)])];
  const shown = (fields: Fields, name: string) => (name in fields ? asPart(fieldText(name, fields[name])) : '');
  return (
    <div className="compared">
      <FigureTable
        caption="Reservation and rental compared"
        columns={['Field', 'Reservation', 'Rental']}
        rows={names.map((name) => [
          name,
          [fieldName(name)],
          shown(reservation, name),
          COMPARED_FIELDS.has(name) && reservation[name] !== rental[name] ? (
            <span className="differs" key="rental">
              <T>{shown(rental, name)}</T> <Tag tone="bad">Differs</Tag>
            </span>
          ) : (
            shown(rental, name)
          ),
        ])}
      />
    </div>
  );
}

const plainFacts = (fields: Fields): (readonly [string, Wording])[] =>
  Object.entries(fields).flatMap(([name, value]) =>
    OMITTED_FIELDS.has(name) || isObject(value) ? [] : [[fieldName(name), fieldText(name, value)] as const],
  );

/** The facts that integrators sent about a reservation, oldest first. */
export function RentalFacts({ facts }: { facts: readonly Fact[] }) {
  return (
    <ol className="history">
      {facts.map(({ type, recordedAt, ...fields }, at) => {
        const { reservation, rental } = fields;
        return (
          <li className="history-entry" key={String(at)}>
            <T as="h2">{words(type)}</T>
            <p className="quiet">{instant(recordedAt)}</p>
            <Facts facts={plainFacts(fields)} />
            {isObject(reservation) && isObject(rental) && <Comparison rental={rental} reservation={reservation} />}
          </li>
        );
      })}
    </ol>
  );
}
