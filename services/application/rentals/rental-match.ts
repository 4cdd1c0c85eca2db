import { DomainError } from '@fynbos/domain/errors.ts';
import { currentInvoice, MATCHING } from '@fynbos/domain/rental/assess.ts';
import type { Invoice } from '@fynbos/domain/rental/events.ts';
import { rentalDecider, rentalStreamOf } from '@fynbos/domain/rental/rental.ts';
import { z } from 'zod';
import { load } from '../handle.ts';
import type { Application } from '../services.ts';

const FIELDS = ['promoCode', ...MATCHING] as const;

export const rentalMatchShape = z.object({
  reservationNo: z.string(),
  invoiceNo: z.string(),
  reservedOn: z.string(),
  pickedUpOn: z.string(),
  returnedOn: z.string(),
  fields: z.array(
    z.object({
      field: z.enum(FIELDS),
      reservation: z.string().nullable(),
      rental: z.string().nullable(),
      /** Whether the field has to be the same (R8). A promotion code may change to another qualifying code (R7). */
      mustMatch: z.boolean(),
    }),
  ),
});
export type RentalMatch = Readonly<z.output<typeof rentalMatchShape>>;

/**
 * Compares the reservation with the rental of the invoice that decides the reward, for the agent whom the decision
 * names. Throws 404 for any other reservation, so that the answer does not reveal that it exists.
 */
export async function rentalMatch(
  { log }: Pick<Application, 'log'>,
  agentId: number,
  reservationNo: string,
): Promise<RentalMatch> {
  const { state } = await load(log, rentalDecider, rentalStreamOf(reservationNo), { personal: false });
  const current = currentInvoice(state);
  if (current === null || state.decision?.agentId !== agentId)
    throw new DomainError('not-found', 'rental.unknown', 'You have no such reservation.');
  return matchOf(current.invoice);
}

function matchOf({ reservationNo, invoiceNo, reservation, rental }: Invoice): RentalMatch {
  const { pickedUpOn, returnedOn } = rental;
  const fields = FIELDS.map((field) => ({
    field,
    reservation: reservation[field],
    rental: rental[field],
    mustMatch: field !== 'promoCode',
  }));
  return { reservationNo, invoiceNo, reservedOn: reservation.reservedOn, pickedUpOn, returnedOn, fields };
}
