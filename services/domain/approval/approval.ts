import type { Decider } from '../decider.ts';
import { DomainError } from '../errors.ts';
import type { ApprovalEvent } from './events.ts';

export type ApprovalStatus = 'none' | 'waiting' | 'approved' | 'executed' | 'failed' | 'rejected' | 'withdrawn';

export interface ApprovalState {
  readonly status: ApprovalStatus;
  readonly approvalId: string;
  readonly kind: string;
  readonly subject: string;
  readonly permission: string;
  readonly requestedBy: number;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Null where there was none, or where the request is closed. */
  readonly personal: Readonly<Record<string, unknown>> | null;
  /** ISO instant; null where break-glass was not requested. */
  readonly breakGlassAskedAt: string | null;
  /** Why the change could not be executed; null unless `failed`. */
  readonly failure: string | null;
}

/** `at` is the instant of the command (ISO 8601 UTC), `by` the administrator's id. */
export type ApprovalCommand =
  | {
      readonly type: 'RequestApproval';
      readonly at: string;
      readonly by: number;
      readonly approvalId: string;
      readonly kind: string;
      readonly subject: string;
      readonly permission: string;
      readonly summary: string;
      readonly fields: readonly string[];
      readonly payload: Readonly<Record<string, unknown>>;
      readonly personal: Readonly<Record<string, unknown>> | null;
    }
  /** `others`: the number of other administrators who hold the permission. */
  | {
      readonly type: 'AskBreakGlass';
      readonly at: string;
      readonly by: number;
      readonly reason: string;
      readonly others: number;
    }
  /** `others` as above: the condition that allowed break-glass must still be true when it is used. */
  | {
      readonly type: 'Approve';
      readonly at: string;
      readonly by: number;
      readonly reason: string;
      readonly others: number;
    }
  | {
      readonly type: 'Reject' | 'Withdraw';
      readonly at: string;
      readonly by: number;
      readonly reason: string;
    }
  | { readonly type: 'RecordExecuted'; readonly at: string }
  | { readonly type: 'RecordFailed'; readonly at: string; readonly code: string; readonly message: string };

/** Waiting time of a break-glass request in hours, so that others can object. */
export const BREAK_GLASS_HOURS = 24;

export const APPROVAL_MESSAGES = {
  unknown: 'There is no such request.',
  own: 'Nobody approves their own request. Someone else with the same right has to.',
  over: 'This request is decided already.',
  tooSoon: `Without a second person you can approve this ${BREAK_GLASS_HOURS} hours after asking for it.`,
  othersThere: 'Someone else holds this right. Ask them to approve.',
  notYours: 'Only who made this request can withdraw it.',
} as const;

const nothing: ApprovalState = {
  status: 'none',
  approvalId: '',
  kind: '',
  subject: '',
  permission: '',
  requestedBy: 0,
  payload: {},
  personal: null,
  breakGlassAskedAt: null,
  failure: null,
};

const refuse = (kind: 'conflict' | 'forbidden' | 'not-found', code: string, message: string) =>
  new DomainError(kind, `approval.${code}`, message);

/** Whether the approval uses break-glass; throws where the administrator may not approve at all. */
function byBreakGlass(state: ApprovalState, { by, at, others }: { by: number; at: string; others: number }): boolean {
  if (by !== state.requestedBy) return false;
  if (state.breakGlassAskedAt === null) throw refuse('forbidden', 'own', APPROVAL_MESSAGES.own);
  if (others > 0) throw refuse('forbidden', 'others-there', APPROVAL_MESSAGES.othersThere);
  const due = Date.parse(state.breakGlassAskedAt) + BREAK_GLASS_HOURS * 3_600_000;
  if (Date.parse(at) < due) throw refuse('forbidden', 'too-soon', APPROVAL_MESSAGES.tooSoon);
  return true;
}

function decide(command: ApprovalCommand, state: ApprovalState): readonly ApprovalEvent[] {
  if (command.type === 'RequestApproval') {
    if (state.status !== 'none') throw refuse('conflict', 'exists', 'This request is already there.');
    const { type: _type, at, by, personal, fields, payload, ...rest } = command;
    const data = { ...rest, fields: [...fields], payload: { ...payload }, requestedBy: by, requestedAt: at };
    return [{ type: 'ApprovalRequested', data: { ...data, personal: personal ? { payload: { ...personal } } : null } }];
  }
  const { at } = command;
  if (state.status === 'none') throw refuse('not-found', 'unknown', APPROVAL_MESSAGES.unknown);
  if (command.type === 'RecordExecuted') {
    return state.status === 'approved' ? [{ type: 'ApprovalExecuted', data: { executedAt: at } }] : [];
  }
  if (command.type === 'RecordFailed') {
    const { code, message } = command;
    return state.status === 'approved' ? [{ type: 'ApprovalFailed', data: { code, message, failedAt: at } }] : [];
  }
  // The process manager executes the change; a second approval has no effect.
  if (state.status === 'approved' && command.type === 'Approve') return [];
  if (state.status !== 'waiting') throw refuse('conflict', 'over', APPROVAL_MESSAGES.over);
  const { by, reason } = command;
  switch (command.type) {
    case 'AskBreakGlass':
      if (command.others > 0) throw refuse('forbidden', 'others-there', APPROVAL_MESSAGES.othersThere);
      if (by !== state.requestedBy) throw refuse('forbidden', 'not-yours', APPROVAL_MESSAGES.notYours);
      return state.breakGlassAskedAt === null
        ? [{ type: 'BreakGlassAsked', data: { askedBy: by, reason, askedAt: at } }]
        : [];
    case 'Approve':
      return [
        {
          type: 'ApprovalGiven',
          data: { approvedBy: by, reason, byBreakGlass: byBreakGlass(state, command), approvedAt: at },
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

const AFTER: Readonly<Partial<Record<ApprovalEvent['type'], ApprovalStatus>>> = {
  ApprovalGiven: 'approved',
  ApprovalRejected: 'rejected',
  ApprovalWithdrawn: 'withdrawn',
  ApprovalExecuted: 'executed',
};

function evolve(state: ApprovalState, event: ApprovalEvent): ApprovalState {
  if (event.type === 'ApprovalRequested') {
    const { approvalId, kind, subject, permission, requestedBy, payload, personal } = event.data;
    return {
      status: 'waiting',
      approvalId,
      kind,
      subject,
      permission,
      requestedBy,
      payload,
      personal: personal?.payload ?? null,
      breakGlassAskedAt: null,
      failure: null,
    };
  }
  if (event.type === 'ApprovalFailed') return { ...state, status: 'failed', failure: event.data.message };
  if (event.type === 'BreakGlassAsked') return { ...state, breakGlassAskedAt: event.data.askedAt };
  return { ...state, status: AFTER[event.type] ?? state.status };
}

/** The rules of approvals. Stream `approval-{id}`. */
export const approvalDecider: Decider<ApprovalState, ApprovalCommand, ApprovalEvent> = {
  name: 'approval',
  initial: nothing,
  decide,
  evolve,
};

export const approvalStream = (approvalId: string): string => `approval-${approvalId}`;
