import simpleRest from 'ra-data-simple-rest';
import type { DataProvider, GetListParams, RaRecord, UpdateParams } from 'react-admin';
import { call, json } from './http.ts';
import { made } from './made.ts';

const rest = simpleRest('/api/admin', json as never);

/** An update that was accepted but waits for a second person: the record stays as it is. */
export interface Waiting {
  readonly approvalId: string;
  readonly status: 'waiting';
}

export const isWaiting = (answer: unknown): answer is Waiting =>
  (answer as Waiting | null)?.status === 'waiting' && 'approvalId' in (answer as object);

const asOfOf = (meta: unknown): string | null => (meta as { asOf?: string | null } | undefined)?.asOf ?? null;

function listUrl(resource: string, { pagination, sort, filter, meta }: GetListParams): string {
  const { page, perPage } = pagination ?? { page: 1, perPage: 10 };
  const query = new URLSearchParams({
    filter: JSON.stringify(filter ?? {}),
    range: JSON.stringify([(page - 1) * perPage, page * perPage - 1]),
    ...(sort ? { sort: JSON.stringify([sort.field, sort.order]) } : {}),
  });
  const asOf = asOfOf(meta);
  if (asOf) query.set('asOf', asOf);
  return `/api/admin/${resource}?${query}`;
}

/**
 * ra-data-simple-rest with what it lacks: `If-Match` from the version that the form opened with (`data.version`, which the
 * form carries, not `previousData`, which a refetch renews), the moment of `?asOf=`, and no N calls for many records.
 */
export const dataProvider: DataProvider = {
  ...rest,
  getList: async (resource, params) => {
    const { json: data, headers } = await made(listUrl(resource, params), params.signal);
    const total = Number(headers.get('Content-Range')?.split('/').at(-1));
    return { data, total, meta: { atLeast: headers.get('X-Total-Is') === 'at-least' } };
  },
  getOne: async (resource, params) => {
    const asOf = asOfOf(params.meta);
    const query = asOf ? `?asOf=${encodeURIComponent(asOf)}` : '';
    const { json: data } = await json(`/api/admin/${resource}/${encodeURIComponent(params.id)}${query}`, {
      signal: params.signal,
    });
    return { data };
  },
  update: async <RecordType extends RaRecord>(resource: string, params: UpdateParams) => {
    const { version, ...data } = params.data as { version?: number };
    const answer = await call<RecordType | Waiting>('PUT', `${resource}/${encodeURIComponent(params.id)}`, data, {
      ...(version === undefined ? {} : { 'If-Match': String(version) }),
    });
    if (isWaiting(answer))
      return { data: { ...params.previousData, id: params.id, ...answer } as unknown as RecordType };
    return { data: answer };
  },
  updateMany: () => Promise.reject(new Error('Records are changed one by one, each against its version.')),
  deleteMany: () => Promise.reject(new Error('Records are removed one by one.')),
};
