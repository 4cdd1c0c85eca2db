import { approvalIdOf } from '@fynbos/domain/approval/approval.ts';
import type { ApprovalEvent } from '@fynbos/domain/approval/events.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import type { FoldEvent } from '@fynbos/projections/engine/projection.ts';
import { type Reaction, reactionTo } from '@fynbos/projections/engine/reaction.ts';
import type { ChangeDeps } from '../approvable/approved-change.ts';
import { causedBy } from '../caused-by.ts';
import { executeApproval } from './execute.ts';

type Approved = Extract<ApprovalEvent, { type: 'ApprovalGiven' }>;

export const APPROVED_CHANGES_REACTION = 'approved-changes';

/** The context of the approval: the approver as actor, the approval's reason and its network address. */
async function contextOf({ log, now }: ChangeDeps, event: FoldEvent<Approved>): Promise<CommandContext> {
  const from = await log.codec.openFrom(event);
  const { actor, reason } = event.metadata;
  return {
    ...causedBy(event, APPROVED_CHANGES_REACTION, now()),
    actor,
    ...(reason === undefined ? {} : { reason }),
    ...(from === null ? {} : { from }),
  };
}

/**
 * The process manager of approvals: carries out each approved change exactly once (X3). It starts at the first event,
 * so that approvals of older releases that were never carried out are also finished (docs/decisions/0033).
 * `appends` is empty, because the approver's request waits for the outcome itself (`outcome.ts`).
 */
export const approvedChangesReaction = (deps: ChangeDeps): Reaction =>
  reactionTo<Approved>({
    name: APPROVED_CHANGES_REACTION,
    eventTypes: ['ApprovalGiven'],
    async react(batch, { signal }) {
      for (const event of batch) {
        if (signal.aborted) throw new StoreUnavailable('the process is stopping');
        const { approvedBy, approvedAt } = event.data;
        const approvalId = approvalIdOf(event.streamId);
        await executeApproval(deps, { approvalId, approvedBy, approvedAt }, await contextOf(deps, event));
      }
    },
  });
