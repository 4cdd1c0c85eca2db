import { randomUUID } from 'node:crypto';
import { adminOf } from '@fynbos/application/caller.ts';
import { handle, load } from '@fynbos/application/handle.ts';
import { type ApprovalStatus, approvalDecider, approvalStream } from '@fynbos/domain/approval/approval.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { claim, release } from '@fynbos/event-store/claims.ts';
import type { Answer, Call } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import type { ApprovalKind, Payload } from './kinds.ts';

export interface ApprovalRequest {
  /** Resource and id, e.g. `travel-agents/7`. */
  readonly subject: string;
  /** What would change, without anybody's data. */
  readonly summary: string;
  readonly fields: readonly string[];
  readonly payload: Payload;
  /** What of it is somebody's data: sealed, and gone when the request is over. */
  readonly personal?: Payload;
}

export const APPROVAL_CLAIM = 'approval';
const OPEN: ReadonlySet<ApprovalStatus> = new Set(['waiting', 'approved']);
export const claimTextOf = (kind: string, subject: string): string => `${kind} ${subject}`;

/**
 * Leaves a change for a second person: 202 with the request's id. Throws a 409 where the same
 * change of the same record waits already. `first` does, once, what counts at once: after it is sure that the rest may
 * wait, and before it does; what it throws leaves nothing behind.
 */
export async function requestApproval(
  services: Services,
  call: Call,
  kind: ApprovalKind,
  request: ApprovalRequest,
  first?: () => Promise<unknown>,
): Promise<Answer> {
  const { log } = services;
  const approvalId = randomUUID();
  const stream = approvalStream(approvalId);
  const mine = {
    ...{ kind: APPROVAL_CLAIM, text: claimTextOf(kind.kind, request.subject), owner: stream },
    context: call.context,
  };
  let done = first === undefined;
  // Also one that was approved, but not carried out by a process that died: a newer one would be overtaken by it.
  const isOpen = async (owner: string): Promise<boolean> =>
    OPEN.has((await load(log, approvalDecider, owner, { personal: false })).state.status);
  const claims = async (): Promise<void> => {
    if (!(await claim(log, { ...mine, ownerLanded: isOpen })))
      throw new DomainError('conflict', 'approval.waits', 'The same change waits for a second person already.');
    if (done) return;
    try {
      await first?.();
    } catch (error) {
      // Else who asks again at once would wait for this request, which never comes.
      await release(log, mine);
      throw error;
    }
    done = true;
  };
  const { position } = await handle(
    log,
    approvalDecider,
    stream,
    {
      type: 'RequestApproval',
      at: call.context.now.toISOString(),
      by: adminOf(call.caller).adminId,
      approvalId,
      kind: kind.kind,
      permission: kind.permission,
      ...request,
      personal: request.personal ?? null,
    },
    call.context,
    { claims },
  );
  return {
    status: 202,
    body: { approvalId, status: 'waiting', message: 'Saved. It waits for a second person to approve it.' },
    position: position ?? null,
  };
}
