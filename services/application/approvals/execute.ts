import { type ApprovalState, approvalDecider, approvalStream } from '@fynbos/domain/approval/approval.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { DomainError, isDomainError } from '@fynbos/domain/errors.ts';
import { release } from '@fynbos/event-store/claims.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { type Position, StoreUnavailable } from '@fynbos/event-store/port.ts';
import { handle, load } from '../handle.ts';
import type { ChangeDeps } from './approved-change.ts';
import { approvalClaim } from './request.ts';
import { assertApproverMayApprove, assertRequesterMayAsk } from './rights.ts';
import { readChange, UNKNOWN_KIND } from './stored-change.ts';

/** After this an approved change that was never carried out is no longer what anyone expects (docs/decisions/0057). */
export const EXECUTION_LIMIT_DAYS = 7;
const DAY_MS = 24 * 3_600_000;

/** An approval to be carried out. */
export interface Given {
  readonly approvalId: string;
  readonly approvedBy: number;
  /** ISO instant. */
  readonly approvedAt: string;
}

/** Ends what a request held: the next one of its kind and subject may come, and its personal data cannot be read again. */
export async function finishRequest(
  log: EventLog,
  { approvalId, kind, subject }: ApprovalState,
  context: CommandContext,
): Promise<void> {
  const owner = approvalStream(approvalId);
  await release(log, { ...approvalClaim(kind, subject), owner, context });
  await log.keys.destroy(owner);
}

function assertRecent({ approvedAt }: Given, now: Date): void {
  if (now.getTime() - Date.parse(approvedAt) <= EXECUTION_LIMIT_DAYS * DAY_MS) return;
  const message = `It was approved more than ${EXECUTION_LIMIT_DAYS} days ago and not carried out. Ask for it again.`;
  throw new DomainError('conflict', 'approval.lapsed', message);
}

/** A conflict with work in progress: no outcome, the execution is tried again. */
const isContended = ({ code }: DomainError): boolean => code.endsWith('.contended');

/** Makes the change; gives why it was refused, or null. Throws what is no refusal, so that it is tried again. */
async function execute(
  deps: ChangeDeps,
  given: Given,
  state: ApprovalState,
  context: CommandContext,
): Promise<DomainError | null> {
  try {
    assertRecent(given, context.now);
    // Rights may have changed since the approval.
    await assertRequesterMayAsk(deps.log, state);
    await assertApproverMayApprove(deps.log, given.approvedBy, state);
    const { change, stored } = readChange(state);
    await change.execute(deps, stored, { ...context, causationId: given.approvalId });
    return null;
  } catch (error) {
    if (!isDomainError(error)) throw error;
    if (isContended(error)) throw new StoreUnavailable(error.message);
    // Not an outcome either: a newer release can carry it out.
    if (error.code === UNKNOWN_KIND) throw new Error(`${error.message} (${state.kind})`);
    return error;
  }
}

/**
 * Carries an approved change out against the present state and records the outcome: executed, or failed with the reason.
 * Safe to repeat, also by two processes at the same time: the approval's id is the idempotency key of every command (`once`).
 * `context`: of the approval, with its reason. Gives the position of the outcome; undefined where it was on record already.
 * Throws `StoreUnavailable` where it has to be tried again.
 */
export async function executeApproval(
  deps: ChangeDeps,
  given: Given,
  context: CommandContext,
): Promise<Position | undefined> {
  const { log } = deps;
  const stream = approvalStream(given.approvalId);
  const { state } = await load(log, approvalDecider, stream);
  let position: Position | undefined;
  if (state.status === 'approved') {
    const failure = await execute(deps, given, state, context);
    const at = context.now.toISOString();
    const outcome = failure
      ? ({ type: 'RecordFailed', at, code: failure.code, message: failure.message } as const)
      : ({ type: 'RecordExecuted', at } as const);
    const { reason: _reason, ...recorded } = context;
    ({ position } = await handle(log, approvalDecider, stream, outcome, recorded));
  }
  // Also where the outcome was on record: a crash may have come between it and this.
  if (state.status !== 'waiting') await finishRequest(log, state, context);
  return position;
}
