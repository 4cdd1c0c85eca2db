import {
  type ApprovalRequest,
  approvalDecider,
  approvalIdOf,
  approvalStreamOf,
} from '@fynbos/domain/approval/approval.ts';
import type { ApprovalEvent } from '@fynbos/domain/approval/events.ts';
import { DAY_MS } from '@fynbos/domain/calendar.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { Contended, DomainError, isDomainError } from '@fynbos/domain/errors.ts';
import { release } from '@fynbos/event-store/claims/claims.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { type Position, StoreUnavailable } from '@fynbos/event-store/port.ts';
import type { FoldEvent } from '@fynbos/projections/engine/projection.ts';
import { type Reaction, reactionTo } from '@fynbos/projections/engine/reaction.ts';
import { causedBy } from '../caused-by.ts';
import { handle, load } from '../handle.ts';
import type { Essentials } from '../services.ts';
import { readChange, UNKNOWN_KIND } from './frozen-changes.ts';
import { approvalClaim } from './request.ts';
import { assertApproverMayApprove, assertRequesterMayRequest } from './rights.ts';

/** How long to wait for the execution of an approval, which usually takes tens of milliseconds. */
const OUTCOME_WAIT_MS = 5_000;
const POLL_MS = 100;

type Outcome =
  | { readonly status: 'executed'; readonly position: Position }
  | { readonly status: 'failed'; readonly position: Position; readonly failure: string };

/** The outcome of an approved request, or null if it is not recorded yet. */
async function outcomeOf(log: EventLog, approvalId: string): Promise<Outcome | null> {
  const { state, stream } = await load(log, approvalDecider, approvalStreamOf(approvalId), { personal: false });
  const position = stream.events.at(-1)?.position;
  if (position === undefined) return null;
  if (state.status === 'executed') return { status: 'executed', position };
  return state.status === 'failed' ? { status: 'failed', position, failure: state.failure } : null;
}

/** Null if it is not carried out within `outcomeWaitMs`, or the event store is unavailable: it is carried out later. */
export async function waitForOutcome(
  { log, outcomeWaitMs = OUTCOME_WAIT_MS }: { readonly log: EventLog; readonly outcomeWaitMs?: number },
  approvalId: string,
): Promise<Outcome | null> {
  const end = performance.now() + outcomeWaitMs;
  try {
    for (;;) {
      // Started before the check, so that an append during the check ends the wait at once.
      const news = log.store.waitForAppend(POLL_MS);
      const outcome = await outcomeOf(log, approvalId);
      if (outcome || performance.now() >= end) return outcome;
      await news;
    }
  } catch (error) {
    if (error instanceof StoreUnavailable) return null;
    throw error;
  }
}

type Decision = Extract<ApprovalEvent, { type: 'ApprovalGiven' | 'ApprovalRejected' | 'ApprovalWithdrawn' }>;

export const APPROVED_CHANGES_REACTION = 'approved-changes';

