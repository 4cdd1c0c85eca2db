import type { Approval as WaitingApproval } from '@fynbos/api/approvals/answers.ts';

import { useQuery } from '@tanstack/react-query';
import { usePermissions } from 'react-admin';
import { json } from '../api/http.ts';
import { whoAmI } from '../api/session.ts';

/** Refresh interval of the waiting approvals, in milliseconds. */
const REFRESH_MS = 60_000;

/** The requests that the signed-in administrator can decide about, oldest first; at most 100. */
export function useWaitingApprovals(): readonly WaitingApproval[] {
  const { permissions } = usePermissions<Record<string, string>>();
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
    enabled: Boolean(permissions?.['reports:see']),
    refetchInterval: REFRESH_MS,
    staleTime: REFRESH_MS / 2,
  });
  const me = whoAmI().id;
  return data.filter(({ requestedBy, permission }) => String(requestedBy) !== me && permissions?.[permission]);
}
