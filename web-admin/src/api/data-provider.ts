import type { Declared, QueryOf, Sending, Trailing } from '@fynbos/api/contract.ts';
import simpleRest from 'ra-data-simple-rest';
import type { DataProvider, UpdateParams } from 'react-admin';
import { fetchUntilReady, withAsOf } from './fetch-until-ready.ts';
import { type AdminAnswer, type AdminBody, addressOf, json, type Reply } from './http.ts';

const API_PATH = '/api/admin';
const rest = simpleRest(API_PATH, json);

/** Response to an accepted update that waits for approval. The record is unchanged. */
export interface PendingApproval {
  readonly approvalId: string;
  readonly status: 'waiting';
}

export const isPendingApproval = (answer: unknown): answer is PendingApproval =>
  (answer as PendingApproval | null)?.status === 'waiting' && 'approvalId' in (answer as object);

const asOfOf = (meta: unknown): string | null => (meta as { asOf?: string | null } | undefined)?.asOf ?? null;

/** Creates ra-data-simple-rest with an http client for one call, which extends the request or reads from the reply. */
const restBy = (client: (url: string, options?: RequestInit) => Promise<Reply>) => simpleRest(API_PATH, client);

/** What a command can send in addition to its body. */
interface Change {
  /** Version that the administrator saw. The server refuses the command (412) if the record has another. */
  readonly version?: number | undefined;
  /** Reason that is recorded with the change, for a call without one in its body. */
  readonly reason?: string | null | undefined;
}

const headersOf = ({ version, reason }: Change = {}): Record<string, string> => ({
  ...(version === undefined ? {} : { 'If-Match': String(version) }),
  ...(reason?.trim() ? { 'X-Reason': encodeURIComponent(reason.trim()) } : {}),
});

export interface Commands {
  /** Sends a command under `/api/admin/`. */
  command<const Method extends 'POST' | 'PUT' | 'DELETE', const Path extends string>(
    method: Method,
    path: Path & Declared<Method, `admin/${Path}`>,
    ...[body, change]: Trailing<AdminBody<Method, Path>, [change?: Change]>
  ): Promise<AdminAnswer<Method, Path>>;
  /** Sends a text or a file under `/api/admin/`. */
  upload<const Path extends string>(
    path: Path & Declared<'POST', `admin/${Path}`>,
    content: string | Blob,
    ...[options]: Trailing<Sending<'query', QueryOf<'POST', `admin/${Path}`>> & { readonly type?: string }>
  ): Promise<AdminAnswer<'POST', Path>>;
}

export type AdminDataProvider = DataProvider & Commands;

const commands: Commands = {
  command: async (method, path, ...[body, change]) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    return (await json(addressOf(path), { method, headers: headersOf(change), ...sent })).json;
  },
  upload: async (path, content, ...[{ query, type = 'text/csv' } = {} as never]) =>
    (await json(addressOf(path, query), { method: 'POST', body: content, headers: { 'Content-Type': type } })).json,
};

/**
 * ra-data-simple-rest with `If-Match`, the reason (`meta.reason`), `?asOf=`, lower bounds of totals, and updates that
 * wait for approval. `If-Match` is the version that the form opened with (`data.version`), not `previousData`, which a
 * refetch updates. Records are changed and removed one by one.
 */
export const dataProvider: AdminDataProvider = {
  ...rest,
  ...commands,
  getList: async (resource, params) => {
    let atLeast = false;
    const page = await restBy(async (url, options) => {
      const reply = await fetchUntilReady(withAsOf(url, asOfOf(params.meta)), params.signal, options);
      atLeast = reply.headers.get('X-Total-Is') === 'at-least';
      return reply;
    }).getList(resource, params);
    return { ...page, meta: { atLeast } };
  },
  getOne: (resource, params) =>
    restBy((url, options) => json(withAsOf(url, asOfOf(params.meta)), options)).getOne(resource, params),
  update: async (resource, params: UpdateParams) => {
    const { version, ...data } = params.data as { version?: number };
    const headers = headersOf({ version, reason: (params.meta as { reason?: string } | undefined)?.reason });
    const answer = await restBy((url, options) => json(url, { ...options, headers })).update(resource, {
      ...params,
      data,
    });
    return isPendingApproval(answer.data)
      ? { data: { ...params.previousData, id: params.id, ...(answer.data as object) } as never }
      : answer;
  },
  updateMany: () => Promise.reject(new Error('Records are changed one by one, each against its version.')),
  deleteMany: () => Promise.reject(new Error('Records are removed one by one.')),
};
