import { HOUR_MS } from '../calendar.ts';
import { type Decider, idFromStreamName } from '../decider.ts';
import { DomainError } from '../errors.ts';
import type { DataOf } from '../event-schema.ts';
import type { CodeOf } from '../refusal-codes.ts';
import type { ApprovalEvent } from './events.ts';

type RequestData = DataOf<ApprovalEvent, 'ApprovalRequested'>;

interface Requested
  extends Pick<RequestData, 'approvalId' | 'kind' | 'subject' | 'permission' | 'requestedBy' | 'payload'> {
  /** Null where there was none, or where the request is closed. */
  readonly personal: Readonly<Record<string, unknown>> | null;
  /** The compared fields at the time of the request (X7). */
  readonly frozen: FrozenChanges;
  /** ISO instant; null where break-glass was not requested. */
  readonly breakGlassRequestedAt: string | null;
}

type Status = 'waiting' | 'approved' | 'executed' | 'rejected' | 'withdrawn';

/** A request. `failure`: why the change could not be executed. */
export type ApprovalRequest = Requested &
  ({ readonly status: Status; readonly failure: null } | { readonly status: 'failed'; readonly failure: string });

export type ApprovalState = { readonly status: 'none' } | ApprovalRequest;

/** What a request would have changed when it was made: open fields, and personal ones encrypted for their person. */
export type FrozenChanges = Pick<RequestData, 'changes' | 'sealedChanges'>;

/** `by` is the administrator's id. */
export type ApprovalCommand =
  | ({
      readonly type: 'RequestApproval';
      readonly by: number;
      readonly fields: readonly string[];
      readonly personal: Readonly<Record<string, unknown>> | null;
      readonly frozen?: FrozenChanges;
    } & Pick<RequestData, 'approvalId' | 'kind' | 'subject' | 'permission' | 'summary' | 'payload'>)
  /** `others`: the number of other administrators with the permission, counted again when break-glass is used. */
  | {
      readonly type: 'RequestBreakGlass' | 'Approve';
      readonly by: number;
      readonly reason: string;
      readonly others: number;
    }
  | { readonly type: 'Reject' | 'Withdraw'; readonly by: number; readonly reason: string }
  | { readonly type: 'RecordExecuted' }
  | { readonly type: 'RecordFailed'; readonly code: string; readonly message: string };

/** Waiting time of a break-glass request in hours, so that others can object. */
export const BREAK_GLASS_HOURS = 24;

export const APPROVAL_MESSAGES = {
  unknown: 'Request not found.',
  own: 'You cannot approve your own request. Another administrator with the same right must approve it.',
  over: 'This request has already been decided.',
  tooSoon: `You can approve your own request ${BREAK_GLASS_HOURS} hours after you asked to approve it alone.`,
  othersThere: 'Someone else has this permission. Ask them to approve.',
  notYours: 'Only the requester can withdraw this request.',
  breakGlass: 'Your roles do not allow a break-glass approval. Give another person the right to approve this request.',
} as const;

const refuse = (kind: 'conflict' | 'forbidden' | 'not-found', code: CodeOf<'approval'>, message: string) =>
  new DomainError(kind, `approval.${code}`, message);

/** Whether the approval uses break-glass; throws where the administrator may not approve at all. */
function byBreakGlass(state: ApprovalRequest, by: number, others: number, at: string): boolean {
  if (by !== state.requestedBy) return false;
  if (state.breakGlassRequestedAt === null) throw refuse('forbidden', 'own', APPROVAL_MESSAGES.own);
  if (others > 0) throw refuse('forbidden', 'others-there', APPROVAL_MESSAGES.othersThere);
  const due = Date.parse(state.breakGlassRequestedAt) + BREAK_GLASS_HOURS * HOUR_MS;
  if (Date.parse(at) < due) throw refuse('forbidden', 'too-soon', APPROVAL_MESSAGES.tooSoon);
  return true;
}

