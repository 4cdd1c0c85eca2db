import { dayOf } from '@fynbos/domain/calendar.ts';
import { refuse } from '@fynbos/domain/payout-run/state.ts';
import { reinstatePayout } from '@fynbos/domain/rewards-account/payout/return-payout.ts';
import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { z } from 'zod';
import { load } from '../../handle.ts';
import { correctableLine } from '../../payouts/correctable-line.ts';
import { RunSession } from '../../payouts/run-session.ts';
import { accountsChangedSinceExport, reapplyHolds, releaseHoldsOfChangedAccounts } from '../../payouts/settle.ts';
import { approvedChange, handleInSteps, handleOnce } from '../approved-change.ts';

const payload = z.object({
  runId: z.string(),
  agentId: z.int(),
  to: z.enum(['paid', 'failed']),
  /** The bank's day of the payment; null where there was no payment. */
  paidOn: z.iso.date().nullable(),
  reason: z.string(),
});

/** The account was changed by the response, so the correction would count the line twice. */
const OVERTAKEN =
  'The bank’s response changed this result at the same time. If it is still wrong, request the correction again.';

/** Corrects a wrong result (O18): the account, its tax month and the journal first, then the run. Repeatable. */
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
    const isBegun = async () => {
      const { events } = (await load(log, rewardsAccountDecider, stream)).stream;
      return events.some(({ metadata }) => metadata.causationId === correctionId);
    };
    const hasBegun = await isBegun();
    const { line, from, paidBefore } = await correctableLine(log, correction, context.now, hasBegun);
    const on = to === 'paid' ? (correction.paidOn ?? today) : (paidBefore ?? today);
    if (to === 'paid') {
      const reinstate = { type: 'ReinstatePayout', ...lineFields } as const;
      await handleOnce(log, { decider: rewardsAccountDecider, streamId: stream, command: reinstate, context });
      const command = { type: 'SettlePayout', ...lineFields, paidOn: on } as const;
      await handleInSteps(log, { decider: rewardsAccountDecider, streamId: stream, command, context });
    } else {
      const isAccountChanged = (await accountsChangedSinceExport(log, session.state, [agentId])).has(agentId);
      const command = { type: 'ReturnPayout', ...lineFields, returnedOn: today, isAccountChanged } as const;
      await handleInSteps(log, { decider: rewardsAccountDecider, streamId: stream, command, context });
      await releaseHoldsOfChangedAccounts({ log, session, context }, [agentId]);
      await reapplyHolds({ log, context }, correctionId, [{ agentId }]);
    }
    if (!hasBegun && !(await isBegun())) throw refuse('settling', OVERTAKEN);
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
