import { endOfDay, isDay } from '@fynbos/domain/calendar.ts';
import { z } from 'zod';
import { day } from '../http/fields.ts';
import { badList } from './list-request.ts';

/** An instant, or a date that means the end of that day in Johannesburg. Output in ISO 8601 UTC. */
export const asOfMoment = z
  .union([
    day().transform((text) => endOfDay(text).toISOString()),
    z.iso
      .datetime({ offset: true })
      .refine((instant) => isDay(instant.slice(0, 10)), 'Must not be before 1900.')
      .transform((instant) => new Date(instant).toISOString()),
  ])
  .optional();

/**
 * Parses `asOf` of a query: an instant, or a date, which means the end of that day in Johannesburg. Returns null for
 * now. Throws 400.
 */
export function asOfOf(query: unknown): Date | null {
  const given = (query as { asOf?: unknown }).asOf;
  if (given === undefined || given === '') return null;
  const { data } = asOfMoment.safeParse(given);
  if (data === undefined) throw badList('asOf must be an instant with its zone, or a date.');
  return new Date(data);
}
