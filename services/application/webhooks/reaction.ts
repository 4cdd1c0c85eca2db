import { amounts, instant } from '@fynbos/domain/event-schema.ts';
import { integratorDecider, integratorStreamOf } from '@fynbos/domain/integrator/integrator.ts';
import type { Webhook, WebhookKind } from '@fynbos/domain/integrator/webhooks.ts';
import type { RentalEvent } from '@fynbos/domain/rental/events.ts';
import { rentalDecider, rentalStreamOf } from '@fynbos/domain/rental/rental.ts';
import type { AccountEventOf } from '@fynbos/domain/rewards-account/events.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { uuidV5 } from '@fynbos/platform/crypto/uuid-v5.ts';
import type { FoldEvent } from '@fynbos/projections/engine/projection.ts';
import { type Reaction, reactionTo } from '@fynbos/projections/engine/reaction.ts';
import { integrators } from '@fynbos/projections/integrators/integrators.ts';
import { integratorsWithWebhooks } from '@fynbos/projections/integrators/queries.ts';
import { z } from 'zod';
import { loadMany } from '../handle.ts';
import type { Essentials } from '../services.ts';
import { waitForReadModel } from '../wait-for-read-models.ts';
import type { Deliveries, NewDelivery } from './deliveries.ts';

type Decided = Extract<RentalEvent, { type: 'RewardDecided' }>;
type Settled = AccountEventOf<'PayoutPaid' | 'PayoutReturned'>;
/** Events that lead to messages. */
type MessageSource = Decided | Settled;

const decision = z.object({
  reservationNo: z.string(),
  invoiceNo: z.string(),
  /** The highest number is the current decision, whatever the order of messages. */
  decisionNo: z.int(),
  status: z.enum(['Earned', 'Pending', 'Declined']),
  reason: z.string().nullable(),
  promoCode: z.string().nullable(),
  ...amounts.shape,
});
const settlement = z.object({
  reservationNo: z.string(),
  status: z.enum(['Paid', 'Earned']),
  reason: z.enum(['PaymentReturned']).nullable(),
  runId: z.string(),
  paidOn: z.iso.date().optional(),
  returnedOn: z.iso.date().optional(),
  ...amounts.shape,
});
const DATA = {
  'reward.decided': decision,
  'reward.paid': settlement,
  'reward.reversed': z.union([decision, settlement]),
} as const satisfies Record<WebhookKind, z.ZodType>;

/** The body of each kind of message, for OpenAPI. `id` is the delivery's; a delivery may arrive more than once. */
export const messageSchemas = Object.fromEntries(
  Object.entries(DATA).map(([kind, data]) => [
    kind,
    z.object({ id: z.uuid(), kind: z.literal(kind), occurredAt: instant, data }),
  ]),
);

/** A message about one reservation. Amounts in cents; no personal data. */
interface Message {
  readonly kind: WebhookKind;
  readonly reservationNo: string;
  readonly data: Readonly<Record<string, unknown>>;
}

function ofDecision({ data }: Decided): Message {
  const { reservationNo, decisionNo, status, reason, promoCode, invoiceNo, before } = data;
  const { grossCents, payeCents, nettCents } = data;
  const isReversed = before !== null && before.status === 'Earned' && status === 'Declined';
  return {
    kind: isReversed ? 'reward.reversed' : 'reward.decided',
    reservationNo,
    data: { reservationNo, invoiceNo, decisionNo, status, reason, promoCode, grossCents, payeCents, nettCents },
  };
}

function ofPayout({ type, data }: Settled): Message[] {
  const isPaid = type === 'PayoutPaid';
  const on = isPaid
    ? { paidOn: (data as AccountEventOf<'PayoutPaid'>['data']).paidOn }
    : { returnedOn: (data as AccountEventOf<'PayoutReturned'>['data']).returnedOn };
  return data.rewards.map(({ reservationNo, grossCents, payeCents, nettCents }) => ({
    kind: isPaid ? 'reward.paid' : 'reward.reversed',
    reservationNo,
    data: {
      reservationNo,
      status: isPaid ? 'Paid' : 'Earned',
      reason: isPaid ? null : 'PaymentReturned',
      runId: data.runId,
      ...on,
      grossCents,
      payeCents,
      nettCents,
    },
  }));
}

/** The messages of an event. A declined reward that was earned before, and a returned payment, are reversals. */
const messagesOf = (event: FoldEvent<MessageSource>): Message[] =>
  event.type === 'RewardDecided' ? [ofDecision(event as Decided)] : ofPayout(event as Settled);

interface WebhookServices extends Essentials {
  readonly deliveries: Pick<Deliveries, 'add'>;
}

/** The webhooks of each integrator, from the streams; the read model only says which integrators have any. */
async function webhooksByIntegrator({ log, db }: WebhookServices): Promise<ReadonlyMap<string, readonly Webhook[]>> {
  const streamIds = (await integratorsWithWebhooks(db)).map(integratorStreamOf);
  const loaded = await loadMany(log, integratorDecider, streamIds);
  return new Map(
    [...loaded.values()].flatMap(({ state }) =>
      state.status === 'live' ? [[state.integratorId, [...state.webhooks.values()]] as const] : [],
    ),
  );
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
 * Stores deliveries, which the worker sends; also for a disabled webhook, to be sent again once it is enabled. Starts
 * at the head. Repeatable: a delivery's id follows from event, reservation and webhook.
 */
export const webhooksReaction = (services: WebhookServices): Reaction =>
  reactionTo<MessageSource>({
    name: 'webhooks',
    eventTypes: ['RewardDecided', 'PayoutPaid', 'PayoutReturned'],
    startAt: 'head',
    async react(batch, { signal }) {
      const last = batch.at(-1);
      // Otherwise a webhook that was added just before would miss its first messages.
      if (last) await waitForReadModel(services.db, integrators.name, last.position, signal);
      const webhooks = await webhooksByIntegrator(services);
      if (webhooks.size === 0) return;
      const messages = batch.flatMap((event) => messagesOf(event).map((message) => ({ event, message })));
      const owners = await ownersOf(services.log, [...new Set(messages.map(({ message }) => message.reservationNo))]);
      const deliveries = messages.flatMap(({ event, message: { kind, reservationNo, data } }) => {
        const integratorId = owners.get(reservationNo) ?? '';
        const subscribed = (webhooks.get(integratorId) ?? []).filter(({ kinds }) => kinds.includes(kind));
        return subscribed.map(({ webhookId, isEnabled }): NewDelivery => {
          const deliveryId = uuidV5(event.id, reservationNo, webhookId);
          const body = JSON.stringify({ id: deliveryId, kind, occurredAt: event.metadata.recordedAt, data });
          return { deliveryId, integratorId, webhookId, kind, reservationNo, body, isHeldBack: !isEnabled };
        });
      });
      await services.deliveries.add(deliveries, services.now());
    },
  });
