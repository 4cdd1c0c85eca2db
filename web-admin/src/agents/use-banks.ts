import type { ListedBank } from '@fynbos/api/agents/answers.ts';
import { BANKS } from '@fynbos/domain/identity/banks.ts';
import { useQuery } from '@tanstack/react-query';
import { request } from '../api/http.ts';

/** The current bank list; the programme's initial banks until the server has responded. */
export function useBanks(): readonly ListedBank[] {
  const { data } = useQuery({
    queryKey: ['banks'],
    queryFn: async ({ signal }) => (await (await request('/api/banks', { signal })).json()) as ListedBank[],
  });
  return data ?? BANKS;
}
