import type { Approval as WaitingApproval } from '@fynbos/api/approvals/answers.ts';
import type { Permission } from '@fynbos/domain/admin/permissions.ts';
import { useGetList } from 'react-admin';
import { currentAdmin } from '../api/session.ts';
import { useMay } from '../api/use-may.ts';

/** Refresh interval of the waiting approvals, in milliseconds. */
const POLL_MS = 60_000;

const WAITING_LIST = {
  filter: { status: 'waiting' },
  pagination: { page: 1, perPage: 100 },
  sort: { field: 'requestedAt', order: 'ASC' },
} as const;

/** The requests that the signed-in administrator can decide about, oldest first; at most 100. */
export function useWaitingApprovals(): readonly WaitingApproval[] {
  const may = useMay();
  const { data = [] } = useGetList<WaitingApproval>('approvals', WAITING_LIST, {
    enabled: may('reports:see'),
    refetchInterval: POLL_MS,
  });
  const me = currentAdmin().id;
  return data.filter(({ requestedBy, permission }) => String(requestedBy) !== me && may(permission as Permission));
}
