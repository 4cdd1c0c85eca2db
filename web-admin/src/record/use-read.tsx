import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { getAsOf } from '../api/fetch-until-ready.ts';
import { get } from '../api/http.ts';
import { ErrorNote, Waiting } from './states.tsx';

interface Options<Answer> {
  /** Moment of the answer; null for now. */
  readonly asOf?: string | null;
  /** Interval at which the path is read again, in milliseconds. */
  readonly pollMs?: number;
  /** Whether it is read again, by the latest answer. */
  readonly pollWhile?: (answer: Answer) => boolean;
  /** Height of the placeholder in rows. */
  readonly rows?: number;
}

type Read<Answer> = { readonly error: Error | null; readonly refetch: () => Promise<unknown> } & (
  | { readonly data: Answer; readonly notice: null }
  | { readonly data: Answer | undefined; readonly notice: ReactElement }
);

/**
 * Reads a path under `/api/admin/`; nothing for null. Components that read the same path share the answer. `notice` is
 * the placeholder or the error to show; null when the answer is current.
 */
export function useRead<Answer>(
  path: string | null,
  { asOf = null, pollMs, pollWhile, rows }: Options<Answer> = {},
): Read<Answer> {
  const { data, error, refetch } = useQuery({
    enabled: path !== null,
    queryKey: ['read', path, asOf],
    queryFn: ({ signal }) => (asOf ? getAsOf<Answer>(path ?? '', asOf, signal) : get<Answer>(path ?? '', signal)),
    refetchInterval: ({ state: { data: latest } }) =>
      pollMs && (!pollWhile || (latest && pollWhile(latest))) ? pollMs : false,
  });
  if (error) return { data, error, refetch, notice: <ErrorNote error={error} onRetry={refetch} /> };
  return data === undefined
    ? { data, error, refetch, notice: <Waiting {...(rows ? { rows } : {})} /> }
    : { data, error, refetch, notice: null };
}
