import type { Declared, Trailing } from '@fynbos/api/contract.ts';
import { keepPreviousData, type QueryKey, skipToken, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { getAsOf } from '../api/fetch-until-ready.ts';
import type { AdminAnswer, AdminQuery } from '../api/http.ts';
import { ErrorNote, Waiting } from './states.tsx';

interface Options<Answer> {
  /** Interval at which it is read again, in milliseconds. A function gets the latest answer; null stops. */
  readonly pollMs?: number | null | ((latest: Answer | undefined) => number | null);
  /** Whether it is read again when the tab is shown again. */
  readonly readsOnFocus?: boolean;
  /** Time for which an answer is reused, in milliseconds. */
  readonly freshMs?: number;
  /** Time for which an unused answer stays in the cache, in milliseconds. Default: five minutes. */
  readonly keptMs?: number;
  /** Whether the previous answer is shown until that of another path or query has arrived. */
  readonly keepsPrevious?: boolean;
  /** Height of the placeholder in rows. */
  readonly rows?: number;
}

interface State {
  readonly error: Error | null;
  readonly refetch: () => Promise<unknown>;
}

export type Read<Answer> = State &
  (
    | { readonly data: Answer; readonly notice: null }
    | { readonly data: Answer | undefined; readonly notice: ReactElement }
  );

/**
 * `notice`: placeholder or error; null when the answer is current. Reads no more of `result` than it returns: TanStack
 * Query renders again for each property that was read, such as `isFetching`.
 */
export function readOf<Answer>(
  { data, error, refetch }: State & { readonly data: Answer | undefined },
  rows?: number,
): Read<Answer> {
  const state = { error, refetch };
  if (error) return { ...state, data, notice: <ErrorNote error={error} onRetry={refetch} /> };
  return data === undefined
    ? { ...state, data, notice: <Waiting {...(rows ? { rows } : {})} /> }
    : { ...state, data, notice: null };
}

/** Options of a query, for `useQuery` and for react-admin's hooks. */
export const pollingOf = <Answer,>({ pollMs, readsOnFocus, freshMs }: Options<Answer>) => ({
  refetchInterval: ({ state: { data: latest } }: { state: { data: Answer | undefined } }) =>
    (typeof pollMs === 'function' ? pollMs(latest) : pollMs) ?? false,
  ...(readsOnFocus && { refetchOnWindowFocus: true }),
  ...(freshMs !== undefined && { staleTime: freshMs }),
});

/**
 * Use for what is not one GET under `/api/admin/`. `read`: null reads nothing. Components with the same key share the
 * answer. `notice`: placeholder or error; null when the answer is current.
 */
export function useAnswer<Answer>(
  key: QueryKey,
  read: ((signal: AbortSignal) => Promise<Answer>) | null,
  options: Options<Answer> = {},
): Read<Answer> {
  const result = useQuery({
    queryKey: key,
    queryFn: read === null ? skipToken : ({ signal }) => read(signal),
    ...pollingOf(options),
    ...(options.keptMs !== undefined && { gcTime: options.keptMs }),
    ...(options.keepsPrevious && { placeholderData: keepPreviousData }),
  });
  return readOf(result, options.rows);
}

type ReadOptions<Path extends string> = Options<AdminAnswer<'GET', Path>> &
  AdminQuery<Path> & {
    /** Moment of the answer; null for now. */
    readonly asOf?: string | null;
  };

/** Reads a path under `/api/admin/`, like `useAnswer`. */
export function useRead<const Path extends string>(
  path: (Path & Declared<'GET', `admin/${Path}`>) | null,
  ...[options = {} as ReadOptions<Path>]: Trailing<ReadOptions<Path>>
): Read<AdminAnswer<'GET', Path>> {
  const { query, asOf = null } = options;
  return useAnswer<AdminAnswer<'GET', Path>>(
    ['read', path, query, asOf],
    path === null ? null : (signal) => getAsOf<Path>(path, { ...options, asOf, signal }),
    options,
  );
}
