import { badList } from '../lists/list-request.ts';
import { asOfMoment } from '../reports/as-of-moment.ts';

export { FOREVER, rowAsOf, rowsAsOf } from '@fynbos/application/as-of.ts';

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
