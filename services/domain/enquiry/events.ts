import { z } from 'zod';
import { amounts, type EventsOf, instant } from '../event-schema.ts';

/** Specification, sections 3, 4 and 9. */
export const QUERY_TYPES = ['incentives', 'account', 'other'] as const;
export const ENQUIRY_STATUSES = ['pending', 'Activated', 'Escalated', 'Resolved'] as const;
export const FILE_TYPES = ['application/pdf', 'image/jpeg', 'image/png'] as const;
const status = z.enum(ENQUIRY_STATUSES);

/** The figure that an agent questions, as the records had it when the enquiry was sent. Cents. */
export const questionedFigure = z.object({
  /** The payout run with its reference; null for a reward that is not part of a payout. */
  runId: z.string().nullable(),
  reference: z.string().nullable(),
  /** Null for a correction, and for a whole payout. */
  reservationNo: z.string().nullable(),
  /** A reservation, the reason of a correction, or blank for a whole payout. */
  name: z.string(),
  status: z.string(),
  ...amounts.shape,
  /** How the figure came about, in a sentence. */
  explanation: z.string(),
});
export type QuestionedFigure = z.output<typeof questionedFigure>;

/** Stream `enquiry-{enquiryId}`. */
export const enquiryEvents = {
  EnquiryReceived: z.object({
    enquiryId: z.int().positive(),
    /** Null for a visitor. */
    agentId: z.int().positive().nullable(),
    typeOfQuery: z.enum(QUERY_TYPES),
    referenceNumber: z.string(),
    /** In older events only. Now encrypted with the rest, since a visitor may enter any text. */
    reservationNo: z.string().nullable().optional(),
    promoCode: z.string().nullable().optional(),
    receivedAt: instant,
    personal: z
      .object({
        email: z.string(),
        queryDetails: z.string(),
        /** The missing rental in the sender's words; otherwise null, or absent in older events. */
        reservationNo: z.string().nullable().optional(),
        promoCode: z.string().nullable().optional(),
        /** Absent where the sender questions no figure. */
        figure: questionedFigure.optional(),
      })
      .nullable(),
  }),
  EnquiryStatusChanged: z.object({ from: status, to: status, changedAt: instant }),
  EnquiryAnswered: z.object({
    answerId: z.uuid(),
    answeredAt: instant,
    personal: z.object({ text: z.string() }).nullable(),
  }),
  /** An internal note of support: not part of the thread that the sender reads. */
  EnquiryNoted: z.object({
    noteId: z.uuid(),
    notedAt: instant,
    personal: z.object({ text: z.string() }).nullable(),
  }),
  /** Null: no longer assigned. */
  EnquiryAssigned: z.object({ adminId: z.int().positive().nullable(), assignedAt: instant }),
  EnquiryLinked: z.object({ reservationNo: z.string().nullable(), linkedAt: instant }),
  EnquiryReplied: z.object({
    replyId: z.uuid(),
    repliedAt: instant,
    personal: z.object({ text: z.string() }).nullable(),
  }),
  /** The agent attached a file. Its content is stored apart from the log, under the enquiry's key. */
  EnquiryFileAttached: z.object({
    fileId: z.uuid(),
    fileType: z.enum(FILE_TYPES),
    bytes: z.int().positive(),
    attachedAt: instant,
    personal: z.object({ name: z.string(), sha256: z.string() }).nullable(),
  }),
  /** The sender was erased; the enquiry's key is destroyed, and with it all written text. */
  EnquirySenderForgotten: z.object({ forgottenAt: instant }),
} as const;

/** In the sender's words, wherever the event stores it; null where none was written, or it was erased. */
export const aboutOf = ({
  personal,
  ...older
}: z.infer<typeof enquiryEvents.EnquiryReceived>): { reservationNo: string | null; promoCode: string | null } => ({
  reservationNo: personal?.reservationNo ?? older.reservationNo ?? null,
  promoCode: personal?.promoCode ?? older.promoCode ?? null,
});

export type EnquiryEvent = EventsOf<typeof enquiryEvents>;
export type EnquiryStatus = (typeof ENQUIRY_STATUSES)[number];
export type FileType = (typeof FILE_TYPES)[number];
export type QueryType = (typeof QUERY_TYPES)[number];
