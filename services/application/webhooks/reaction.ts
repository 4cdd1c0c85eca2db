import { fold } from '@fynbos/domain/decider.ts';
import type { IntegratorEvent } from '@fynbos/domain/integrator/events.ts';
import { integratorDecider, integratorStream } from '@fynbos/domain/integrator/integrator.ts';
import type { Webhook } from '@fynbos/domain/integrator/webhooks.ts';
import type { RentalEvent } from '@fynbos/domain/rental/events.ts';
import { rentalDecider } from '@fynbos/domain/rental/rental.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { uuidV5 } from '@fynbos/platform/uuid-v5.ts';
import type { FoldEvent } from '@fynbos/projections/engine/projection.ts';
import type { Reaction } from '@fynbos/projections/engine/reaction.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { integrators } from '@fynbos/projections/integrators/integrators.ts';
import type pg from 'pg';
import { rentalStreamOf } from '../rentals/rentals.ts';
import type { Deliveries, NewDelivery } from './deliveries.ts';
import { messagesOf, type Told } from './messages.ts';

interface Parts {
  readonly log: EventLog;
  readonly db: pg.Pool;
  readonly deliveries: Pick<Deliveries, 'add'>;
  readonly now: () => Date;
}

/** The webhooks of integrators, by integrator; events decide, the read model only tells whether there are any. */
async function webhooksOf({ log, db }: Parts): Promise<Map<string, readonly Webhook[]>> {
  const { rows } = await db.query<{ id: string }>(
    `select id from ${readModelTable(integrators).sql} where json_array_length(webhooks) > 0`,
  );
  const streams = await log.readStreams(rows.map(({ id }) => integratorStream(id)));
  return new Map(
    rows.map(({ id }) => {
      const events = (streams.get(integratorStream(id))?.events ?? []) as readonly IntegratorEvent[];
      const { webhooks } = fold(integratorDecider, integratorDecider.initial, events);
      return [id, [...webhooks.values()]];
    }),
  );
}

/** Whose reservations these are: the integrator who sent the first fact. */
async function ownersOf(log: EventLog, reservationNos: readonly string[]): Promise<Map<string, string>> {
  const streams = await log.readStreams(reservationNos.map(rentalStreamOf));
  const owners = new Map<string, string>();
  for (const reservationNo of reservationNos) {
    const events = (streams.get(rentalStreamOf(reservationNo))?.events ?? []) as readonly RentalEvent[];
    const { integratorId } = fold(rentalDecider, rentalDecider.initial, events);
    if (integratorId !== null) owners.set(reservationNo, integratorId);
  }
  return owners;
}

/**
 * Tells integrators what became of their reservations: puts deliveries down, which the worker sends. Begins with what
 * happens from now on. What comes while a webhook is off is put down too, so that it can be sent again once it is on.
 * Repeating it adds nothing: a delivery's id follows from event, reservation and webhook.
 */
export const webhooksReaction = (parts: Parts): Reaction => ({
  name: 'webhooks',
  eventTypes: ['RewardDecided', 'PayoutPaid', 'PayoutReturned'],
  appends: [],
  startAt: 'head',
  async react(batch) {
    const webhooks = await webhooksOf(parts);
    if (webhooks.size === 0) return;
    const told = (batch as readonly FoldEvent<Told>[]).flatMap((event) =>
      messagesOf(event).map((message) => ({ event, message })),
    );
    const owners = await ownersOf(parts.log, [...new Set(told.map(({ message }) => message.reservationNo))]);
    const deliveries = told.flatMap(({ event, message: { kind, reservationNo, data } }) => {
      const integratorId = owners.get(reservationNo) ?? '';
      const wanting = (webhooks.get(integratorId) ?? []).filter(({ kinds }) => kinds.includes(kind));
      return wanting.map(({ webhookId, isEnabled }): NewDelivery => {
        const deliveryId = uuidV5(event.id, reservationNo, webhookId);
        const body = JSON.stringify({ id: deliveryId, kind, occurredAt: event.metadata.recordedAt, data });
        return { deliveryId, integratorId, webhookId, kind, reservationNo, body, isHeldBack: !isEnabled };
      });
    });
    await parts.deliveries.add(deliveries, parts.now());
  },
});