function decide(command: ApprovalCommand, state: ApprovalState, at: string): readonly ApprovalEvent[] {
  if (command.type === 'RequestApproval') {
    if (state.status !== 'none') throw refuse('conflict', 'exists', 'This request already exists.');
    const { type: _type, by, personal, fields, payload, frozen, ...rest } = command;
    const data = { ...rest, ...frozen, fields: [...fields], payload: { ...payload }, requestedBy: by, requestedAt: at };
    return [{ type: 'ApprovalRequested', data: { ...data, personal: personal ? { payload: { ...personal } } : null } }];
  }
  if (state.status === 'none') throw refuse('not-found', 'unknown', APPROVAL_MESSAGES.unknown);
  if (command.type === 'RecordExecuted') {
    return state.status === 'approved' ? [{ type: 'ApprovalExecuted', data: { executedAt: at } }] : [];
  }
  if (command.type === 'RecordFailed') {
    const { code, message } = command;
    return state.status === 'approved' ? [{ type: 'ApprovalFailed', data: { code, message, failedAt: at } }] : [];
  }
  if (state.status === 'approved' && command.type === 'Approve') {
    byBreakGlass(state, command.by, command.others, at);
    // The process manager executes the change; a second approval has no effect.
    return [];
  }
  if (state.status !== 'waiting') throw refuse('conflict', 'over', APPROVAL_MESSAGES.over);
  const { by, reason } = command;
  switch (command.type) {
    case 'RequestBreakGlass':
      if (command.others > 0) throw refuse('forbidden', 'others-there', APPROVAL_MESSAGES.othersThere);
      if (by !== state.requestedBy) throw refuse('forbidden', 'not-yours', APPROVAL_MESSAGES.notYours);
      return state.breakGlassRequestedAt === null
        ? [{ type: 'BreakGlassAsked', data: { askedBy: by, reason, askedAt: at } }]
        : [];
    case 'Approve':
      return [
        {
          type: 'ApprovalGiven',
          data: { approvedBy: by, reason, byBreakGlass: byBreakGlass(state, by, command.others, at), approvedAt: at },
        },
      ];
    case 'Reject':
      if (by === state.requestedBy) throw refuse('forbidden', 'own', 'This is your own request: withdraw it instead.');
      return [{ type: 'ApprovalRejected', data: { rejectedBy: by, reason, rejectedAt: at } }];
    case 'Withdraw':
      if (by !== state.requestedBy) throw refuse('forbidden', 'not-yours', APPROVAL_MESSAGES.notYours);
      return [{ type: 'ApprovalWithdrawn', data: { withdrawnBy: by, reason, withdrawnAt: at } }];
  }
}

const STATUS_AFTER: Readonly<Partial<Record<ApprovalEvent['type'], Status>>> = {
  ApprovalGiven: 'approved',
  ApprovalRejected: 'rejected',
  ApprovalWithdrawn: 'withdrawn',
  ApprovalExecuted: 'executed',
};

function evolve(state: ApprovalState, event: ApprovalEvent): ApprovalState {
  if (event.type === 'ApprovalRequested') {
    const { approvalId, kind, subject, permission, requestedBy, payload, personal, changes, sealedChanges } =
      event.data;
    return {
      status: 'waiting',
      approvalId,
      kind,
      subject,
      permission,
      requestedBy,
      payload,
      personal: personal?.payload ?? null,
      frozen: { ...(changes && { changes }), ...(sealedChanges && { sealedChanges }) },
      breakGlassRequestedAt: null,
      failure: null,
    };
  }
  if (state.status === 'none') return state;
  if (event.type === 'ApprovalFailed') return { ...state, status: 'failed', failure: event.data.message };
  if (event.type === 'BreakGlassAsked') return { ...state, breakGlassRequestedAt: event.data.askedAt };
  const status = STATUS_AFTER[event.type];
  return status ? { ...state, status, failure: null } : state;
}

/** The rules of approvals. Stream `approval-{id}`. */
export const approvalDecider: Decider<ApprovalState, ApprovalCommand, ApprovalEvent> = {
  name: 'approval',
  initial: { status: 'none' },
  decide,
  evolve,
};

export const approvalStreamOf = (approvalId: string): string => `approval-${approvalId}`;
export const approvalIdOf = (streamId: string): string => idFromStreamName(approvalStreamOf, streamId);
