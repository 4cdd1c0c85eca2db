import { integratorDecider, integratorStreamOf } from '@fynbos/domain/integrator/integrator.ts';
import type { Webhook } from '@fynbos/domain/integrator/webhooks.ts';
import { rentalDecider, rentalStreamOf } from '@fynbos/domain/rental/rental.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { uuidV5 } from '@fynbos/platform/crypto/uuid-v5.ts';
import { type Reaction, reactionTo } from '@fynbos/projections/engine/reaction.ts';
import { integratorsWithWebhooks } from '@fynbos/projections/integrators/queries.ts';
import { loadMany } from '../handle.ts';
import type { Essentials } from '../services.ts';
import type { Deliveries, NewDelivery } from './deliveries.ts';
import { type MessageSource, messagesOf } from './messages.ts';

interface Parts extends Essentials {
  readonly deliveries: Pick<Deliveries, 'add'>;
}

/** The webhooks of each integrator, from the streams; the read model only says which integrators have any. */
async function webhooksByIntegrator({ log, db }: Parts): Promise<ReadonlyMap<string, readonly Webhook[]>> {
  const streamIds = (await integratorsWithWebhooks(db)).map(integratorStreamOf);
  const loaded = await loadMany(log, integratorDecider, streamIds);
  return new Map([...loaded.values()].map(({ state }) => [state.integratorId, [...state.webhooks.values()]]));
}

/** The owner of each reservation: the integrator that sent its first fact. */
async function ownersOf(log: EventLog, reservationNos: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const loaded = await loadMany(log, rentalDecider, reservationNos.map(rentalStreamOf), { personal: false });
  return new Map(
    reservationNos.flatMap((reservationNo) => {
      const integratorId = loaded.get(rentalStreamOf(reservationNo))?.state.integratorId;
      return integratorId ? [[reservationNo, integratorId] as const] : [];
    }),
  );
}

/**
 * Notifies integrators of decisions and payments: stores deliveries, which the worker sends. It starts at the head of the
 * log. Deliveries for a disabled webhook are stored too, so that they can be sent again once it is enabled.
 *
 * Repeating it stores nothing twice: a delivery's id follows from event, reservation and webhook.
 */
export const webhooksReaction = (parts: Parts): Reaction =>
  reactionTo<MessageSource>({
    name: 'webhooks',
    eventTypes: ['RewardDecided', 'PayoutPaid', 'PayoutReturned'],
    startAt: 'head',
    async react(batch) {
      const webhooks = await webhooksByIntegrator(parts);
      if (webhooks.size === 0) return;
      const messages = batch.flatMap((event) => messagesOf(event).map((message) => ({ event, message })));
      const owners = await ownersOf(parts.log, [...new Set(messages.map(({ message }) => message.reservationNo))]);
      const deliveries = messages.flatMap(({ event, message: { kind, reservationNo, data } }) => {
        const integratorId = owners.get(reservationNo) ?? '';
        const subscribed = (webhooks.get(integratorId) ?? []).filter(({ kinds }) => kinds.includes(kind));
        return subscribed.map(({ webhookId, isEnabled }): NewDelivery => {
          const deliveryId = uuidV5(event.id, reservationNo, webhookId);
          const body = JSON.stringify({ id: deliveryId, kind, occurredAt: event.metadata.recordedAt, data });
          return { deliveryId, integratorId, webhookId, kind, reservationNo, body, isHeldBack: !isEnabled };
        });
      });
      await parts.deliveries.add(deliveries, parts.now());
    },
  });
