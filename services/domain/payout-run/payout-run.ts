import { assertPayDate, type ExtraDays } from '../business-days/business-days.ts';
import { type Day, dayOf } from '../calendar.ts';
import type { Decider } from '../decider.ts';
import { DomainError, fieldError } from '../errors.ts';
import { formatRand } from '../format.ts';
import { approversFor } from '../payout-limits/payout-limits.ts';
import type { CodeOf } from '../refusal-codes.ts';
import { cashInTransit, type ShownDays } from './cash-in-transit.ts';
import type { BankOutcome, PayoutFile, PayoutRunEvent, RunEventOf } from './events.ts';
import {
  evolvePayoutRun,
  evolveProposedRun,
  noPayoutRun,
  openLines,
  type PayoutRun,
  type PayoutRunStatus,
  type ProposedRun,
  proposedRun,
  resultChanges,
} from './state.ts';

export const payoutRunStreamOf = (runId: string): string => `payout-run-${runId}`;

/** Maximum number of outcomes in one part of a bank's response. */
export const RESPONSE_PART = 1000;

/** `by` is the admin's id. */
export type PayoutRunCommand =
  /** `proclaimedDays`: days on which banks are closed although they are no public holidays. */
  | ({ readonly type: 'ProposePayoutRun'; readonly proclaimedDays: ExtraDays } & Omit<
      RunEventOf<'PayoutRunProposed'>['data'],
      'proposedAt'
    >)
  | ({ readonly type: 'FreezeLines' } & Omit<RunEventOf<'PayoutLinesFrozen'>['data'], 'runId'>)
  | { readonly type: 'FinishFreezing' }
  | {
      readonly type: 'ApprovePayoutRun';
      readonly by: string;
      readonly reason?: string | undefined;
      /** The nett total that the approver typed; it must equal that of the run. */
      readonly statedNettCents?: number | undefined;
    }
  | { readonly type: 'CancelPayoutRun'; readonly by: string; readonly reason: string }
  | { readonly type: 'HoldPayoutRun'; readonly reason: string }
  | { readonly type: 'ResumePayoutRun'; readonly by: string; readonly reason: string }
  | { readonly type: 'RecordRelease'; readonly chunk: number }
  | ({ readonly type: 'RecordCheck' } & Omit<RunEventOf<'PayoutLinesChecked'>['data'], 'runId'>)
  | { readonly type: 'RecordExport'; readonly files: readonly PayoutFile[]; readonly edition: string }
  | {
      readonly type: 'RecordBankResponse';
      readonly answerId: string;
      readonly part: number;
      readonly outcomes: readonly BankOutcome[];
      readonly on: Day;
      /** The last day on which an earlier response paid a line that this one returns; null where none did. */
      readonly paidOn: Day | null;
    }
  | ({
      readonly type: 'AcceptBankResponse';
      /** As in `RecordBankResponse`. */
      readonly paidOn: Day | null;
      /** The `resultChanges` of the run when `paidOn` was read. */
      readonly resultChanges: number;
      readonly by: string;
    } & Pick<RunEventOf<'BankAnswerTaken'>['data'], 'answerId' | 'parts' | 'rest' | 'on'>)
  | { readonly type: 'BookCashInTransit'; readonly shown: ShownDays; readonly by: string }
  | ({ readonly type: 'CorrectResult' } & Omit<RunEventOf<'PayoutResultCorrected'>['data'], 'runId' | 'correctedAt'>)
  | ({ readonly type: 'RecordSettlement' } & Omit<RunEventOf<'PayoutLinesSettled'>['data'], 'runId'>);

type Of<Type extends PayoutRunCommand['type']> = Extract<PayoutRunCommand, { type: Type }>;

const refuse = (code: CodeOf<'payout-run'>, message: string) =>
  new DomainError('conflict', `payout-run.${code}`, message);

/** The refusal of a response that differs from the one with the same id. */
export const anotherResponse = () =>
  refuse('answer-differs', 'Another response was sent with this answerId. Send this one with a new id.');

function assertStatus(state: ProposedRun, ...statuses: PayoutRunStatus[]): void {
  if (!statuses.includes(state.status))
    throw refuse('status', `The payout run is ${state.status}; this cannot be done now.`);
}

