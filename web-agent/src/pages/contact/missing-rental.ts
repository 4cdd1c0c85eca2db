/** Passed from 'A rental is missing' to the contact page, in the router's state and not in the address. */
export interface MissingRental {
  readonly reservationNo: string;
  readonly promoCode: string;
  readonly month: string;
}

/** Returns the enquiry's text with the known values filled in and the rest left to complete. */
export const missingRentalText = ({ reservationNo, promoCode, month }: MissingRental): string =>
  [
    'A rental is missing from my incentives.',
    `Reservation number: ${reservationNo}`,
    `Promotion code: ${promoCode}`,
    `Month: ${month}`,
    'Date of the reservation: ',
  ].join('\n');

/** Reads the missing rental from the router's state, which can contain anything; null if there is none. */
export function missingRentalOf(state: unknown): MissingRental | null {
  const missing = (state as { missingRental?: Partial<MissingRental> } | null)?.missingRental;
  if (!missing) return null;
  return { reservationNo: missing.reservationNo ?? '', promoCode: missing.promoCode ?? '', month: missing.month ?? '' };
}
