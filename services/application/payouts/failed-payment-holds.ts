import { agentIdOf } from '@fynbos/domain/agent/agent.ts';
import type { AgentEvent } from '@fynbos/domain/agent/events.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { BANK_DETAILS_CHANGED, FAILED_PAYMENT } from '@fynbos/domain/rewards-account/holds.ts';
import type { RewardsAccount } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { type Reaction, reactionTo } from '@fynbos/projections/engine/reaction.ts';
import { causedBy } from '../caused-by.ts';
import { onAccounts } from '../rewards/accounts.ts';
import type { Application } from '../services.ts';

/** Releases the holds after failed payments once the agent's bank account has changed (O19). */
export const failedPaymentHoldsReaction = ({ log, now }: Pick<Application, 'log' | 'now'>): Reaction =>
  reactionTo<Extract<AgentEvent, { type: 'BankDetailsChanged' }>>({
    name: 'release-failed-payment-holds',
    eventTypes: ['BankDetailsChanged'],
    appends: ['PayoutHoldReleased'],
    async react(batch, io) {
      for (const event of batch) {
        const agentId = agentIdOf(event.streamId);
        const context = causedBy(event, 'release-failed-payment-holds', now());
        const changedOn = dayOf(new Date(event.data.changedAt));
        const release = {
          type: 'ReleasePayoutHold',
          agentId,
          limitCents: null,
          reason: BANK_DETAILS_CHANGED,
        } as const;
        // Repeated until no such hold is left. A bank account changed before the day of a hold is the one that failed.
        const releaseNext = (_id: number, { holds }: RewardsAccount) => {
          const next = [...holds].find(([, { signal, on }]) => signal === FAILED_PAYMENT && on <= changedOn);
          return next ? { ...release, holdId: next[0] } : null;
        };
        const outcomes = await onAccounts(log, [agentId], releaseNext, context);
        for (const { position } of outcomes.values()) if (position !== undefined) io.appended(position);
      }
    },
  });
