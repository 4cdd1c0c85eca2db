import { centsOfRand, plainRand } from '@fynbos/domain/money.ts';
import { WIRE_TYPES } from '@fynbos/domain/rental/events.ts';
import type { RentalFact } from '@fynbos/projections/rentals/rentals.ts';

const TERMS = ['promoCode', 'rateCode', 'vehicleGroup', 'pickupBranch', 'returnBranch'];

/** Columns that a list may have: the fields of a rental event, nested ones with a dot. */
export const LIST_COLUMNS: readonly string[] = [
  'eventId',
  'type',
  'occurredAt',
  'reservationNo',
  'invoiceNo',
  'invoiceDate',
  'loyaltyTrackingNo',
  'marketSector',
  'driverName',
  'tkRevenue',
  ...['reservedOn', ...TERMS].map((field) => `reservation.${field}`),
  ...['pickedUpOn', 'returnedOn', ...TERMS].map((field) => `rental.${field}`),
  'creditNoteNo',
  'creditDate',
  'cancelledOn',
  'noShowOn',
  'holdId',
  'holdReason',
  'placedOn',
  'releasedOn',
];

/** Not compared: `occurredAt` is not content (R15), and drivers' names are encrypted. */
const IGNORED: ReadonlySet<string> = new Set(['eventId', 'occurredAt', 'driverName']);

/** Whether a column is compared. Other columns are not stored. */
export const isCompared = (column: string): boolean => !IGNORED.has(column);

function ours(fact: RentalFact, column: string): string {
  if (column === 'type') return WIRE_TYPES[fact.type];
  if (column === 'tkRevenue') return typeof fact.tkRevenueCents === 'number' ? plainRand(fact.tkRevenueCents) : '';
  const value = column
    .split('.')
    .reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], fact);
  return value === null || value === undefined ? '' : String(value);
}

function isSame(column: string, theirs: string, own: string): boolean {
  if (column === 'tkRevenue' && own !== '') {
    const cents = theirs === '' ? null : centsOfRand(Number(theirs));
    return cents !== null && plainRand(cents) === own;
  }
  return column.endsWith('promoCode') ? theirs.toLowerCase() === own.toLowerCase() : theirs === own;
}

/** The fields of a listed event that differ from the recorded one. 10 equals 10.00; promotion codes ignore case (P7). */
export function differingFields(
  cells: Readonly<Record<string, string>>,
  fact: RentalFact,
): { field: string; theirs: string; ours: string }[] {
  return Object.entries(cells).flatMap(([field, text]) => {
    if (!isCompared(field)) return [];
    const theirs = text.trim();
    const own = ours(fact, field);
    return isSame(field, theirs, own) ? [] : [{ field, theirs, ours: own }];
  });
}
