import { adminDecider, adminStreamOf } from '@fynbos/domain/admin/admin.ts';
import { type AdminRole, grantOf, isPermitted, type Permission } from '@fynbos/domain/admin/permissions.ts';
import { APPROVAL_MESSAGES, type ApprovalRequest } from '@fynbos/domain/approval/approval.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { admins } from '@fynbos/projections/admins/admins.ts';
import type { AdminCaller } from '../caller.ts';
import { approversOf } from '../enabled-admins.ts';
import { load } from '../handle.ts';
import type { Stores } from '../services.ts';
import { waitForCompleteFigures } from '../wait-for-read-models.ts';

const BREAK_GLASS = 'break-glass' satisfies Permission;
const CHANGE_ADMINS = 'admins:change' satisfies Permission;

type Request = Pick<ApprovalRequest, 'requestedBy' | 'permission'>;

const REQUEST_AGAIN_MESSAGE = 'Reject the request; someone who holds the right can ask again.';

/** Why an administrator may not take part in a change, or null if they may. `verb`: their part in it. */
async function problemOf(log: EventLog, adminId: number, permission: string, verb: string): Promise<string | null> {
  const { state } = await load(log, adminDecider, adminStreamOf(adminId), { personal: false });
  if (state.status !== 'enabled') return `The administrator who ${verb} this is disabled.`;
  if (grantOf(state.roles, permission as Permission) === null)
    return `The administrator who ${verb} this no longer has the permission.`;
  return null;
}

/** Why the requester's rights forbid the approval of a request, or null if they do not. */
export async function requesterProblem(log: EventLog, { requestedBy, permission }: Request): Promise<string | null> {
  const problem = await problemOf(log, requestedBy, permission, 'asked for');
  return problem === null ? null : `${problem} ${REQUEST_AGAIN_MESSAGE}`;
}

/** Throws a 409 if the requester no longer has the permission. */
export async function assertRequesterMayRequest(log: EventLog, request: Request): Promise<void> {
  const problem = await requesterProblem(log, request);
  if (problem !== null) throw new DomainError('conflict', 'approval.requester', problem);
}

/** Throws a 409 if the approver no longer has the permission; after break-glass, also that of break-glass (X5). */
export async function assertApproverMayApprove(
  log: EventLog,
  approvedBy: number,
  { requestedBy, permission }: Request,
): Promise<void> {
  const needed = approvedBy === requestedBy ? [permission, BREAK_GLASS] : [permission];
  for (const one of needed) {
    const problem = await problemOf(log, approvedBy, one, 'approved');
    if (problem !== null) throw new DomainError('conflict', 'approval.approver', problem);
  }
}

/** Besides the permission of the request (X5). Throws 403. */
export function assertMayBreakGlass({ roles }: Pick<AdminCaller, 'roles'>): void {
  if (grantOf(roles, BREAK_GLASS) === null)
    throw new DomainError('forbidden', 'approval.break-glass', APPROVAL_MESSAGES.breakGlass);
}

/** A missing one would allow break-glass (X5): throws `approval.others-unknown` while the read model is incomplete. */
export async function countOtherApprovers(services: Stores, permission: Permission, by: number): Promise<number> {
  await waitForCompleteFigures(services, [admins.name], 'approval.others-unknown');
  return (await approversOf(services, permission, by)).length;
}

/** A change of an administrator; absent values stay. */
interface AdminChange {
  readonly adminId: number;
  readonly roles?: readonly AdminRole[] | undefined;
  readonly enabled?: boolean | undefined;
}

/**
 * Throws `admin.last` if no enabled administrator would hold the right to change administrators (X10). Passes for an
 * administrator without the right, and so for a change that was already made.
 */
export async function assertAdminsStayChangeable(
  services: Stores,
  { adminId, roles, enabled }: AdminChange,
): Promise<void> {
  const { state } = await load(services.log, adminDecider, adminStreamOf(adminId), { personal: false });
  if (state.status === 'none' || !isPermitted(state, CHANGE_ADMINS)) return;
  const isKept = enabled !== false && grantOf(roles ?? state.roles, CHANGE_ADMINS) !== null;
  if (isKept || (await approversOf(services, CHANGE_ADMINS, adminId)).length > 0) return;
  // The read model may lack a new administrator, so they are counted again once it is complete.
  if ((await countOtherApprovers(services, CHANGE_ADMINS, adminId)) > 0) return;
  throw new DomainError(
    'conflict',
    'admin.last',
    'No other administrator may change administrators. Give another one the role Admin first.',
  );
}
