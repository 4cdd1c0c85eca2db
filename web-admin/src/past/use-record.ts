import type { Declared } from '@fynbos/api/contract.ts';
import { type Identifier, type RaRecord, useGetOne } from 'react-admin';
import type { AdminAnswer } from '../api/http.ts';
import { useAsOf } from './as-of.tsx';

/** A record of a resource as its list answers it. */
export type ListedOf<Resource extends string> =
  AdminAnswer<'GET', Resource> extends readonly (infer Item extends RaRecord)[] ? Item : never;

/** A record as its own call answers it, or, until then, as a list left it in the cache. */
type RecordOf<Resource extends string> =
  | ListedOf<Resource>
  | Extract<AdminAnswer<'GET', `${Resource}/${string}`>, RaRecord>;

/** Reads a record by its id, as of the moment of the page. `staleTime`: milliseconds for which an answer is reused. */
export function useRecord<const Resource extends string>(
  resource: Resource & Declared<'GET', `admin/${Resource}/${string}`>,
  id: Identifier,
  options: { readonly staleTime?: number } = {},
) {
  const asOf = useAsOf();
  return useGetOne<RecordOf<Resource>>(resource, { id, meta: { asOf } }, options);
}
