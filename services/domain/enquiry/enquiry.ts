import type { Decider } from '../decider.ts';
import { DomainError } from '../errors.ts';
import type { DataOf } from '../event-schema.ts';
import { aboutOf, type EnquiryEvent, type EnquiryStatus, type QueryType, type QuestionedFigure } from './events.ts';

/** Letters and digits that cannot be confused on paper or over a telephone. */
const REFERENCE_CHARACTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Makes `FR-K7MX-4QPD` of random bytes: readable over a phone. It needs eight usable bytes and skips those that would
 * favour some letters, so pass a few more; null if there were too few.
 */
export function referenceNumberOf(random: Uint8Array): string | null {
  const limit = 256 - (256 % REFERENCE_CHARACTERS.length);
  const letters = [...random]
    .filter((byte) => byte < limit)
    .map((byte) => REFERENCE_CHARACTERS[byte % REFERENCE_CHARACTERS.length]);
  if (letters.length < 8) return null;
  return `FR-${letters.slice(0, 4).join('')}-${letters.slice(4, 8).join('')}`;
}

const MAX_FILES = 3;

interface EnquiryMessage {
  readonly from: 'sender' | 'support';
  readonly at: string;
  /** Null where the person was erased. */
  readonly text: string | null;
}

/** An attached file, without its content. `sha256`: hexadecimal. */
export type EnquiryFile = Readonly<
  Omit<DataOf<EnquiryEvent, 'EnquiryFileAttached'>, 'personal'> & { name: string; sha256: string }
>;

/** Also after an erasure of its sender. */
interface EnquiryRecord {
  /** Number of events, which `If-Match` compares. */
  readonly version: number;
  readonly status: EnquiryStatus;
  readonly enquiryId: number;
  /** Null for a visitor. */
  readonly agentId: number | null;
  readonly typeOfQuery: QueryType;
  readonly referenceNumber: string;
  readonly reservationNo: string | null;
  readonly receivedAt: string;
  /** The responsible administrator. */
  readonly assignedTo: number | null;
  /** Messages between sender and support; internal notes are not included. The text of an erased sender is null. */
  readonly thread: readonly EnquiryMessage[];
  /** Ids of answers and notes, used to recognise one that is sent again. */
  readonly written: readonly string[];
}

/** What the sender sent. */
interface Sent {
  readonly forgotten: false;
  /** Null where personal data was not loaded. */
  readonly email: string | null;
  /** The figure that the sender questions; null for other enquiries. */
  readonly figure: QuestionedFigure | null;
  readonly files: readonly EnquiryFile[];
}

/** The sender was erased: everything sent is destroyed. */
const ERASED = { forgotten: true, email: null, figure: null, files: [] } as const;

export type Enquiry = EnquiryRecord & (Sent | typeof ERASED);

export type EnquiryState = { readonly status: 'none' } | Enquiry;

export type EnquiryCommand =
  | {
      readonly type: 'ReceiveEnquiry';
      readonly enquiryId: number;
      readonly agentId: number | null;
      readonly email: string;
      readonly typeOfQuery: QueryType;
      readonly queryDetails: string;
      readonly referenceNumber: string;
      readonly reservationNo: string | null;
      readonly promoCode: string | null;
      readonly figure?: QuestionedFigure | null;
    }
  | { readonly type: 'SetEnquiryStatus'; readonly status: EnquiryStatus }
  | { readonly type: 'AnswerEnquiry'; readonly answerId: string; readonly text: string }
  | { readonly type: 'NoteEnquiry'; readonly noteId: string; readonly text: string }
  /** Absent fields are unchanged. */
  | {
      readonly type: 'ChangeEnquiry';
      readonly status?: EnquiryStatus | undefined;
      readonly assignedTo?: number | null | undefined;
      readonly reservationNo?: string | null | undefined;
    }
  | ({ readonly type: 'AttachFile' } & Omit<EnquiryFile, 'attachedAt'>)
  | { readonly type: 'EraseSender' }
  | { readonly type: 'ReplyToEnquiry'; readonly replyId: string; readonly text: string };

