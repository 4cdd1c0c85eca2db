import type { Rental } from '@fynbos/api/rewards/answers.ts';
import { useRecord } from '../past/use-record.ts';

/** A fact that an integrator sent, with its fields. */
export type Fact = Rental['facts'][number];

/** A decision as the server returns it. Amounts in cents. */
export type Decision = NonNullable<Rental['decision']>;

/**
 * One reservation with its facts, as of the past moment of the page. A list leaves its rows in the cache; they have no
 * facts, so that they do not count.
 */
export function useRental(id: string): { readonly rental: Rental | undefined; readonly error: Error | null } {
  const { data, error } = useRecord('rewards', id, { staleTime: 0 });
  return { rental: data && 'facts' in data ? data : undefined, error };
}
