import type { Approval as WaitingApproval } from '@fynbos/api/approvals/answers.ts';
import type { Permission } from '@fynbos/domain/admin/permissions.ts';
import { whoAmI } from '../api/session.ts';
import { useMay } from '../record/use-may.ts';
import { useRead } from '../record/use-read.tsx';

/** Refresh interval of the waiting approvals, in milliseconds. */
const REFRESH_MS = 60_000;

const QUERY = {
  filter: '{"status":"waiting"}',
  range: '[0,99]',
  sort: '["requestedAt","ASC"]',
};

/** The requests that the signed-in administrator can decide about, oldest first; at most 100. */
export function useWaitingApprovals(): readonly WaitingApproval[] {
  const may = useMay();
  const { data = [] } = useRead(may('reports:see') ? 'approvals' : null, { query: QUERY, pollMs: REFRESH_MS });
  const me = whoAmI().id;
  return data.filter(({ requestedBy, permission }) => String(requestedBy) !== me && may(permission as Permission));
}