export const ENQUIRY_MESSAGES = {
  unknown: 'Enquiry not found.',
  notBackToPending: 'An enquiry cannot go back to pending.',
  forgotten: 'The sender of this enquiry was erased.',
  resolved: 'This enquiry is resolved. Send a new one and name its reference number.',
  tooManyFiles: `An enquiry can have at most ${MAX_FILES} files.`,
} as const;

/** Setting the same status again changes nothing; a return to pending is refused; Resolved is final. */
function setStatus(to: EnquiryStatus, state: Enquiry, at: string): EnquiryEvent[] {
  if (state.status === to) return [];
  if (to === 'pending')
    throw new DomainError('invalid', 'enquiry.not-back-to-pending', ENQUIRY_MESSAGES.notBackToPending);
  if (state.status === 'Resolved') throw new DomainError('conflict', 'enquiry.resolved', ENQUIRY_MESSAGES.resolved);
  return [{ type: 'EnquiryStatusChanged', data: { from: state.status, to, changedAt: at } }];
}

/** All or none. The status comes last, since Resolved is final. */
function changeEnquiry(
  command: Extract<EnquiryCommand, { type: 'ChangeEnquiry' }>,
  state: Enquiry,
  at: string,
): EnquiryEvent[] {
  const { status, assignedTo = state.assignedTo, reservationNo = state.reservationNo } = command;
  const events: EnquiryEvent[] = [];
  if (assignedTo !== state.assignedTo)
    events.push({ type: 'EnquiryAssigned', data: { adminId: assignedTo, assignedAt: at } });
  if (reservationNo !== state.reservationNo)
    events.push({ type: 'EnquiryLinked', data: { reservationNo, linkedAt: at } });
  if (events.length > 0 && state.status === 'Resolved')
    throw new DomainError('conflict', 'enquiry.resolved', ENQUIRY_MESSAGES.resolved);
  return status === undefined ? events : [...events, ...setStatus(status, state, at)];
}

/** The id of the text that a command writes; blank where support writes nothing. */
function writtenId(command: EnquiryCommand): string {
  if (command.type === 'AnswerEnquiry') return command.answerId;
  return command.type === 'NoteEnquiry' ? command.noteId : '';
}

function decide(command: EnquiryCommand, state: EnquiryState, at: string): readonly EnquiryEvent[] {
  if (command.type === 'ReceiveEnquiry') {
    if (state.status !== 'none') throw new DomainError('conflict', 'enquiry.exists', 'This enquiry already exists.');
    const { enquiryId, agentId, typeOfQuery, referenceNumber, reservationNo, promoCode, email, queryDetails } = command;
    const data = { enquiryId, agentId, typeOfQuery, referenceNumber, receivedAt: at };
    const figure = command.figure ? { figure: command.figure } : {};
    const personal = { email, queryDetails, reservationNo, promoCode, ...figure };
    return [{ type: 'EnquiryReceived', data: { ...data, personal } }];
  }
  if (state.status === 'none') throw new DomainError('not-found', 'enquiry.unknown', ENQUIRY_MESSAGES.unknown);
  if (command.type === 'EraseSender')
    return state.forgotten ? [] : [{ type: 'EnquirySenderForgotten', data: { forgottenAt: at } }];
  if (command.type === 'ChangeEnquiry') return changeEnquiry(command, state, at);
  if (command.type === 'SetEnquiryStatus') return setStatus(command.status, state, at);
  if (state.written.includes(writtenId(command))) return [];
  if (state.forgotten) throw new DomainError('conflict', 'enquiry.forgotten', ENQUIRY_MESSAGES.forgotten);
  // A note is for later readers, so it is allowed after the end.
  if (command.type === 'NoteEnquiry')
    return [{ type: 'EnquiryNoted', data: { noteId: command.noteId, notedAt: at, personal: { text: command.text } } }];
  if (state.status === 'Resolved') throw new DomainError('conflict', 'enquiry.resolved', ENQUIRY_MESSAGES.resolved);
  switch (command.type) {
    case 'AnswerEnquiry': {
      const { answerId, text } = command;
      return [{ type: 'EnquiryAnswered', data: { answerId, answeredAt: at, personal: { text } } }];
    }
    case 'ReplyToEnquiry': {
      const { replyId, text } = command;
      return [{ type: 'EnquiryReplied', data: { replyId, repliedAt: at, personal: { text } } }];
    }
    case 'AttachFile': {
      const { fileId, fileType, bytes, name, sha256 } = command;
      // The same file again: the answer to the first attempt was lost.
      if (state.files.some((file) => file.sha256 === sha256)) return [];
      if (state.files.length >= MAX_FILES)
        throw new DomainError('conflict', 'enquiry.too-many-files', ENQUIRY_MESSAGES.tooManyFiles);
      return [
        { type: 'EnquiryFileAttached', data: { fileId, fileType, bytes, attachedAt: at, personal: { name, sha256 } } },
      ];
    }
  }
}

