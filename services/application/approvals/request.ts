import { randomUUID } from 'node:crypto';
import { grantOf } from '@fynbos/domain/admin/permissions.ts';
import {
  type ApprovalRequest,
  type ApprovalState,
  approvalDecider,
  approvalStreamOf,
} from '@fynbos/domain/approval/approval.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { claim, release } from '@fynbos/event-store/claims/claims.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { ApprovalSubject } from '../audit/names.ts';
import { type AdminCaller, forbidden } from '../caller.ts';
import { handle, load } from '../handle.ts';
import type { ApprovedChange } from './approved-change.ts';
import { freezeChanges } from './frozen-changes.ts';
import { APPROVED_CHANGES, type ApprovalKind, changeNamed, type PayloadOf, type PersonalOf } from './kinds.ts';

/** A change that needs approval. `personal` is required for kinds with personal data. */
export type ChangeRequest<Kind extends ApprovalKind = ApprovalKind> = {
  readonly kind: Kind;
  /** Resource and id, for example `travel-agents/7`. It may have one open request of a kind, or one for each part. */
  readonly subject: ApprovalSubject;
  /** A description of the change without personal data. */
  readonly summary: string;
  readonly fields: readonly string[];
  /** The stored reason; the context's by default. */
  readonly reason?: string;
  /** What happens at once: runs once, when the request is certain to be accepted, before it is recorded. */
  readonly beforeRequest?: (() => Promise<unknown>) | undefined;
  readonly payload: PayloadOf<Kind>;
} & (Record<string, never> extends PersonalOf<Kind>
  ? { readonly personal?: PersonalOf<Kind> }
  : { readonly personal: PersonalOf<Kind> });

/** Waiting or approved. An approved one that is not carried out counts: a newer one could overtake it. */
export const isOpen = (state: ApprovalState): state is ApprovalRequest =>
  state.status === 'waiting' || state.status === 'approved';

export function approvalClaim({ kind, subject, payload }: Pick<ApprovalRequest, 'kind' | 'subject' | 'payload'>) {
  const partOf = changeNamed(kind)?.partOf;
  return { kind: 'approval', text: [kind, subject, ...(partOf ? [partOf(payload)] : [])].join(' ') };
}

/**
 * Nothing is recorded if `beforeRequest` throws (X3). Throws 403 without the permission, 409 if the same change is
 * waiting.
 */
export async function requestApproval<Kind extends ApprovalKind>(
  log: EventLog,
  { adminId, roles }: Pick<AdminCaller, 'adminId' | 'roles'>,
  { kind, subject, personal, reason, beforeRequest, ...request }: ChangeRequest<Kind>,
  callContext: CommandContext,
) {
  const change = APPROVED_CHANGES[kind] as ApprovedChange;
  const { permission } = change;
  const context = reason === undefined ? callContext : { ...callContext, reason };
  if (grantOf(roles, permission) === null) throw forbidden();
  const approvalId = randomUUID();
  const stream = approvalStreamOf(approvalId);
  const subjectClaim = { ...approvalClaim({ kind, subject, payload: request.payload }), owner: stream, context };
  let isPrepared = beforeRequest === undefined;
  const isOwnerRecorded = async (owner: string): Promise<boolean> =>
    isOpen((await load(log, approvalDecider, owner, { personal: false })).state);
  const claimSubject = async (): Promise<void> => {
    if (!(await claim(log, { ...subjectClaim, isOwnerRecorded })))
      throw new DomainError('conflict', 'approval.waits', 'The same change is already waiting for approval.');
    if (isPrepared) return;
    try {
      await beforeRequest?.();
    } catch (error) {
      // Otherwise later requests would wait for this one, which was never recorded.
      await release(log, subjectClaim);
      throw error;
    }
    isPrepared = true;
  };
  const stored = { payload: request.payload, personal: personal ?? {} };
  const frozen = await freezeChanges(log, change, stored, { approvalId, now: context.now });
  const { position } = await handle(log, {
    decider: approvalDecider,
    streamId: stream,
    command: {
      type: 'RequestApproval',
      by: adminId,
      approvalId,
      kind,
      permission,
      subject,
      ...request,
      payload: request.payload as Readonly<Record<string, unknown>>,
      personal: (personal ?? null) as Readonly<Record<string, unknown>> | null,
      frozen,
    },
    context,
    beforeAppend: claimSubject,
  });
  return { approvalId, position };
}
