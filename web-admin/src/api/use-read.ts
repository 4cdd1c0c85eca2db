import { useQuery } from '@tanstack/react-query';
import { get } from './http.ts';

/** Reads a path under `/api/admin/`. Components that read the same path share the answer. */
export const useRead = <Answer>(path: string) =>
  useQuery({ queryKey: ['read', path], queryFn: ({ signal }) => get<Answer>(path, signal) });
