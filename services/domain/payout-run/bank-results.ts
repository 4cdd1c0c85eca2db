import { LINES_PER_RESPONSE_PART } from '../append-limits.ts';
import { type Day, dayOf } from '../calendar.ts';
import { fieldError } from '../errors.ts';
import { cashInTransit } from './cash-in-transit.ts';
import type { RunCommandOf } from './commands.ts';
import type { PayoutRunEvent } from './events.ts';
import { assertStatus, evolveProposedRun, openLines, type ProposedRun, refuse, resultChanges } from './state.ts';

/** The results of an exported run: the bank's responses, corrected results, and cash in transit (O12, O18, L18). */

export const refuseAnotherResponse = () =>
  refuse('answer-differs', 'Another response was sent with this answerId. Send this one with a new id.');

/** The day decides the tax month: not before the run, not after today, not before the payment that it returns (O12). */
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

export function recordResponse(
  { answerId, part, outcomes, on, paidOn }: RunCommandOf<'RecordBankResponse'>,
  state: ProposedRun,
  at: string,
): PayoutRunEvent[] {
  assertStatus(state, 'exported', 'settled');
  const response = state.responses.get(answerId);
  if (response?.isAccepted || (response?.parts ?? 0) >= part) return [];
  assertBankDay({ on, paidOn, at }, state);
  if (part !== (response?.parts ?? 0) + 1) throw refuse('answer-part', 'A part of the bank’s response is missing.');
  if (outcomes.length > LINES_PER_RESPONSE_PART)
    throw refuse('answer-size', `A part holds at most ${LINES_PER_RESPONSE_PART} lines.`);
  return [{ type: 'BankAnswerRecorded', data: { runId: state.runId, answerId, part, outcomes: [...outcomes] } }];
}

export function acceptResponse(
  command: RunCommandOf<'AcceptBankResponse'>,
  state: ProposedRun,
  at: string,
): PayoutRunEvent[] {
  const { answerId, parts, rest, on, paidOn, by } = command;
  assertStatus(state, 'exported', 'settled');
  const response = state.responses.get(answerId);
  if (response?.isAccepted) {
    if (response.rest === rest && response.on === on) return [];
    throw refuseAnotherResponse();
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
export function correctResult(
  { type: _type, ...data }: RunCommandOf<'CorrectResult'>,
  state: ProposedRun,
  at: string,
): PayoutRunEvent[] {
  assertStatus(state, 'exported', 'settled');
  if (state.corrections.includes(data.correctionId)) return [];
  assertBankDay({ on: data.on, paidOn: null, at }, state);
  return [{ type: 'PayoutResultCorrected', data: { runId: state.runId, ...data, correctedAt: at } }];
}

/** Rejects a command while the results of an accepted response are being recorded: `payout-run.settling`. */
export function assertNotSettling({ responses, chunks }: ProposedRun): void {
  if ([...responses.values()].some(({ isAccepted, settledChunks }) => isAccepted && settledChunks < chunks))
    throw refuse('settling', 'Bank results are being recorded. Try again when they are complete.');
}

/** The same statement again changes nothing. */
export function bookTransit(
  { shown, by }: RunCommandOf<'BookCashInTransit'>,
  state: ProposedRun,
  at: string,
): PayoutRunEvent[] {
  assertStatus(state, 'exported', 'settled');
  assertNotSettling(state);
  const found = cashInTransit(state, shown);
  if (state.transit && found.changeCents === 0 && JSON.stringify(found.days) === JSON.stringify(state.transit.days))
    return [];
  const { inTransitCents, changeCents } = found;
  const booked = { bookedOn: dayOf(new Date(at)), bookedBy: by, bookedAt: at };
  const data = { runId: state.runId, days: [...found.days], inTransitCents, changeCents, ...booked };
  return [{ type: 'CashInTransitBooked', data }];
}

export function settle(
  { type: _type, ...settled }: RunCommandOf<'RecordSettlement'>,
  state: ProposedRun,
  at: string,
): PayoutRunEvent[] {
  const response = state.responses.get(settled.answerId);
  if (!response?.isAccepted) throw refuse('answer', 'The bank’s response has not been accepted.');
  if (settled.chunk !== response.settledChunks + 1) return [];
  const { runId } = state;
  const event = { type: 'PayoutLinesSettled', data: { runId, ...settled } } as const;
  const after = evolveProposedRun(state, event);
  const isLast = state.status === 'exported' && openLines(after) === 0;
  return isLast ? [event, { type: 'PayoutRunSettled', data: { runId, settledAt: at } }] : [event];
}