function received(data: DataOf<EnquiryEvent, 'EnquiryReceived'>): Enquiry {
  const { enquiryId, agentId, typeOfQuery, referenceNumber, receivedAt, personal } = data;
  return {
    version: 1,
    status: 'pending',
    enquiryId,
    agentId,
    typeOfQuery,
    referenceNumber,
    reservationNo: aboutOf(data).reservationNo,
    receivedAt,
    assignedTo: null,
    thread: [{ from: 'sender', at: receivedAt, text: personal?.queryDetails ?? null }],
    written: [],
    forgotten: false,
    email: personal?.email ?? null,
    figure: personal?.figure ?? null,
    files: [],
  };
}

function evolve(before: EnquiryState, event: EnquiryEvent): EnquiryState {
  if (event.type === 'EnquiryReceived') return received(event.data);
  // No event of an enquiry comes before its receipt.
  return before.status === 'none' ? before : evolveExisting({ ...before, version: before.version + 1 }, event);
}

function evolveExisting(state: Enquiry, event: Exclude<EnquiryEvent, { type: 'EnquiryReceived' }>): Enquiry {
  switch (event.type) {
    case 'EnquiryStatusChanged':
      return { ...state, status: event.data.to };
    case 'EnquiryNoted':
      return { ...state, written: [...state.written, event.data.noteId] };
    case 'EnquirySenderForgotten':
      return {
        ...state,
        ...ERASED,
        reservationNo: null,
        thread: state.thread.map((message) => ({ ...message, text: null })),
      };
    case 'EnquiryAssigned':
      return { ...state, assignedTo: event.data.adminId };
    case 'EnquiryLinked':
      return { ...state, reservationNo: event.data.reservationNo };
    case 'EnquiryAnswered': {
      const { answerId, answeredAt: at, personal } = event.data;
      const written = [...state.written, answerId];
      return { ...state, written, thread: [...state.thread, { from: 'support', at, text: personal?.text ?? null }] };
    }
    case 'EnquiryReplied': {
      const { repliedAt: at, personal } = event.data;
      return { ...state, thread: [...state.thread, { from: 'sender', at, text: personal?.text ?? null }] };
    }
    case 'EnquiryFileAttached': {
      const { personal, ...file } = event.data;
      const { name = '', sha256 = '' } = personal ?? {};
      return state.forgotten ? state : { ...state, files: [...state.files, { ...file, name, sha256 }] };
    }
  }
}

/** The rules of one enquiry (specification section 4). Stream `enquiry-{id}`. */
export const enquiryDecider: Decider<EnquiryState, EnquiryCommand, EnquiryEvent> = {
  name: 'enquiry',
  initial: { status: 'none' },
  decide,
  evolve,
};

export const enquiryStreamOf = (enquiryId: number | string): string => `enquiry-${enquiryId}`;
