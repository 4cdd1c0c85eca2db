import { randomUUID } from 'node:crypto';
import { grantOf } from '@fynbos/domain/admin/permissions.ts';
import { type ApprovalStatus, approvalDecider, approvalStream } from '@fynbos/domain/approval/approval.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { claim, release } from '@fynbos/event-store/claims.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { type AdminCaller, forbidden } from '../caller.ts';
import { handle, load } from '../handle.ts';
import { APPROVED_CHANGES, type ApprovalKind, type PayloadOf, type PersonalOf } from './commands.ts';

/** A change for a second person to approve. `personal` is required for kinds that have some. */
export type ApprovalRequest<Kind extends ApprovalKind = ApprovalKind> = {
  readonly kind: Kind;
  /** Resource and id, e.g. `travel-agents/7`. One request of a kind may wait for each subject. */
  readonly subject: string;
  /** What would change, without personal data. */
  readonly summary: string;
  readonly fields: readonly string[];
  readonly payload: PayloadOf<Kind>;
} & (Record<string, never> extends PersonalOf<Kind>
  ? { readonly personal?: PersonalOf<Kind> }
  : { readonly personal: PersonalOf<Kind> });

/** A request as it was recorded. */
export interface Requested {
  readonly approvalId: string;
  readonly position: Position | undefined;
}

const OPEN: ReadonlySet<ApprovalStatus> = new Set(['waiting', 'approved']);

/** The claim under which a request of a kind waits for a subject. */
export const approvalClaim = (kind: string, subject: string) => ({ kind: 'approval', text: `${kind} ${subject}` });

/**
 * Records a change for a second person to approve (X3). `first` makes, once, what takes effect immediately: after the
 * request is sure to be accepted and before it is recorded; if it throws, nothing is left behind.
 * Throws 403 where the caller does not hold the right, 409 where the same change of the same subject is waiting already.
 */
export async function requestApproval<Kind extends ApprovalKind>(
  log: EventLog,
  { adminId, roles }: AdminCaller,
  { kind, subject, personal, ...request }: ApprovalRequest<Kind>,
  context: CommandContext,
  first?: () => Promise<unknown>,
): Promise<Requested> {
  const { permission } = APPROVED_CHANGES[kind];
  if (grantOf(roles, permission) === null) throw forbidden();
  const approvalId = randomUUID();
  const stream = approvalStream(approvalId);
  const mine = { ...approvalClaim(kind, subject), owner: stream, context };
  let done = first === undefined;
  // An approved request that is not carried out yet counts too: a newer one could be carried out before it.
  const isOpen = async (owner: string): Promise<boolean> =>
    OPEN.has((await load(log, approvalDecider, owner, { personal: false })).state.status);
  const claims = async (): Promise<void> => {
    if (!(await claim(log, { ...mine, ownerLanded: isOpen })))
      throw new DomainError('conflict', 'approval.waits', 'The same change waits for a second person already.');
    if (done) return;
    try {
      await first?.();
    } catch (error) {
      // Otherwise the next request would wait for this one, which never comes.
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
      at: context.now.toISOString(),
      by: adminId,
      ...{ approvalId, kind, permission, subject },
      ...request,
      payload: request.payload as Readonly<Record<string, unknown>>,
      personal: (personal ?? null) as Readonly<Record<string, unknown>> | null,
    },
    context,
    { claims },
  );
  return { approvalId, position };
}
