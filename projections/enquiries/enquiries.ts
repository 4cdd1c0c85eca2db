import { aboutOf, type EnquiryEvent, enquiryEvents } from '@fynbos/domain/enquiry/events.ts';
import type { Projection } from '../engine/projection.ts';

/** An enquiry as support sees it (specification, section 3). */
export interface EnquiryRow {
  id: number;
  agentId: number | null;
  email: string;
  typeOfQuery: string;
  queryDetails: string;
  status: string;
  referenceNumber: string;
  reservationNo: string | null;
  promoCode: string | null;
  dateCreated: string;
  /** Whether it is not resolved yet. */
  isOpen: boolean;
  /** The administrator who looks after it. */
  assignedTo: number | null;
  /** Answers of support so far. */
  answers: number;
  /** Whether the sender wrote last. */
  awaitsAnswer: boolean;
  /** When the sender wrote what is unanswered; null where nothing is. */
  waitingSince: string | null;
  lastUpdated: string;
  /** What `q` looks through, in lower case: address, reference number, reservation and all that was written. */
  searchText: string;
  version: number;
}

/** Longest text that is searched: the rest of a very long thread is found by its beginning. */
const SEARCHED = 20_000;

const searchable = (...texts: readonly (string | null | undefined)[]): string =>
  texts.filter(Boolean).join(' ').toLowerCase().slice(0, SEARCHED);

/** What an event changes of the row. */
function changed(row: EnquiryRow, event: EnquiryEvent): Partial<EnquiryRow> {
  switch (event.type) {
    case 'EnquiryStatusChanged': {
      const isOpen = event.data.to !== 'Resolved';
      return { status: event.data.to, isOpen, ...(isOpen ? {} : { awaitsAnswer: false, waitingSince: null }) };
    }
    case 'EnquiryAnswered':
      return {
        answers: row.answers + 1,
        awaitsAnswer: false,
        waitingSince: null,
        searchText: searchable(row.searchText, event.data.personal?.text),
      };
    case 'EnquiryReplied':
      return {
        awaitsAnswer: true,
        waitingSince: row.waitingSince ?? event.data.repliedAt,
        searchText: searchable(row.searchText, event.data.personal?.text),
      };
    case 'EnquiryNoted':
      return { searchText: searchable(row.searchText, event.data.personal?.text) };
    case 'EnquiryAssigned':
      return { assignedTo: event.data.adminId };
    case 'EnquiryLinked':
      return {
        reservationNo: event.data.reservationNo,
        searchText: searchable(row.searchText, event.data.reservationNo),
      };
    case 'EnquirySenderForgotten':
      return {
        email: '',
        queryDetails: '',
        // What older events hold of it outside of what is sealed is shown no more either.
        reservationNo: null,
        promoCode: null,
        searchText: searchable(row.referenceNumber),
      };
    default:
      return {};
  }
}

/** Read model `enquiries`, by enquiry. */
export const enquiries: Projection<EnquiryRow, EnquiryEvent> = {
  name: 'enquiries',
  version: 4,
  eventTypes: Object.keys(enquiryEvents) as EnquiryEvent['type'][],
  personal: true,
  table: {
    columns: {
      id: 'integer',
      agentId: 'integer',
      email: 'text',
      typeOfQuery: 'text',
      queryDetails: 'text',
      status: 'text',
      referenceNumber: 'text',
      reservationNo: 'text',
      promoCode: 'text',
      dateCreated: 'text',
      isOpen: 'boolean',
      assignedTo: 'integer',
      answers: 'integer',
      awaitsAnswer: 'boolean',
      waitingSince: 'text',
      lastUpdated: 'text',
      searchText: 'text',
      version: 'integer',
    },
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
  },
  keys: ({ streamId }) => [streamId.slice('enquiry-'.length)],
  evolve: (row, event, key) => {
    const { type, data, metadata } = event as typeof event & EnquiryEvent;
    if (type === 'EnquiryReceived') {
      const { agentId, typeOfQuery, referenceNumber, receivedAt, personal } = data;
      const { reservationNo, promoCode } = aboutOf(data);
      const { email = '', queryDetails = '' } = personal ?? {};
      const about = {
        id: Number(key),
        agentId,
        email,
        typeOfQuery,
        queryDetails,
        referenceNumber,
        reservationNo,
        promoCode,
      };
      return {
        ...about,
        status: 'pending',
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
    }
    if (row === null) throw new Error('an enquiry that nobody sent');
    return {
      ...row,
      ...changed(row, { type, data } as EnquiryEvent),
      lastUpdated: metadata.recordedAt,
      version: row.version + 1,
    };
  },
};
