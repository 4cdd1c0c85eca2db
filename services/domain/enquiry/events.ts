import { z } from 'zod';
import type { EventsOf } from '../event-schema.ts';

const instant = z.iso.datetime();

/** Specification, sections 3, 4 and 9. */
export const QUERY_TYPES = ['incentives', 'account', 'other'] as const;
export const ENQUIRY_STATUSES = ['pending', 'Activated', 'Escalated', 'Resolved'] as const;
const status = z.enum(ENQUIRY_STATUSES);

/** Stream `enquiry-{enquiryId}`: a question to support and what was said about it. */
export const enquiryEvents = {
  EnquiryReceived: z.object({
    enquiryId: z.int().positive(),
    /** Null for a visitor. */
    agentId: z.int().positive().nullable(),
    typeOfQuery: z.enum(QUERY_TYPES),
    referenceNumber: z.string(),
    /** Of older events alone; now sealed with the rest, since a visitor may write anything into them. */
    reservationNo: z.string().nullable().optional(),
    promoCode: z.string().nullable().optional(),
    receivedAt: instant,
    personal: z
      .object({
        email: z.string(),
        queryDetails: z.string(),
        /** What a missing rental is about, in the sender's words; null, or absent in older events, otherwise. */
        reservationNo: z.string().nullable().optional(),
        promoCode: z.string().nullable().optional(),
      })
      .nullable(),
  }),
  EnquiryStatusChanged: z.object({ from: status, to: status, changedAt: instant }),
  EnquiryAnswered: z.object({
    answerId: z.uuid(),
    answeredAt: instant,
    personal: z.object({ text: z.string() }).nullable(),
  }),
  /** What support keeps for itself: no part of the thread that the sender reads. */
  EnquiryNoted: z.object({
    noteId: z.uuid(),
    notedAt: instant,
    personal: z.object({ text: z.string() }).nullable(),
  }),
  /** Null: nobody's any more. */
  EnquiryAssigned: z.object({ adminId: z.int().positive().nullable(), assignedAt: instant }),
  /** The reservation that support found it to be about. */
  EnquiryLinked: z.object({ reservationNo: z.string().nullable(), linkedAt: instant }),
  EnquiryReplied: z.object({
    replyId: z.uuid(),
    repliedAt: instant,
    personal: z.object({ text: z.string() }).nullable(),
  }),
  /** Who sent it was forgotten; the enquiry's key is destroyed, and with it all that was written. */
  EnquirySenderForgotten: z.object({ forgottenAt: instant }),
} as const;

/** What an enquiry is about in its sender's words, wherever the event has it; null where nothing was written, or it is forgotten. */
export const aboutOf = ({
  personal,
  ...older
}: z.infer<typeof enquiryEvents.EnquiryReceived>): { reservationNo: string | null; promoCode: string | null } => ({
  reservationNo: personal?.reservationNo ?? older.reservationNo ?? null,
  promoCode: personal?.promoCode ?? older.promoCode ?? null,
});

export type EnquiryEvent = EventsOf<typeof enquiryEvents>;
export type EnquiryStatus = (typeof ENQUIRY_STATUSES)[number];
export type QueryType = (typeof QUERY_TYPES)[number];
