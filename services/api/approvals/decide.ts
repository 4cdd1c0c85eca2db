import { adminOf } from '@fynbos/application/caller.ts';
import { handle, load } from '@fynbos/application/handle.ts';
import type { Permission } from '@fynbos/domain/admin/permissions.ts';
import { type ApprovalState, approvalDecider, approvalStream } from '@fynbos/domain/approval/approval.ts';
import { DomainError, isDomainError } from '@fynbos/domain/errors.ts';
import { release } from '@fynbos/event-store/claims.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { authorise } from '../http/authorise.ts';
import type { Answer, Call } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { kindNamed } from './kinds.ts';
import { othersHolding } from './others.ts';
import { APPROVAL_CLAIM, claimTextOf } from './request.ts';
import { assertRequesterMayAsk } from './requester.ts';

/** The state of a request, for somebody who holds the permission that it is about; throws 403 and 404. */
export async function requestFor(services: Services, call: Call): Promise<ApprovalState> {
  const { state } = await load(services.log, approvalDecider, approvalStream(call.params.id as string));
  if (state.status === 'none') throw new DomainError('not-found', 'approval.unknown', 'There is no such request.');
  authorise({ admin: state.permission as Permission }, call.caller, undefined);
  return state;
}

/** What ends a request: its claim is free for the next, and what it held of anybody can never be read again. */
async function finish(services: Services, state: ApprovalState, call: Call): Promise<void> {
  const owner = approvalStream(state.approvalId);
  await release(services.log, {
    kind: APPROVAL_CLAIM,
    text: claimTextOf(state.kind, state.subject),
    owner,
    context: call.context,
  });
  await services.log.keys.destroy(owner);
}

/** Approves, and carries the change out against the state of now; what no longer holds is recorded as failed, with why. */
export async function approve(services: Services, call: Call<{ reason: string }>): Promise<Answer> {
  const state = await requestFor(services, call);
  const stream = approvalStream(state.approvalId);
  const context = { ...call.context, reason: call.body.reason };
  const at = context.now.toISOString();
  const by = adminOf(call.caller).adminId;
  // Only who approves their own request has to be alone with the right.
  const others = by === state.requestedBy ? await othersHolding(services, state.permission as Permission, by) : 0;
  if (state.status === 'waiting') await assertRequesterMayAsk(services, state);
  const approval = { type: 'Approve', at, by, reason: call.body.reason, others } as const;
  await handle(services.log, approvalDecider, stream, approval, context);
  const kind = kindNamed(state.kind);
  if (!kind) throw new DomainError('conflict', 'approval.kind', 'This release does not know this kind of change.');
  let failure: DomainError | undefined;
  let executed: Position | undefined;
  try {
    // Again, after the approval is on record: rights may have changed between, and a request may have waited for its execution.
    await assertRequesterMayAsk(services, state);
    executed = await kind.execute(services, state.payload, state.personal ?? {}, {
      ...context,
      causationId: state.approvalId,
    });
  } catch (error) {
    if (!isDomainError(error)) throw error;
    failure = error;
  }
  const outcome = failure
    ? ({ type: 'RecordFailed', at, code: failure.code, message: failure.message } as const)
    : ({ type: 'RecordExecuted', at } as const);
  const { position, state: then } = await handle(services.log, approvalDecider, stream, outcome, call.context);
  await finish(services, state, call);
  const last =
    [executed, position]
      .filter((one) => one !== undefined)
      .sort()
      .at(-1) ?? null;
  // As it stands on record: another process may have carried it out while this one hung.
  if (then.status === 'failed')
    return {
      status: 409,
      body: {
        status: 'failed',
        message: `Approved, but it could not be carried out${failure ? `: ${failure.message}` : '.'}`,
      },
      position: last,
    };
  return { body: { status: 'executed', message: 'Approved and carried out.' }, position: last };
}

/** Rejects another's request, or takes one's own back. */
export async function end(
  services: Services,
  call: Call<{ reason: string }>,
  type: 'Reject' | 'Withdraw',
): Promise<Answer> {
  const state = await requestFor(services, call);
  const { reason } = call.body;
  const command = { type, at: call.context.now.toISOString(), by: adminOf(call.caller).adminId, reason } as const;
  const { position } = await handle(services.log, approvalDecider, approvalStream(state.approvalId), command, {
    ...call.context,
    reason,
  });
  await finish(services, state, call);
  const status = type === 'Reject' ? 'rejected' : 'withdrawn';
  return {
    body: { status, message: type === 'Reject' ? 'Rejected. Nothing was changed.' : 'Withdrawn. Nothing was changed.' },
    position: position ?? null,
  };
}