/** The context of the decision: the person as actor, the decision's reason and its network address. */
async function contextOf({ log, now }: Essentials, event: FoldEvent<Decision>): Promise<CommandContext> {
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
 * Carries out each approved change exactly once (X3), and finishes requests whose rejection or withdrawal was
 * interrupted. Starts at the first event, so that approvals of older releases are finished too (docs/decisions/0033).
 * `appends` is empty, because the request waits for the outcome itself.
 */
export const approvedChangesReaction = (services: Essentials): Reaction =>
  reactionTo<Decision>({
    name: APPROVED_CHANGES_REACTION,
    eventTypes: ['ApprovalGiven', 'ApprovalRejected', 'ApprovalWithdrawn'],
    async react(batch, { signal }) {
      for (const event of batch) {
        if (signal.aborted) throw new StoreUnavailable('the process is stopping');
        const approvalId = approvalIdOf(event.streamId);
        const context = await contextOf(services, event);
        if (event.type === 'ApprovalGiven') {
          const { approvedBy, approvedAt } = event.data;
          await executeApproval(services, { approvalId, approvedBy, approvedAt }, context);
        } else await finishClosed(services, approvalId, context);
      }
    },
  });

/** After this an approved change is no longer expected and is abandoned (docs/decisions/0033). */
export const EXECUTION_LIMIT_DAYS = 7;

export interface GivenApproval {
  readonly approvalId: string;
  readonly approvedBy: number;
  /** ISO instant. */
  readonly approvedAt: string;
}

/** Releases the claim, so that the change can be requested again, and destroys the key of the personal data. */
export async function finishRequest(log: EventLog, request: ApprovalRequest, context: CommandContext): Promise<void> {
  const owner = approvalStreamOf(request.approvalId);
  await release(log, { ...approvalClaim(request), owner, context });
  await log.keys.destroy(owner);
}

/** The call that closed the request does this too, but may have been interrupted. */
async function finishClosed({ log }: Essentials, approvalId: string, context: CommandContext): Promise<void> {
  const { state } = await load(log, approvalDecider, approvalStreamOf(approvalId), { personal: false });
  if (state.status !== 'none') await finishRequest(log, state, context);
}

function assertRecent({ approvedAt }: GivenApproval, now: Date): void {
  if (now.getTime() - Date.parse(approvedAt) <= EXECUTION_LIMIT_DAYS * DAY_MS) return;
  const message = `It was approved more than ${EXECUTION_LIMIT_DAYS} days ago and not applied. Request it again.`;
  throw new DomainError('conflict', 'approval.lapsed', message);
}

/** Returns the reason of a refusal, or null. Other errors are thrown, so that the execution is retried. */
async function execute(
  services: Essentials,
  approval: GivenApproval,
  state: ApprovalRequest,
  context: CommandContext,
): Promise<DomainError | null> {
  try {
    assertRecent(approval, context.now);
    // Rights may have changed since the approval.
    await assertRequesterMayRequest(services.log, state);
    await assertApproverMayApprove(services.log, approval.approvedBy, state);
    const { change, stored } = readChange(state);
    await change.execute(services, stored, context);
    return null;
  } catch (error) {
    if (!isDomainError(error)) throw error;
    // Retried, and later approvals wait: only conflicts that end on their own may throw `Contended`.
    if (error instanceof Contended) throw new StoreUnavailable(error.message);
    // Not an outcome either, because a newer release can carry it out.
    if (error.code === UNKNOWN_KIND) throw new Error(`${error.message} (${state.kind})`);
    return error;
  }
}

/**
 * Records the outcome: executed, or failed with a reason. Safe to repeat and to run twice at a time: the approval's id
 * is the idempotency key of every command. `context`: of the approval; the events carry the request's reason. Returns
 * the position of the outcome; undefined if it was already recorded. Throws `StoreUnavailable` to be retried.
 */
export async function executeApproval(
  services: Essentials,
  approval: GivenApproval,
  context: CommandContext,
): Promise<Position | undefined> {
  const { log } = services;
  const stream = approvalStreamOf(approval.approvalId);
  const { state, stream: history } = await load(log, approvalDecider, stream);
  if (state.status === 'none') return undefined;
  let position: Position | undefined;
  if (state.status === 'approved') {
    // The approver's reason, that of `ApprovalGiven`, is used where the request has none.
    const reason = history.events[0]?.metadata.reason ?? context.reason;
    const changeContext = { ...context, causationId: approval.approvalId, ...(reason === undefined ? {} : { reason }) };
    const failure = await execute(services, approval, state, changeContext);
    const outcome = failure
      ? ({ type: 'RecordFailed', code: failure.code, message: failure.message } as const)
      : ({ type: 'RecordExecuted' } as const);
    const { reason: _reason, ...recorded } = context;
    ({ position } = await handle(log, {
      decider: approvalDecider,
      streamId: stream,
      command: outcome,
      context: recorded,
    }));
  }
  // Also if the outcome was already recorded, because the process may have crashed between the outcome and this line.
  if (state.status !== 'waiting') await finishRequest(log, state, context);
  return position;
}
