import type { Permission } from '@fynbos/domain/admin/permissions.ts';
import type { ApprovalRequest } from '@fynbos/domain/approval/approval.ts';
import { DAY_MS, instantAfter } from '@fynbos/domain/calendar.ts';
import type { ApprovalRow } from '@fynbos/projections/approvals/approvals.ts';
import { recentChanges } from '@fynbos/projections/audit-log/queries.ts';
import { adminNames, namesOf, streamsOfRecord } from '../audit/names.ts';
import { approversOf } from '../enabled-admins.ts';
import type { Essentials } from '../services.ts';
import { OPEN } from './requested-changes.ts';

const RECENT_DAYS = 90;

/** Who can decide about a request, and what people changed on its record shortly before it. */
export async function surroundingsOf(services: Essentials, state: ApprovalRequest, row: ApprovalRow) {
  const { log, db } = services;
  const since = instantAfter(row.requestedAt, -RECENT_DAYS * DAY_MS);
  const range = { since, until: row.requestedAt, streamIds: streamsOfRecord(row.subject) };
  const [ids, recent] = await Promise.all([
    OPEN.has(row.status) ? approversOf(services, state.permission as Permission, state.requestedBy) : [],
    recentChanges(db, range),
  ]);
  const [approverName, nameOf] = await Promise.all([
    adminNames(log, ids),
    namesOf(
      log,
      recent.map(({ actor }) => actor),
    ),
  ]);
  return {
    approvers: ids.map((id) => ({ id, name: approverName(id) })),
    recentChanges: recent.map((one) => ({ ...one, actor: nameOf(one.actor) })),
  };
}
