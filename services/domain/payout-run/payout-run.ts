import { assertPayDate } from '../business-days/business-days.ts';
import { dayOf } from '../calendar.ts';
import type { Decider } from '../decider.ts';
import { DomainError, fieldError } from '../errors.ts';
import { formatRand } from '../format.ts';
import { approversFor } from '../payout-limits/payout-limits.ts';
import { acceptResponse, bookTransit, correctResult, recordResponse, settle } from './bank-results.ts';
import type { PayoutRunCommand, RunCommandOf } from './commands.ts';
import type { PayoutRunEvent } from './events.ts';
import {
  assertStatus,
  evolvePayoutRun,
  noPayoutRun,
  type PayoutRun,
  type ProposedRun,
  proposedRun,
  refuse,
} from './state.ts';

export const payoutRunStreamOf = (runId: string): string => `payout-run-${runId}`;

/** Any part is at the bank or may go there, and is not settled. */
export const mayStillPay = ({ status }: PayoutRun): boolean =>
  ['freezing', 'frozen', 'approved', 'exported'].includes(status);

function assertNotHeld({ heldFor }: ProposedRun): void {
  if (heldFor !== null) throw refuse('held', `The payout run is on hold: ${heldFor}`);
}

/** Approvers besides the proposer (O24). */
export const approversNeeded = ({ frozen, limits }: ProposedRun): number =>
  approversFor(frozen.nettCents, limits?.approverBands ?? []);

/** The number of approvers that a frozen run still needs; zero once it is approved. */
export const missingApprovers = (run: ProposedRun): number =>
  run.approvedBy === null ? approversNeeded(run) - run.approvers.length : 0;

/** Whether an approver has to type the total of the frozen run (O22). */
export const needsStatedTotal = ({ frozen, limits }: ProposedRun): boolean =>
  limits !== undefined && frozen.nettCents >= limits.statedTotalFromCents;

function propose(
  { type: _type, proclaimedDays, ...data }: RunCommandOf<'ProposePayoutRun'>,
  { status }: PayoutRun,
  at: string,
): PayoutRunEvent[] {
  if (status !== 'none') throw refuse('exists', 'The payout run already exists.');
  const today = dayOf(new Date(at));
  assertPayDate(data.payDate, today, proclaimedDays);
  if (data.cutOff > today) throw fieldError('payout-run.cut-off', 'cutOff', 'The cut-off must not be in the future.');
  return [{ type: 'PayoutRunProposed', data: { ...data, proposedAt: at } }];
}

/** One of the approvals that the run needs (O3, O24); each person counts once. */
function approve(
  { by, reason, statedNettCents }: RunCommandOf<'ApprovePayoutRun'>,
  state: ProposedRun,
  at: string,
): PayoutRunEvent[] {
  const { approvers } = state;
  if ((state.approvedBy === by || approvers.includes(by)) && state.status !== 'cancelled') return [];
  assertStatus(state, 'frozen');
  assertNotHeld(state);
  if (by === state.proposedBy) {
    throw new DomainError(
      'forbidden',
      'payout-run.second-person',
      'You proposed this run, so another administrator must approve it.',
    );
  }
  // A run that was on hold after a restore may be at the bank already: a response needs its approval.
  if (state.payDate < dayOf(new Date(at)) && !state.wasResumed) {
    const message = `The pay date ${state.payDate} has passed. Cancel the run and propose it again for a day to come.`;
    throw refuse('pay-date', message);
  }
  if (state.frozen.lines === 0) throw refuse('empty', 'The run has no lines to pay.');
  const { nettCents } = state.frozen;
  if (statedNettCents === undefined && needsStatedTotal(state)) {
    const message = `The run pays ${formatRand(nettCents)}. Type the total to approve it.`;
    throw fieldError('payout-run.total', 'statedNettCents', message);
  }
  if (statedNettCents !== undefined && statedNettCents !== nettCents) {
    const message = `The run pays ${formatRand(nettCents)}, not ${formatRand(statedNettCents)}. Check the lines again.`;
    throw fieldError('payout-run.total', 'statedNettCents', message, 'conflict');
  }
  const stated = statedNettCents === undefined ? {} : { statedNettCents };
  const because = reason === undefined ? {} : { reason };
  return [
    {
      type: approvers.length + 1 < approversNeeded(state) ? 'PayoutRunApprovalGiven' : 'PayoutRunApproved',
      data: { runId: state.runId, approvedBy: by, approvedAt: at, ...because, ...stated },
    },
  ];
}

