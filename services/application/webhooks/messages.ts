import type { WebhookKind } from '@fynbos/domain/integrator/webhook-events.ts';
import type { RentalEvent } from '@fynbos/domain/rental/events.ts';
import type { AccountEventOf } from '@fynbos/domain/rewards-account/events.ts';
import type { FoldEvent } from '@fynbos/projections/engine/projection.ts';
import { z } from 'zod';

type Decided = Extract<RentalEvent, { type: 'RewardDecided' }>;
type Settled = AccountEventOf<'PayoutPaid' | 'PayoutReturned'>;
/** What integrators are told of. */
export type Told = Decided | Settled;

const decision = z.object({
  reservationNo: z.string(),
  invoiceNo: z.string(),
  /** Counts up; the highest holds, in whatever order messages come. */
  decisionNo: z.int(),
  status: z.enum(['Earned', 'Pending', 'Declined']),
  reason: z.string().nullable(),
  promoCode: z.string().nullable(),
  grossCents: z.int(),
  payeCents: z.int(),
  nettCents: z.int(),
});
const settlement = z.object({
  reservationNo: z.string(),
  status: z.enum(['Paid', 'Earned']),
  reason: z.enum(['PaymentReturned']).nullable(),
  runId: z.string(),
  paidOn: z.iso.date().optional(),
  returnedOn: z.iso.date().optional(),
  grossCents: z.int(),
  payeCents: z.int(),
  nettCents: z.int(),
});
const DATA = {
  'reward.decided': decision,
  'reward.paid': settlement,
  'reward.reversed': z.union([decision, settlement]),
} as const satisfies Record<WebhookKind, z.ZodType>;

/** The body of a message of each kind, for the API's description. `id` is the delivery's: the same may come again. */
export const messageSchemas = Object.fromEntries(
  Object.entries(DATA).map(([kind, data]) => [
    kind,
    z.object({ id: z.uuid(), kind: z.literal(kind), occurredAt: z.iso.datetime(), data }),
  ]),
);

/** Something to tell about one reservation, whoever wants to know. Amounts in cents; nothing personal. */
export interface Message {
  readonly kind: WebhookKind;
  readonly reservationNo: string;
  readonly data: Readonly<Record<string, unknown>>;
}

function ofDecision({ data }: Decided): Message {
  const { reservationNo, decisionNo, status, reason, promoCode, invoiceNo, before } = data;
  const { grossCents, payeCents, nettCents } = data;
  const isTakenBack = before !== null && before.status === 'Earned' && status === 'Declined';
  return {
    kind: isTakenBack ? 'reward.reversed' : 'reward.decided',
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

/** What an event means for integrators. A reward taken back, and a payment that the bank sent back, are reversals. */
export const messagesOf = (event: FoldEvent<Told>): Message[] =>
  event.type === 'RewardDecided' ? [ofDecision(event as Decided)] : ofPayout(event as Settled);
