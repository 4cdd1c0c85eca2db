import { amounts, instant } from '@fynbos/domain/event-schema.ts';
import type { WebhookKind } from '@fynbos/domain/integrator/webhooks.ts';
import type { RentalEvent } from '@fynbos/domain/rental/events.ts';
import type { AccountEventOf } from '@fynbos/domain/rewards-account/events.ts';
import type { FoldEvent } from '@fynbos/projections/engine/projection.ts';
import { z } from 'zod';

type Decided = Extract<RentalEvent, { type: 'RewardDecided' }>;
type Settled = AccountEventOf<'PayoutPaid' | 'PayoutReturned'>;
/** Events that lead to messages. */
export type MessageSource = Decided | Settled;

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
export interface Message {
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
export const messagesOf = (event: FoldEvent<MessageSource>): Message[] =>
  event.type === 'RewardDecided' ? [ofDecision(event as Decided)] : ofPayout(event as Settled);
