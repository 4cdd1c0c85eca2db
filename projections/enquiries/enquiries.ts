import { idFromStreamName } from '@fynbos/domain/decider.ts';
import { enquiryStreamOf } from '@fynbos/domain/enquiry/enquiry.ts';
import { aboutOf, ENQUIRY_STATUSES, type EnquiryEvent, QUERY_TYPES } from '@fynbos/domain/enquiry/events.ts';
import { instant } from '@fynbos/domain/event-schema.ts';
import { z } from 'zod';
import { defineProjection, type FoldEvent, requireRow } from '../engine/projection.ts';

/** An enquiry as support sees it. */
export const enquiryRow = z.object({
  id: z.int32(),
  /** Null for a visitor. */
  agentId: z.int32().nullable(),
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
  /** The administrator responsible for the enquiry. */
  assignedTo: z.int32().nullable(),
  /** Number of answers by support. */
  answers: z.int32(),
  /** The last message is from the sender. */
  awaitsAnswer: z.boolean(),
  /** When the sender wrote the oldest unanswered message; null where all are answered. */
  waitingSince: instant.nullable(),
  lastUpdated: instant,
  /** The text that `q` searches, in lower case: address, reference number, reservation and all messages. */
  searchText: z.string(),
  version: z.int32(),
});
export type EnquiryRow = z.output<typeof enquiryRow>;

/** Characters of a thread that are searched; the rest of a very long thread is not. */
const MAX_SEARCHED_CHARACTERS = 20_000;

const searchable = (...texts: readonly (string | null | undefined)[]): string =>
  texts.filter(Boolean).join(' ').toLowerCase().slice(0, MAX_SEARCHED_CHARACTERS);

function change(row: EnquiryRow | null, event: FoldEvent, changes: Partial<EnquiryRow>): EnquiryRow {
  const before = requireRow(row);
  return { ...before, ...changes, lastUpdated: event.metadata.recordedAt, version: before.version + 1 };
}

export const enquiries = defineProjection<EnquiryRow, EnquiryEvent>({
  name: 'enquiries',
  version: 5,
  personal: true,
  row: enquiryRow,
  primaryKey: 'id',
  indexes: [
    '("status", "dateCreated")',
    '("dateCreated", "id")',
    '("isOpen", "dateCreated", "id")',
    '("assignedTo", "dateCreated")',
    '("waitingSince", "id")',
    '("lastUpdated", "id")',
    '("agentId")',
    '("referenceNumber")',
    '("reservationNo")',
    'using gin ("searchText" gin_trgm_ops)',
    'using gin ("email" gin_trgm_ops)',
  ],
  keys: ({ streamId }) => [idFromStreamName(enquiryStreamOf, streamId)],
  handlers: {
    EnquiryReceived: (_row, { data }, key) => {
      const { agentId, typeOfQuery, referenceNumber, receivedAt, personal } = data;
      const { reservationNo, promoCode } = aboutOf(data);
      const { email = '', queryDetails = '' } = personal ?? {};
      return {
        id: Number(key),
        agentId,
        email,
        typeOfQuery,
        queryDetails,
        status: 'pending',
        referenceNumber,
        reservationNo,
        promoCode,
        dateCreated: receivedAt,
        isOpen: true,
        assignedTo: null,
        answers: 0,
        awaitsAnswer: true,
        waitingSince: receivedAt,
        lastUpdated: receivedAt,
        searchText: searchable(email, referenceNumber, reservationNo, promoCode, queryDetails),
        version: 1,
      };
    },
    EnquiryStatusChanged: (row, event) => {
      const status = event.data.to;
      const answered = { awaitsAnswer: false, waitingSince: null };
      return status === 'Resolved'
        ? change(row, event, { status, isOpen: false, ...answered })
        : change(row, event, { status, isOpen: true });
    },
    EnquiryAnswered: (row, event) =>
      change(row, event, {
        answers: requireRow(row).answers + 1,
        awaitsAnswer: false,
        waitingSince: null,
        searchText: searchable(row?.searchText, event.data.personal?.text),
      }),
    EnquiryReplied: (row, event) =>
      change(row, event, {
        awaitsAnswer: true,
        waitingSince: row?.waitingSince ?? event.data.repliedAt,
        searchText: searchable(row?.searchText, event.data.personal?.text),
      }),
    EnquiryFileAttached: (row, event) =>
      change(row, event, { awaitsAnswer: true, waitingSince: row?.waitingSince ?? event.data.attachedAt }),
    EnquiryNoted: (row, event) =>
      change(row, event, { searchText: searchable(row?.searchText, event.data.personal?.text) }),
    EnquiryAssigned: (row, event) => change(row, event, { assignedTo: event.data.adminId }),
    EnquiryLinked: (row, event) => {
      const { reservationNo } = event.data;
      return change(row, event, { reservationNo, searchText: searchable(row?.searchText, reservationNo) });
    },
    EnquirySenderForgotten: (row, event) =>
      change(row, event, {
        email: '',
        queryDetails: '',
        // Older events hold these fields outside of the encrypted part.
        reservationNo: null,
        promoCode: null,
        searchText: searchable(row?.referenceNumber),
      }),
  },
});
