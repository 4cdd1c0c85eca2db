import { z } from 'zod';
import { amounts, type DataOf, type EventsOf } from '../event-schema.ts';
import { decisionStatuses, reasonCodes } from './reasons.ts';

const day = z.iso.date();

/**
 * Fields of every fact. `eventId` is the sender's idempotency key; `contentHash` is a keyed hash of all fields except
 * `eventId` and `occurredAt`.
 */
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

/**
 * Stream `rental-{reservationNo}`: the facts that integrators sent, and the decisions on the reservation's reward.
 * Amounts are cents; days are Johannesburg days.
 */
export const rentalEvents = {
  /**
   * A reservation before its invoice. It decides nothing: the invoice repeats its terms. `expectedRevenueCents` is the
   * quoted T&K revenue; null where it is unknown.
   */
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
  /** A decision with all its inputs, so that it can be explained and recomputed. */
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
    /** The date of the reservation's first invoice, credited ones included, where it differs. */
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

/** The names of facts on the wire, in the calls of integrators and in their lists. */
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
