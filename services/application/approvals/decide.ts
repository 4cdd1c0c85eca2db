import { grantOf, type Permission } from '@fynbos/domain/admin/permissions.ts';
import {
  APPROVAL_MESSAGES,
  type ApprovalRequest,
  approvalDecider,
  approvalStreamOf,
} from '@fynbos/domain/approval/approval.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { type AdminCaller, forbidden } from '../caller.ts';
import { handle, load } from '../handle.ts';
import type { Application, Stores, WithLog } from '../services.ts';
import { finishRequest } from './execute.ts';
import { readChange } from './frozen-changes.ts';
import { assertMayBreakGlass, assertRequesterMayRequest, countOtherApprovers } from './rights.ts';

export interface ApprovalDecision {
  readonly approvalId: string;
  readonly caller: AdminCaller;
  readonly reason: string;
  readonly context: CommandContext;
}

const unknown = () => new DomainError('not-found', 'approval.unknown', APPROVAL_MESSAGES.unknown);

/** Includes personal data. Needs the request's permission or the `sufficient` one. Throws 403 and 404. */
export async function requestFor(
  log: EventLog,
  approvalId: string,
  { roles }: AdminCaller,
  sufficient?: Permission,
): Promise<ApprovalRequest> {
  const { state } = await load(log, approvalDecider, approvalStreamOf(approvalId));
  if (state.status === 'none') throw unknown();
  const permissions = [state.permission as Permission, ...(sufficient ? [sufficient] : [])];
  if (permissions.every((permission) => grantOf(roles, permission) === null)) throw forbidden();
  return state;
}

const decide = (
  log: EventLog,
  { approvalId, caller, reason, context }: ApprovalDecision,
  command: { type: 'Approve' | 'RequestBreakGlass'; others: number } | { type: 'Reject' | 'Withdraw' },
) =>
  handle(log, {
    decider: approvalDecider,
    streamId: approvalStreamOf(approvalId),
    command: { ...command, by: caller.adminId, reason },
    context: { ...context, reason },
  });

/**
 * Records an approval (X3, X4, X5), which `execute.ts` carries out. Returns its position; undefined if it was already
 * recorded. Throws 409 if the requester no longer has the permission; the request stays open and can be rejected.
 * Throws 403 for break-glass without its permission.
 */
export async function approve(services: Stores, decision: ApprovalDecision): Promise<Position | undefined> {
  const { log } = services;
  const { approvalId, caller } = decision;
  const state = await requestFor(log, approvalId, caller);
  const isBreakGlass = caller.adminId === state.requestedBy && state.breakGlassRequestedAt !== null;
  if (isBreakGlass) assertMayBreakGlass(caller);
  const others = isBreakGlass ? await countOtherApprovers(services, state.permission as Permission, caller.adminId) : 0;
  if (state.status === 'waiting') {
    await assertRequesterMayRequest(log, state);
    readChange(state);
  }
  return (await decide(log, decision, { type: 'Approve', others })).position;
}

/** Rejects another administrator's request, or withdraws the caller's own. Returns the position of the event. */
export async function closeRequest(
  { log }: WithLog,
  type: 'Reject' | 'Withdraw',
  decision: ApprovalDecision,
): Promise<Position | undefined> {
  const state = await requestFor(log, decision.approvalId, decision.caller);
  const { position } = await decide(log, decision, { type });
  await finishRequest(log, state, decision.context);
  return position;
}

/**
 * Asks to approve the caller's own request, 24 hours later, if no other administrator has the permission (X5). Throws
 * 403, also without the permission of break-glass.
 */
export async function requestBreakGlass(
  services: Pick<Application, 'log' | 'db' | 'logger'>,
  decision: ApprovalDecision,
): Promise<Position | undefined> {
  const { log, logger } = services;
  const { approvalId, caller } = decision;
  const { permission, requestedBy } = await requestFor(log, approvalId, caller);
  assertMayBreakGlass(caller);
  const isOwn = caller.adminId === requestedBy;
  const others = isOwn ? await countOtherApprovers(services, permission as Permission, caller.adminId) : 0;
  const { position } = await decide(log, decision, { type: 'RequestBreakGlass', others });
  logger.warn({ approvalId, adminId: caller.adminId }, 'a break-glass approval was requested');
  return position;
}