function cancel(
  { by: cancelledBy, reason, bankStatementChecked }: RunCommandOf<'CancelPayoutRun'>,
  state: ProposedRun,
  at: string,
): PayoutRunEvent[] {
  const { runId, status } = state;
  if (status === 'cancelling' || status === 'cancelled') return [];
  const isHeld = state.heldFor !== null;
  // An approved run on hold has no files here: they could not be written, or a restore removed their record. The bank
  // may still pay the files of an exported run, and a payment of a cancelled run could not be recorded (O16).
  if (status !== 'approved' || !isHeld) assertStatus(state, 'freezing', 'frozen');
  if (isHeld && !bankStatementChecked) {
    const message = 'The bank may have paid this run. Check that the bank statement shows no payment of it.';
    throw fieldError('payout-run.statement-unchecked', 'bankStatementChecked', message);
  }
  const checked = isHeld ? { bankStatementChecked: true as const } : {};
  return [{ type: 'PayoutRunCancelled', data: { runId, cancelledBy, reason, cancelledAt: at, ...checked } }];
}

/** A run without lines to pay is settled at once. */
function recordExport(
  { files, edition }: RunCommandOf<'RecordExport'>,
  state: ProposedRun,
  at: string,
): PayoutRunEvent[] {
  if (state.status !== 'approved') return [];
  assertNotHeld(state);
  if (state.checkedChunks !== state.chunks) throw refuse('unchecked', 'Some lines have not been checked again yet.');
  const { runId } = state;
  const data = { runId, files: [...files], exportedAt: at, edition };
  const exported: PayoutRunEvent = { type: 'PayoutRunExported', data };
  return state.sent.lines > 0 ? [exported] : [exported, { type: 'PayoutRunSettled', data: { runId, settledAt: at } }];
}

/**
 * Chunks are accepted in order and once. Rejects with
 * `payout-run.{unknown,status,held,second-person,empty,exists,total,settling,contended}` and `payout-run.answer…`.
 */
export const payoutRunDecider: Decider<PayoutRun, PayoutRunCommand, PayoutRunEvent> = {
  name: 'payout-run',
  initial: noPayoutRun,

  decide(command, run, at) {
    if (command.type === 'ProposePayoutRun') return propose(command, run, at);
    const state = proposedRun(run);
    const { runId } = state;
    switch (command.type) {
      case 'FreezeLines': {
        if (state.status !== 'freezing' || command.chunk !== state.chunks + 1) return [];
        const { type: _type, ...data } = command;
        return [{ type: 'PayoutLinesFrozen', data: { runId, ...data } }];
      }
      case 'FinishFreezing':
        return state.status === 'freezing' ? [{ type: 'PayoutRunFrozen', data: { runId, frozenAt: at } }] : [];
      case 'ApprovePayoutRun':
        return approve(command, state, at);
      case 'CancelPayoutRun':
        return cancel(command, state, at);
      case 'HoldPayoutRun':
        if (state.heldFor !== null || !mayStillPay(state)) return [];
        return [{ type: 'PayoutRunHeld', data: { runId, reason: command.reason, heldAt: at } }];
      case 'ResumePayoutRun': {
        if (state.heldFor === null) return [];
        const { by: resumedBy, reason } = command;
        return [{ type: 'PayoutRunResumed', data: { runId, resumedBy, reason, resumedAt: at } }];
      }
      case 'RecordRelease':
        if (state.status !== 'cancelling' || command.chunk !== state.releasedChunks + 1) return [];
        return [{ type: 'PayoutLinesReleased', data: { runId, chunk: command.chunk } }];
      case 'RecordCheck': {
        if (state.status !== 'approved' || command.chunk !== state.checkedChunks + 1) return [];
        assertNotHeld(state);
        const { type: _type, ...data } = command;
        return [{ type: 'PayoutLinesChecked', data: { runId, ...data } }];
      }
      case 'RecordExport':
        return recordExport(command, state, at);
      case 'RecordBankResponse':
        return recordResponse(command, state, at);
      case 'AcceptBankResponse':
        return acceptResponse(command, state, at);
      case 'BookCashInTransit':
        return bookTransit(command, state, at);
      case 'CorrectResult':
        return correctResult(command, state, at);
      case 'RecordSettlement':
        return settle(command, state, at);
    }
  },

  evolve: evolvePayoutRun,
};
