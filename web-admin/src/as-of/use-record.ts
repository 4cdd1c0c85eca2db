import type { Declared } from '@fynbos/api/contract.ts';
import { type Identifier, type RaRecord, useGetOne } from 'react-admin';
import type { AdminAnswer } from '../api/http.ts';
import { pollingOf, type Read, readOf } from '../components/use-read.tsx';
import { useAsOf } from './as-of.tsx';

/** A record of a resource as its list answers it. */
export type ListedOf<Resource extends string> =
  AdminAnswer<'GET', Resource> extends readonly (infer Item extends RaRecord)[] ? Item : never;

/** A record as its own call answers it. */
type DetailOf<Resource extends string> = Extract<AdminAnswer<'GET', `${Resource}/${string}`>, RaRecord>;

/** A record, by its id, as of the moment of the page. Until it arrives, the row that a list left in the cache. */
export function useListedRecord<const Resource extends string>(
  resource: Resource & Declared<'GET', `admin/${Resource}/${string}`>,
  id: Identifier,
): Read<ListedOf<Resource> | DetailOf<Resource>> {
  const asOf = useAsOf();
  return readOf(useGetOne<ListedOf<Resource> | DetailOf<Resource>>(resource, { id, meta: { asOf } }), 8);
}

/**
 * Loads a record with the fields that its list lacks. `pollMs`: interval by the latest response; null stops. A record
 * as of a moment is not polled.
 *
 * Three resources are read by `useRead`: the answers of `events` and `month-closes` have no `id` of their own, and a
 * past state of `tax-years` is prepared first (202), for which a record does not wait.
 */
export function useRecord<const Resource extends string>(
  resource: Resource & Declared<'GET', `admin/${Resource}/${string}`>,
  id: Identifier,
  pollMs: (latest: DetailOf<Resource> | undefined) => number | null = () => null,
): Read<DetailOf<Resource>> {
  const asOf = useAsOf();
  // Without `isWhole`, the rows of lists would be in the same cache.
  const params = { id, meta: { asOf, isWhole: true } };
  const polling = pollingOf({ pollMs: asOf === null ? pollMs : null, readsOnFocus: asOf === null });
  return readOf(useGetOne<DetailOf<Resource>>(resource, params, polling), 8);
}
