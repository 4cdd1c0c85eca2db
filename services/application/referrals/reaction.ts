import { agentDecider } from '@fynbos/domain/agent/agent.ts';
import { fold } from '@fynbos/domain/decider.ts';
import { comparableEmail } from '@fynbos/domain/identity/email.ts';
import { referralDecider } from '@fynbos/domain/referral/referral.ts';
import { claimStreamId, ownerIn } from '@fynbos/event-store/claims.ts';
import type { DecodedEvent, EventLog } from '@fynbos/event-store/event-log.ts';
import type { FoldEvent } from '@fynbos/projections/engine/projection.ts';
import type { Reaction } from '@fynbos/projections/engine/reaction.ts';
import { causedBy } from '../caused-by.ts';
import { handle, load } from '../handle.ts';

/** Claim kind: an invited e-mail address names its referral. */
export const REFERRAL_CLAIM = 'referral-email';

/** The referrals of the agents who were activated by these events: two round trips whatever their number. */
async function referralsOf(log: EventLog, batch: readonly FoldEvent[]): Promise<[FoldEvent, string][]> {
  const agents = await log.readStreams([...new Set(batch.map(({ streamId }) => streamId))], { personal: true });
  const claimOf = new Map<string, string>();
  for (const [streamId, stream] of agents) {
    const { details } = fold(agentDecider, agentDecider.initial, stream.events as readonly DecodedEvent[] as never);
    if (details) claimOf.set(streamId, claimStreamId(log.keys, REFERRAL_CLAIM, comparableEmail(details.emailAddress)));
  }
  const claims = await log.readStreams([...claimOf.values()]);
  return batch.flatMap((event): [FoldEvent, string][] => {
    const referral = ownerIn(claims.get(claimOf.get(event.streamId) ?? '')?.events ?? []);
    return referral === null ? [] : [[event, referral]];
  });
}

/**
 * Completes the referral of an agent's e-mail address when the agent is activated, normally by the code entered at
 * registration.
 */
export const referralsReaction = (log: EventLog, now: () => Date): Reaction => ({
  name: 'referrals-completed',
  eventTypes: ['AgentActivated'],
  appends: ['ReferralRegistered', 'ReferralCompleted'],
  startAt: 'first',
  async react(batch, io) {
    for (const [event, referral] of await referralsOf(log, batch)) {
      const { state } = await load(log, referralDecider, referral, { personal: false });
      // An invitation that was never recorded may have left its claim.
      if (state.status === 'none') continue;
      const context = causedBy(event, 'referrals', now());
      const agentId = Number(event.streamId.slice('agent-'.length));
      const command = { type: 'CompleteReferral', at: context.now.toISOString(), agentId } as const;
      const { position } = await handle(log, referralDecider, referral, command, context);
      if (position !== undefined) io.appended(position);
    }
  },
});
