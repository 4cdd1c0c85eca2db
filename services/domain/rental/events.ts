import { z } from 'zod';
import { amounts, type DataOf, type EventsOf } from '../event-schema.ts';
import { decisionStatuses, reasonCodes } from './reasons.ts';

const day = z.iso.date();

/** `eventId`: the sender's idempotency key. `contentHash`: keyed, of all other fields except `occurredAt`. */
const fact = z.object({
  eventId: z.uuid(),
  integratorId: z.string(),
  reservationNo: z.string(),
  occurredAt: z.string(),
  contentHash: z.string(),
});

const terms = z.object({
  promoCode: z.string().nullable(),
  rateCode: z.string(),
  vehicleGroup: z.string(),
  pickupBranch: z.string(),
  returnBranch: z.string(),
});

export const holdReasons = ['accident', 'breach', 'payment', 'account'] as const;

/** Stream `rental-{reservationNo}`: facts of integrators, and decisions. Cents; Johannesburg days. */
export const rentalEvents = {
  /** Decides nothing: the invoice repeats its terms. `expectedRevenueCents`: quoted T&K revenue; null if unknown. */
  ReservationRecorded: fact.extend({
    loyaltyTrackingNo: z.string().nullable(),
    reservation: terms.extend({ reservedOn: day }),
    pickUpOn: day,
    returnOn: day,
    expectedRevenueCents: z.int().nullable(),
  }),
  InvoiceRecorded: fact.extend({
    invoiceNo: z.string(),
    invoiceDate: day,
    loyaltyTrackingNo: z.string().nullable(),
    marketSector: z.string(),
    tkRevenueCents: z.int(),
    reservation: terms.extend({ reservedOn: day }),
    rental: terms.extend({ pickedUpOn: day, returnedOn: day }),
    personal: z.object({ driverName: z.string() }).nullable(),
  }),
  CreditNoteRecorded: fact.extend({ creditNoteNo: z.string(), invoiceNo: z.string(), creditDate: day }),
  CancellationRecorded: fact.extend({ cancelledOn: day }),
  NoShowRecorded: fact.extend({ noShowOn: day }),
  HoldPlaced: fact.extend({ holdId: z.string(), holdReason: z.enum(holdReasons), placedOn: day }),
  HoldReleased: fact.extend({ holdId: z.string(), releasedOn: day }),
  /** A decision with all its inputs, so that it can be explained and recomputed (R13). */
  RewardDecided: amounts.extend({
    reservationNo: z.string(),
    /** 1 for the reservation's first decision. */
    decisionNo: z.int(),
    status: z.enum(decisionStatuses),
    reason: z.enum(reasonCodes).nullable(),
    /** Null where the tracking number is missing or belongs to no agent. */
    agentId: z.int().nullable(),
    loyaltyTrackingNo: z.string().nullable(),
    invoiceNo: z.string(),
    invoiceDate: day,
    /** Credited ones included; only where it differs. */
    firstInvoicedOn: day.optional(),
    marketSector: z.string(),
    reservedOn: day,
    tkRevenueCents: z.int(),
    /** The reservation's code in upper case, including codes of no promotion. */
    promoCode: z.string().nullable(),
    promotionId: z.string().nullable(),
    promotionVersion: z.int().nullable(),
    rate: z.number().nullable(),
    policyVersion: z.int(),
    minimumRewardCents: z.int(),
    treatment: z.object({ kind: z.string(), rate: z.number() }),
    /** The previous decision's agent and amounts, where it credited an agent; they are reversed. */
    before: amounts.extend({ agentId: z.int(), status: z.enum(decisionStatuses) }).nullable(),
  }),
} as const;

export type RentalEvent = EventsOf<typeof rentalEvents>;
export type FactEvent = Exclude<RentalEvent, { type: 'RewardDecided' }>;

/** On the wire: calls of integrators and their lists. */
export const WIRE_TYPES = {
  ReservationRecorded: 'reservation',
  InvoiceRecorded: 'invoice',
  CreditNoteRecorded: 'credit-note',
  CancellationRecorded: 'cancellation',
  NoShowRecorded: 'no-show',
  HoldPlaced: 'hold',
  HoldReleased: 'release',
} as const satisfies Record<FactEvent['type'], string>;
export type Decision = DataOf<RentalEvent, 'RewardDecided'>;
export type Invoice = DataOf<RentalEvent, 'InvoiceRecorded'>;
