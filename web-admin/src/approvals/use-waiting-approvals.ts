import type { Approval as WaitingApproval } from '@fynbos/api/approvals/answers.ts';
import type { Permission } from '@fynbos/domain/admin/permissions.ts';
import { useQuery } from '@tanstack/react-query';
import { json } from '../api/http.ts';
import { whoAmI } from '../api/session.ts';
import { useMay } from '../record/use-may.ts';

/** Refresh interval of the waiting approvals, in milliseconds. */
const REFRESH_MS = 60_000;

/** The requests that the signed-in administrator can decide about, oldest first; at most 100. */
export function useWaitingApprovals(): readonly WaitingApproval[] {
  const may = useMay();
  const { data = [] } = useQuery({
    queryKey: ['approvals', 'waiting'],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({
        filter: '{"status":"waiting"}',
        range: '[0,99]',
        sort: '["requestedAt","ASC"]',
      });
      return (await json(`/api/admin/approvals?${query}`, { signal })).json as WaitingApproval[];
    },
    enabled: may('reports:see'),
    refetchInterval: REFRESH_MS,
    staleTime: REFRESH_MS / 2,
  });
  const me = whoAmI().id;
  return data.filter(({ requestedBy, permission }) => String(requestedBy) !== me && may(permission as Permission));
}
