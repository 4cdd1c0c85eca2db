import type { Declared, Trailing } from '@fynbos/api/contract.ts';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { getAsOf } from '../api/fetch-until-ready.ts';
import type { AdminAnswer, AdminQuery } from '../api/http.ts';
import { ErrorNote, Waiting } from './states.tsx';

interface Options<Answer> {
  /** Moment of the answer; null for now. */
  readonly asOf?: string | null;
  /** Interval at which the path is read again, in milliseconds. */
  readonly pollMs?: number;
  /** Whether it is read again, by the latest answer. */
  readonly pollWhile?: (answer: Answer) => boolean;
  /** Whether the previous answer is shown until that of another path or query has arrived. */
  readonly keepsPrevious?: boolean;
  /** Height of the placeholder in rows. */
  readonly rows?: number;
}

type ReadOptions<Path extends string> = Options<AdminAnswer<'GET', Path>> & AdminQuery<Path>;

type Read<Answer> = { readonly error: Error | null; readonly refetch: () => Promise<unknown> } & (
  | { readonly data: Answer; readonly notice: null }
  | { readonly data: Answer | undefined; readonly notice: ReactElement }
);

/**
 * Reads a path under `/api/admin/`; nothing for null. Components that read the same path share the answer. `notice` is
 * the placeholder or the error to show; null when the answer is current.
 */
export function useRead<const Path extends string>(
  path: (Path & Declared<'GET', `admin/${Path}`>) | null,
  ...[options = {} as ReadOptions<Path>]: Trailing<ReadOptions<Path>>
): Read<AdminAnswer<'GET', Path>> {
  const { query, asOf = null, pollMs, pollWhile, keepsPrevious, rows } = options;
  const { data, error, refetch } = useQuery({
    queryKey: ['read', path, query, asOf],
    queryFn: path === null ? skipToken : ({ signal }) => getAsOf<Path>(path, { ...options, asOf, signal }),
    refetchInterval: ({ state: { data: latest } }) =>
      pollMs && (!pollWhile || (latest && pollWhile(latest))) ? pollMs : false,
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
  });
  if (error) return { data, error, refetch, notice: <ErrorNote error={error} onRetry={refetch} /> };
  return data === undefined
    ? { data, error, refetch, notice: <Waiting {...(rows ? { rows } : {})} /> }
    : { data, error, refetch, notice: null };
}
