import { ENQUIRY_STATUSES, QUERY_TYPES } from '@fynbos/domain/enquiry/events.ts';
import { z } from 'zod';

const instant = z.iso.datetime();

/** A record of `GET /admin/contact-support` and of `GET /admin/queries`. */
export const enquiryAnswer = z.object({
  id: z.int(),
  /** Null for a visitor. */
  agentId: z.int().nullable(),
  /** Empty after an erasure, as `queryDetails`. */
  email: z.string(),
  typeOfQuery: z.enum(QUERY_TYPES),
  queryDetails: z.string(),
  status: z.enum(ENQUIRY_STATUSES),
  referenceNumber: z.string(),
  reservationNo: z.string().nullable(),
  promoCode: z.string().nullable(),
  dateCreated: instant,
  isOpen: z.boolean(),
  /** The id of the responsible administrator. */
  assignedTo: z.int().nullable(),
  /** Number of answers by support. */
  answers: z.int(),
  awaitsAnswer: z.boolean(),
  waitingSince: instant.nullable(),
  lastUpdated: instant,
  version: z.int(),
});

/** An enquiry with its thread and notes. */
export const wholeEnquiryAnswer = enquiryAnswer.extend({
  /** The agent with the sender's address, where the sender was not signed in. */
  sameAddressAs: z.int().nullable(),
  thread: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['sender', 'support', 'note']),
      at: instant,
      /** The administrator's name; null for the sender. */
      by: z.string().nullable(),
      /** Null after an erasure. */
      text: z.string().nullable(),
    }),
  ),
});
