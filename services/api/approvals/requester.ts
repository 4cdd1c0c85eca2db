import { load } from '@fynbos/application/handle.ts';
import { adminDecider, adminStream } from '@fynbos/domain/admin/admin.ts';
import { grantOf, type Permission } from '@fynbos/domain/admin/permissions.ts';
import type { ApprovalState } from '@fynbos/domain/approval/approval.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import type { Services } from '../http/services.ts';

/** Why a request must not be carried out because of the person who asked for it; null where nothing speaks against it. */
export async function requesterProblem(
  { log }: Pick<Services, 'log'>,
  { requestedBy, permission }: Pick<ApprovalState, 'requestedBy' | 'permission'>,
): Promise<string | null> {
  const { state } = await load(log, adminDecider, adminStream(requestedBy), { personal: false });
  if (state.status !== 'enabled')
    return 'The administrator who asked for this is disabled. Reject the request; somebody with the right can ask again.';
  if (grantOf(state.roles, permission as Permission) === null)
    return 'The administrator who asked for this no longer has the right to. Reject the request; somebody with the right can ask again.';
  return null;
}

/** Throws a 409 where the person who asked for a change may not make it any more. */
export async function assertRequesterMayAsk(services: Pick<Services, 'log'>, state: ApprovalState): Promise<void> {
  const problem = await requesterProblem(services, state);
  if (problem !== null) throw new DomainError('conflict', 'approval.requester', problem);
}
