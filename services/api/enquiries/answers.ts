import { figureCorrection } from '@fynbos/application/enquiries/enquiry-record.ts';
import { threadEntry } from '@fynbos/application/enquiries/support.ts';
import { ENQUIRY_STATUSES, FILE_TYPES, QUERY_TYPES, questionedFigure } from '@fynbos/domain/enquiry/events.ts';
import { instant } from '@fynbos/domain/event-schema.ts';
import { enquiryRow } from '@fynbos/projections/enquiries/enquiries.ts';
import { z } from 'zod';

/** An attached file without its content. */
const fileAnswer = z.object({
  fileId: z.uuid(),
  name: z.string(),
  fileType: z.enum(FILE_TYPES),
  bytes: z.int(),
  sha256: z.string(),
  attachedAt: instant,
});

export type AttachedFile = z.output<typeof fileAnswer>;

export const enquiryAnswer = enquiryRow.omit({ searchText: true });
export type Enquiry = z.output<typeof enquiryAnswer>;

/** An enquiry with its thread and notes. */
export const enquiryDetailAnswer = enquiryAnswer.extend({
  /** The agent with the sender's address, where the sender was not signed in. */
  sameAddressAs: z.int().nullable(),
  /** The figure that the sender questions; null for other enquiries, and after an erasure. */
  figure: questionedFigure.nullable(),
  /** Corrections of the figure after the enquiry, oldest first. Amounts are cents. */
  corrections: z.array(figureCorrection),
  thread: z.array(threadEntry),
  files: z.array(fileAnswer),
});
export type EnquiryDetail = z.output<typeof enquiryDetailAnswer>;

export const enquiryReceivedAnswer = z.object({
  message: z.string(),
  referenceNumber: z.string(),
  /** The secret of the thread's link, to attach files; null for a visitor. */
  thread: z.string().nullable(),
});

/** `GET /ContactUsSupport/thread`: an enquiry as opened by the link in an e-mail; `thread` is oldest first. */
export const threadAnswer = z.object({
  referenceNumber: z.string(),
  status: z.string(),
  typeOfQuery: z.string(),
  thread: z.array(z.object({ from: z.enum(['sender', 'support']), text: z.string().nullable(), at: instant })),
  files: z.array(fileAnswer),
});
export type EnquiryThread = z.output<typeof threadAnswer>;

/** A record of `GET /admin/enquiry-templates`: the initial text of an answer. */
export const templateAnswer = z.object({ id: z.string(), title: z.string(), text: z.string(), version: z.int() });
export type EnquiryTemplateAnswer = z.output<typeof templateAnswer>;

export const assigneeAnswer = z.object({ id: z.int(), name: z.string() });
export type Assignee = z.output<typeof assigneeAnswer>;

/** An enquiry that the agent sent while signed in. `GET /agent/enquiries` lists the newest first. */
export const ownEnquiryAnswer = z.object({
  referenceNumber: z.string(),
  typeOfQuery: z.enum(QUERY_TYPES),
  status: z.enum(ENQUIRY_STATUSES),
  dateCreated: instant,
  /** Number of answers by support. */
  answers: z.int(),
  /** The secret of the thread's link, as in the e-mail. */
  thread: z.string(),
});
