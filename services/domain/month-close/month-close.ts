import { addMonths, dayOf, type Month, monthOf } from '../calendar.ts';
import type { Decider } from '../decider.ts';
import { DomainError, fieldError } from '../errors.ts';
import type { DataOf } from '../event-schema.ts';
import type { CodeOf } from '../refusal-codes.ts';
import {
  CLOSE_STEP_NAMES,
  CLOSE_STEPS,
  type CloseEvidence,
  type CloseFigure,
  type CloseStep,
  type MonthCloseEvent,
} from './events.ts';

export const monthCloseStreamOf = (month: Month): string => `month-close-${month}`;

export type SignOff = Readonly<Pick<DataOf<MonthCloseEvent, 'MonthStepSignedOff'>, 'digest' | 'signedBy'>>;

export interface MonthClose {
  readonly status: 'open' | 'closed';
  readonly signOffs: ReadonlyMap<CloseStep, SignOff>;
  readonly owners: ReadonlyMap<CloseStep, number>;
}

interface WithClosedMonths {
  readonly closed: readonly Month[];
}

/** `by` and `requestedBy` are ids of administrators. */
export type MonthCloseCommand = { readonly month: Month } & (
  | { readonly type: 'AssignStep'; readonly step: CloseStep; readonly owner: number; readonly by: number }
  | ({
      readonly type: 'SignOffStep';
      /** `attention` needs a note; `blocked` cannot be signed off. */
      readonly state: 'ready' | 'attention' | 'blocked';
      readonly figures: readonly CloseFigure[];
      readonly by: number;
    } & Pick<DataOf<MonthCloseEvent, 'MonthStepSignedOff'>, 'step' | 'digest' | 'note'>)
  | { readonly type: 'ReopenStep'; readonly step: CloseStep; readonly reason: string; readonly by: number }
  | ({
      readonly type: 'CloseMonth';
      /** The digest of each step as the requester and the approver saw it. */
      readonly digests: Readonly<Record<string, string>>;
      readonly evidence: readonly CloseEvidence[];
    } & WithClosedMonths &
      Omit<DataOf<MonthCloseEvent, 'MonthClosed'>, 'month' | 'evidence' | 'closedAt'>)
  | ({ readonly type: 'ReopenMonth' } & WithClosedMonths &
      Omit<DataOf<MonthCloseEvent, 'MonthReopened'>, 'month' | 'reopenedAt'>)
);

const refuse = (code: CodeOf<'month-close'>, message: string) =>
  new DomainError('conflict', `month-close.${code}`, message);

/** Whether a month is over at an instant, in Johannesburg. */
export const hasEnded = (month: Month, at: string): boolean => month < monthOf(dayOf(new Date(at)));

export const monthBefore = (month: Month): Month => monthOf(addMonths(`${month}-01`, -1));
const monthAfter = (month: Month): Month => monthOf(addMonths(`${month}-01`, 1));

/** Each month opens with the closing balances of the month before. Gaps of earlier releases close from either side. */
function assertNoGap(closed: readonly Month[], month: Month): void {
  const [before, after] = [monthBefore(month), monthAfter(month)];
  if (closed.length === 0 || closed.includes(before) || closed.includes(after)) return;
  throw refuse('order', `Close ${closed.some((each) => each < month) ? before : after} first.`);
}

function assertLast(closed: readonly Month[], month: Month): void {
  const last = closed.toSorted().at(-1);
  if (last !== undefined && last > month) throw refuse('order', `Reopen ${last} first.`);
}

function assertOpen({ status }: MonthClose): void {
  if (status === 'closed') throw refuse('closed', 'The month is closed. Request to reopen it first.');
}

function assertSignedOff({ signOffs }: MonthClose, digests: Readonly<Record<string, string>>): void {
  for (const step of CLOSE_STEP_NAMES) {
    const signOff = signOffs.get(step);
    if (!signOff) throw refuse('unsigned', `The step “${CLOSE_STEPS[step]}” is not signed off.`);
    if (signOff.digest !== digests[step])
      throw refuse('changed', `The figures of the step “${CLOSE_STEPS[step]}” changed. Sign it off again.`);
  }
}

function decide(command: MonthCloseCommand, state: MonthClose, at: string): MonthCloseEvent[] {
  const { month } = command;
  if (command.type === 'ReopenMonth') {
    if (state.status === 'open') throw refuse('open', 'The month is not closed.');
    const { requestedBy, approvedBy, reason, closed } = command;
    assertLast(closed, month);
    return [{ type: 'MonthReopened', data: { month, requestedBy, approvedBy, reason, reopenedAt: at } }];
  }
  assertOpen(state);
  if (command.type === 'AssignStep') {
    const { step, owner, by } = command;
    if (state.owners.get(step) === owner) return [];
    return [{ type: 'MonthStepAssigned', data: { month, step, owner, assignedBy: by, assignedAt: at } }];
  }
  if (!hasEnded(month, at)) throw refuse('running', 'The month is not over. Its steps can be signed off afterwards.');
  if (command.type === 'SignOffStep') {
    const { step, state: found, figures, digest, note, by } = command;
    if (found === 'blocked') throw refuse('blocked', `The step “${CLOSE_STEPS[step]}” is not complete.`);
    if (found === 'attention' && note === '')
      throw fieldError('month-close.note', 'note', 'Say why the step can be signed off although it needs attention.');
    if (state.signOffs.get(step)?.digest === digest) return [];
    const data = { month, step, figures: [...figures], digest, note, signedBy: by, signedAt: at };
    return [{ type: 'MonthStepSignedOff', data }];
  }
  if (command.type === 'ReopenStep') {
    const { step, reason, by } = command;
    if (!state.signOffs.has(step)) return [];
    return [{ type: 'MonthStepReopened', data: { month, step, reason, reopenedBy: by, reopenedAt: at } }];
  }
  assertNoGap(command.closed, month);
  assertSignedOff(state, command.digests);
  const { openingCents, closingCents, evidence, requestedBy, approvedBy, reason } = command;
  const figures = { openingCents, closingCents, evidence: [...evidence] };
  return [{ type: 'MonthClosed', data: { month, ...figures, requestedBy, approvedBy, reason, closedAt: at } }];
}

function evolve(state: MonthClose, { type, data }: MonthCloseEvent): MonthClose {
  switch (type) {
    case 'MonthStepAssigned':
      return { ...state, owners: new Map(state.owners).set(data.step, data.owner) };
    case 'MonthStepSignedOff': {
      const { step, digest, signedBy } = data;
      return { ...state, signOffs: new Map(state.signOffs).set(step, { digest, signedBy }) };
    }
    case 'MonthStepReopened': {
      const signOffs = new Map(state.signOffs);
      signOffs.delete(data.step);
      return { ...state, signOffs };
    }
    case 'MonthClosed':
      return { ...state, status: 'closed' };
    case 'MonthReopened':
      return { ...state, status: 'open', signOffs: new Map() };
  }
}

/**
 * A month is closed after its end, without a gap, with every step signed off on its present figures, and by two people
 * (L16). Two people reopen a closed month, the last one first. Rejects with `month-close.…`.
 */
export const monthCloseDecider: Decider<MonthClose, MonthCloseCommand, MonthCloseEvent> = {
  name: 'month-close',
  initial: { status: 'open', signOffs: new Map(), owners: new Map() },
  decide,
  evolve,
};
