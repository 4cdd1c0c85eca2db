import { dayOf } from '@fynbos/domain/calendar.ts';
import { FAILED_PAYMENT } from '@fynbos/domain/rewards-account/holds.ts';
import type { Reaction } from '@fynbos/projections/engine/reaction.ts';
import { causedBy } from '../caused-by.ts';
import { loadAccounts, onAccounts } from '../rewards/accounts.ts';
import type { Application } from '../services.ts';

/** Releases the holds after failed payments once the agent's bank account has changed (O19). */
export const releaseFailedPaymentHolds = ({ log, now }: Pick<Application, 'log' | 'now'>): Reaction => ({
  name: 'release-failed-payment-holds',
  eventTypes: ['BankDetailsChanged'],
  appends: ['PayoutHoldReleased'],
  startAt: 'first',
  async react(batch, io) {
    for (const event of batch) {
      const agentId = Number(event.streamId.slice('agent-'.length));
      const account = (await loadAccounts(log, [agentId])).get(agentId);
      const { changedAt } = event.data as { changedAt: string };
      const context = causedBy(event, 'release-failed-payment-holds', now());
      const today = dayOf(context.now);
      const ids = [...(account?.holds ?? [])].flatMap(([holdId, { signal, on }]) =>
        // A change of an earlier day is what the payment failed with.
        signal === FAILED_PAYMENT && on <= dayOf(new Date(changedAt)) ? [holdId] : [],
      );
      for (const holdId of ids) {
        const outcomes = await onAccounts(
          log,
          [agentId],
          (_id, { holds }) =>
            holds.has(holdId)
              ? {
                  type: 'ReleasePayoutHold',
                  agentId,
                  holdId,
                  today,
                  limitCents: null,
                  reason: 'The agent’s bank details changed.',
                }
              : null,
          context,
        );
        for (const { position } of outcomes.values()) if (position !== undefined) io.appended(position);
      }
    }
  },
});
