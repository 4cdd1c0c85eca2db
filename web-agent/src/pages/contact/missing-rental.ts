/** What 'a rental is missing' hands over to the contact page: in the router's state, not in the address. */
export interface MissingRental {
  readonly reservationNo: string;
  readonly promoCode: string;
  readonly month: string;
}

/** The enquiry's text, with what is known filled in and the rest left to complete. */
export const missingRentalText = ({ reservationNo, promoCode, month }: MissingRental): string =>
  [
    'A rental is missing from my incentives.',
    `Reservation number: ${reservationNo}`,
    `Promotion code: ${promoCode}`,
    `Month: ${month}`,
    'Date of the reservation: ',
  ].join('\n');

/** Reads it back from the router's state, whatever that may hold. */
export function missingRentalOf(state: unknown): MissingRental | null {
  const missing = (state as { missingRental?: Partial<MissingRental> } | null)?.missingRental;
  if (!missing) return null;
  return { reservationNo: missing.reservationNo ?? '', promoCode: missing.promoCode ?? '', month: missing.month ?? '' };
}
