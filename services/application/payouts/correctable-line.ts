import { type Day, dayOf } from '@fynbos/domain/calendar.ts';
import { DomainError, fieldError } from '@fynbos/domain/errors.ts';
import { assertNotSettling } from '@fynbos/domain/payout-run/bank-results.ts';
import type { PayoutLine } from '@fynbos/domain/payout-run/events.ts';
import { refuse } from '@fynbos/domain/payout-run/state.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { RunSession } from './run-session.ts';

/** A correction: the bank's result of an agent's line, and its day of the payment; null where there was no payment. */
export interface ResultCorrection {
  readonly runId: string;
  readonly agentId: number;
  readonly to: 'paid' | 'failed';
  readonly paidOn: Day | null;
}

/**
 * The line with its recorded result. Throws `payout-run.{unknown,no-line,no-result,same-result}`, `.settling` unless
 * the correction has begun, and `.answer-day` for a payment before the run or after today.
 */
export async function correctableLine(
  log: EventLog,
  { runId, agentId, to, paidOn }: ResultCorrection,
  now: Date,
  hasBegun = false,
): Promise<{ session: RunSession; line: PayoutLine; from: 'paid' | 'failed' | 'returned'; paidBefore: Day | null }> {
  const session = await RunSession.open(log, runId);
  if (!hasBegun) assertNotSettling(session.state);
  const line = await session.lineOf(agentId);
  if (!line) throw new DomainError('not-found', 'payout-run.no-line', 'The run has no line for this agent.');
  const recorded = (await session.resultsOf(new Set([agentId]))).results.get(agentId);
  if (!recorded || recorded.result === 'NotSent')
    throw refuse('no-result', 'The bank’s response does not name this line yet. Upload the response instead.');
  const { result: from, on: paidBefore } = recorded;
  if ((from === 'paid') === (to === 'paid'))
    throw refuse('same-result', `The line is recorded as ${from} already, which has the same result for the agent.`);
  const message =
    to === 'failed'
      ? null
      : paidOn === null
        ? 'Enter the day on which the bank paid.'
        : paidOn < dayOf(new Date(session.state.proposedAt)) || paidOn > dayOf(now)
          ? 'The day of payment must not be before the run was proposed, nor after today.'
          : null;
  if (message !== null) throw fieldError('payout-run.answer-day', 'paidOn', message);
  return { session, line, from, paidBefore };
}