/** Whether the run may still lead to payments: any part of it is at the bank or may go there, and is not settled. */
export const mayStillPay = ({ status }: PayoutRun): boolean =>
  ['freezing', 'frozen', 'approved', 'exported'].includes(status);

function assertNotHeld({ heldFor }: ProposedRun): void {
  if (heldFor !== null) throw refuse('held', `The payout run is on hold: ${heldFor}`);
}

/** The number of approvers besides the proposer that the frozen run needs (O24). */
export const approversNeeded = ({ frozen, limits }: ProposedRun): number =>
  approversFor(frozen.nettCents, limits?.approverBands ?? []);

/** The number of approvers that a frozen run still needs; zero once it is approved. */
export const missingApprovers = (run: ProposedRun): number =>
  run.approvedBy === null ? approversNeeded(run) - run.approvers.length : 0;

/** Whether an approver has to type the total of the frozen run (O22). */
export const needsStatedTotal = ({ frozen, limits }: ProposedRun): boolean =>
  limits !== undefined && frozen.nettCents >= limits.statedTotalFromCents;

/** Approves the run, or gives one of the approvals that it needs (O3, O24). An approval counts once for each person. */
function approve(
  { by, reason, statedNettCents }: Of<'ApprovePayoutRun'>,
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
  // A run that was put on hold after a restore may be at the bank already: its response can only be accepted once the
  // run is approved again.
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

/**
 * Checks the day of the bank's response, which decides the tax month. It is not before the run and not after today. A
 * payment is not returned before the day on which it was paid (O12).
 */
function assertBankDay(
  { on, paidOn, at }: { readonly on: Day; readonly paidOn: Day | null; readonly at: string },
  { proposedAt }: ProposedRun,
): void {
  const today = dayOf(new Date(at));
  const refuseDay = (limit: string) =>
    fieldError('payout-run.answer-day', 'on', `The day of the response must not be ${limit}`);
  if (on < dayOf(new Date(proposedAt))) throw refuseDay('before the run was proposed.');
  if (on > today) throw refuseDay(`after today, ${today}.`);
  if (paidOn !== null && on < paidOn) throw refuseDay(`before ${paidOn}: the returned payments were paid on that day.`);
}

function recordResponse(
  { answerId, part, outcomes, on, paidOn }: Of<'RecordBankResponse'>,
  state: ProposedRun,
  at: string,
): PayoutRunEvent[] {
  assertStatus(state, 'exported', 'settled');
  const response = state.responses.get(answerId);
  if (response?.isAccepted || (response?.parts ?? 0) >= part) return [];
  assertBankDay({ on, paidOn, at }, state);
  if (part !== (response?.parts ?? 0) + 1) throw refuse('answer-part', 'A part of the bank’s response is missing.');
  if (outcomes.length > RESPONSE_PART) throw refuse('answer-size', `A part holds at most ${RESPONSE_PART} lines.`);
  return [{ type: 'BankAnswerRecorded', data: { runId: state.runId, answerId, part, outcomes: [...outcomes] } }];
}

function acceptResponse(command: Of<'AcceptBankResponse'>, state: ProposedRun, at: string): PayoutRunEvent[] {
  const { answerId, parts, rest, on, paidOn, by } = command;
  assertStatus(state, 'exported', 'settled');
  const response = state.responses.get(answerId);
  if (response?.isAccepted) {
    if (response.rest === rest && response.on === on) return [];
    throw anotherResponse();
  }
  if (resultChanges(state) !== command.resultChanges)
    throw refuse('contended', 'Another response was recorded at the same time. Send this one again.');
  assertBankDay({ on, paidOn, at }, state);
  if ((response?.parts ?? 0) !== parts) throw refuse('answer-part', 'A part of the bank’s response is missing.');
  return [
    { type: 'BankAnswerTaken', data: { runId: state.runId, answerId, parts, rest, on, takenBy: by, takenAt: at } },
  ];
}

/** Corrects the result of one line, once per id (O18). Its account is corrected before. */
function correctResult(
  { type: _type, ...data }: Of<'CorrectResult'>,
  state: ProposedRun,
  at: string,
): PayoutRunEvent[] {
  assertStatus(state, 'exported', 'settled');
  if (state.corrections.includes(data.correctionId)) return [];
  assertBankDay({ on: data.on, paidOn: null, at }, state);
  return [{ type: 'PayoutResultCorrected', data: { runId: state.runId, ...data, correctedAt: at } }];
}

/**
 * Books the difference between the payments on record and bank statements. The same statement again changes nothing.
 */
function bookTransit({ shown, by }: Of<'BookCashInTransit'>, state: ProposedRun, at: string): PayoutRunEvent[] {
  assertStatus(state, 'exported', 'settled');
  if ([...state.responses.values()].some(({ isAccepted, settledChunks }) => isAccepted && settledChunks < state.chunks))
    throw refuse('settling', 'Bank results are being recorded. Try again when they are complete.');
  const found = cashInTransit(state, shown);
  if (state.transit && found.changeCents === 0 && JSON.stringify(found.days) === JSON.stringify(state.transit.days))
    return [];
  const { inTransitCents, changeCents } = found;
  const booked = { bookedOn: dayOf(new Date(at)), bookedBy: by, bookedAt: at };
  const data = { runId: state.runId, days: [...found.days], inTransitCents, changeCents, ...booked };
  return [{ type: 'CashInTransitBooked', data }];
}

function settle({ type: _type, ...settled }: Of<'RecordSettlement'>, state: ProposedRun, at: string): PayoutRunEvent[] {
  const response = state.responses.get(settled.answerId);
  if (!response?.isAccepted) throw refuse('answer', 'The bank’s response has not been accepted.');
  if (settled.chunk !== response.settledChunks + 1) return [];
  const { runId } = state;
  const event = { type: 'PayoutLinesSettled', data: { runId, ...settled } } as const;
  const after = evolveProposedRun(state, event);
  const isLast = state.status === 'exported' && openLines(after) === 0;
  return isLast ? [event, { type: 'PayoutRunSettled', data: { runId, settledAt: at } }] : [event];
}

/**
 * The rules of a payout run. Chunks are accepted in order and once: a recorded chunk leads to no event. Rejects with
 * `DomainError` `payout-run.unknown`, `.status`, `.held`, `.second-person`, `.empty`, `.exists`, `.total`, `.settling`,
 * `.contended` and `.answer…`.
 */
export const payoutRunDecider: Decider<PayoutRun, PayoutRunCommand, PayoutRunEvent> = {
  name: 'payout-run',
  initial: noPayoutRun,

  decide(command, run, at) {
    if (command.type === 'ProposePayoutRun') {
      if (run.status !== 'none') throw refuse('exists', 'The payout run already exists.');
      const { type: _type, proclaimedDays, ...data } = command;
      const today = dayOf(new Date(at));
      assertPayDate(data.payDate, today, proclaimedDays);
      if (data.cutOff > today)
        throw fieldError('payout-run.cut-off', 'cutOff', 'The cut-off must not be in the future.');
      return [{ type: 'PayoutRunProposed', data: { ...data, proposedAt: at } }];
    }
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
      case 'CancelPayoutRun': {
        if (state.status === 'cancelling' || state.status === 'cancelled') return [];
        // An approved run on hold has no files here: they could not be written, or a restore removed their record.
        if (state.status !== 'approved' || state.heldFor === null) assertStatus(state, 'freezing', 'frozen');
        const { by: cancelledBy, reason } = command;
        return [{ type: 'PayoutRunCancelled', data: { runId, cancelledBy, reason, cancelledAt: at } }];
      }
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
      case 'RecordExport': {
        if (state.status !== 'approved') return [];
        assertNotHeld(state);
        if (state.checkedChunks !== state.chunks)
          throw refuse('unchecked', 'Some lines have not been checked again yet.');
        const { files, edition } = command;
        const data = { runId, files: [...files], exportedAt: at, edition };
        const exported: PayoutRunEvent = { type: 'PayoutRunExported', data };
        return state.sent.lines > 0
          ? [exported]
          : [exported, { type: 'PayoutRunSettled', data: { runId, settledAt: at } }];
      }
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
