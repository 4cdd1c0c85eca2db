import { type Day, dayOf } from '@fynbos/domain/calendar.ts';
import { DomainError, fieldError } from '@fynbos/domain/errors.ts';
import { assertNotSettling } from '@fynbos/domain/payout-run/bank-results.ts';
import type { PayoutLine } from '@fynbos/domain/payout-run/events.ts';
import { refuse } from '@fynbos/domain/payout-run/state.ts';
import { reinstatePayout } from '@fynbos/domain/rewards-account/payout/return-payout.ts';
import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { z } from 'zod';
import { approvedChange, handleInSteps, handleOnce } from '../approved-change.ts';
import { load } from '../handle.ts';
import { RunSession } from './run-session.ts';
import { accountsChangedSinceExport, reapplyHolds, releaseHoldsOfChangedAccounts } from './settle.ts';

const payload = z.object({
  runId: z.string(),
  agentId: z.int(),
  /** The result by the bank. */
  to: z.enum(['paid', 'failed']),
  /** The bank's day of the payment; null where there was no payment. */
  paidOn: z.iso.date().nullable(),
  reason: z.string(),
});
type ResultCorrection = z.output<typeof payload>;

/**
 * The line of a correction with its recorded result. Throws `payout-run.unknown`, `.no-line`, `.no-result` and
 * `.same-result`, `.settling` unless the correction has begun, and `.answer-day` for a day of payment before the run
 * or after today.
 */
export async function correctableLine(
  log: EventLog,
  { runId, agentId, to, paidOn }: Omit<ResultCorrection, 'reason'>,
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

/**
 * Corrects a result that was recorded wrongly (O18): the account, its tax month and the journal first, then the run.
 * Both can be repeated.
 */
export const correctPayoutResult = approvedChange({
  permission: 'payouts:change',
  payload,
  async execute({ log }, { payload: correction }, context) {
    const { runId, agentId, to, reason } = correction;
    const correctionId = context.causationId ?? '';
    const today = dayOf(context.now);
    const lineFields = { agentId, runId, answerId: correctionId, reason };
    const stream = accountStreamOf(agentId);
    const session = await RunSession.open(log, runId);
    if (session.state.corrections.includes(correctionId)) return;
    // After a crash the account is corrected and the run is not: the correction must not fail then.
    const { events } = (await load(log, rewardsAccountDecider, stream)).stream;
    const hasBegun = events.some(({ metadata }) => metadata.causationId === correctionId);
    const { line, from, paidBefore } = await correctableLine(log, correction, context.now, hasBegun);
    const on = to === 'paid' ? (correction.paidOn ?? today) : (paidBefore ?? today);
    if (to === 'paid') {
      const reinstate = { type: 'ReinstatePayout', ...lineFields } as const;
      const makes = ['PayoutReinstated', 'PayoutHoldReleased'] as const;
      await handleOnce(log, { decider: rewardsAccountDecider, streamId: stream, command: reinstate, context, makes });
      const command = { type: 'SettlePayout', ...lineFields, paidOn: on } as const;
      await handleInSteps(log, { decider: rewardsAccountDecider, streamId: stream, command, context });
    } else {
      const isAccountChanged = (await accountsChangedSinceExport(log, session.state, [agentId])).has(agentId);
      const command = { type: 'ReturnPayout', ...lineFields, returnedOn: today, isAccountChanged } as const;
      await handleInSteps(log, { decider: rewardsAccountDecider, streamId: stream, command, context });
      await releaseHoldsOfChangedAccounts({ log, session, context }, [agentId]);
      await reapplyHolds({ log, context }, correctionId, [{ agentId }]);
    }
    const correctedBy = context.actor.id;
    await session.execute({ type: 'CorrectResult', correctionId, on, line, from, to, reason, correctedBy }, context);
  },
  async compare({ log, now }, { payload: correction }) {
    const { from, paidBefore } = await correctableLine(log, correction, now());
    if (correction.to === 'paid') {
      const { state } = await load(log, rewardsAccountDecider, accountStreamOf(correction.agentId));
      const { agentId, runId, reason } = correction;
      // Shows a refusal now and not at the approval.
      reinstatePayout({ type: 'ReinstatePayout', agentId, runId, answerId: '', reason }, state, dayOf(now()));
    }
    return {
      before: { result: from, paidOn: from === 'paid' ? paidBefore : null },
      after: { result: correction.to, paidOn: correction.to === 'paid' ? correction.paidOn : null },
    };
  },
});
