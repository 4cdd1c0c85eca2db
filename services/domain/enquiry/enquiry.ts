import type { Decider } from '../decider.ts';
import { DomainError } from '../errors.ts';
import { aboutOf, type EnquiryEvent, type EnquiryStatus, type QueryType } from './events.ts';

export interface EnquiryMessage {
  readonly from: 'sender' | 'support';
  readonly at: string;
  /** Null where the person was forgotten. */
  readonly text: string | null;
}

export interface EnquiryState {
  /** How many events made it: what `If-Match` compares. */
  readonly version: number;
  readonly status: 'none' | EnquiryStatus;
  readonly enquiryId: number;
  readonly agentId: number | null;
  readonly typeOfQuery: QueryType;
  readonly referenceNumber: string;
  readonly email: string | null;
  readonly reservationNo: string | null;
  /** The administrator who looks after it. */
  readonly assignedTo: number | null;
  /** Who sent it was forgotten: nothing of what was written is left. */
  readonly forgotten: boolean;
  /** What sender and support wrote to each other; notes of support are no part of it. */
  readonly thread: readonly EnquiryMessage[];
  /** The ids of answers and notes: one that is sent again is there already. */
  readonly written: readonly string[];
}

/** `at` is the instant of the command (ISO 8601 UTC). */
export type EnquiryCommand =
  | {
      readonly type: 'ReceiveEnquiry';
      readonly at: string;
      readonly enquiryId: number;
      readonly agentId: number | null;
      readonly email: string;
      readonly typeOfQuery: QueryType;
      readonly queryDetails: string;
      readonly referenceNumber: string;
      readonly reservationNo: string | null;
      readonly promoCode: string | null;
    }
  | { readonly type: 'SetEnquiryStatus'; readonly at: string; readonly status: EnquiryStatus }
  | { readonly type: 'AnswerEnquiry'; readonly at: string; readonly answerId: string; readonly text: string }
  | { readonly type: 'NoteEnquiry'; readonly at: string; readonly noteId: string; readonly text: string }
  /** What support sets: fields that are absent stay. */
  | {
      readonly type: 'ChangeEnquiry';
      readonly at: string;
      readonly status?: EnquiryStatus | undefined;
      readonly assignedTo?: number | null | undefined;
      readonly reservationNo?: string | null | undefined;
    }
  | { readonly type: 'ForgetSender'; readonly at: string }
  | { readonly type: 'ReplyToEnquiry'; readonly at: string; readonly replyId: string; readonly text: string };

export const ENQUIRY_MESSAGES = {
  unknown: 'There is no such enquiry.',
  notBackToPending: 'An enquiry cannot go back to pending.',
  forgotten: 'Who sent this enquiry was forgotten.',
  resolved: 'This enquiry is resolved. Send a new one and name its reference number.',
} as const;

const noEnquiry: EnquiryState = {
  version: 0,
  status: 'none',
  enquiryId: 0,
  agentId: null,
  typeOfQuery: 'other',
  referenceNumber: '',
  email: null,
  reservationNo: null,
  assignedTo: null,
  forgotten: false,
  thread: [],
  written: [],
};

/** The same status twice changes nothing; back to pending is refused; Resolved is final. */
function setStatus(to: EnquiryStatus, at: string, state: EnquiryState): EnquiryEvent[] {
  if (state.status === to || state.status === 'none') return [];
  if (to === 'pending')
    throw new DomainError('invalid', 'enquiry.not-back-to-pending', ENQUIRY_MESSAGES.notBackToPending);
  if (state.status === 'Resolved') throw new DomainError('conflict', 'enquiry.resolved', ENQUIRY_MESSAGES.resolved);
  return [{ type: 'EnquiryStatusChanged', data: { from: state.status, to, changedAt: at } }];
}

/** All that was asked for, or nothing where one part is refused; the status goes last, since Resolved is final. */
function change(command: Extract<EnquiryCommand, { type: 'ChangeEnquiry' }>, state: EnquiryState): EnquiryEvent[] {
  const { at, status, assignedTo = state.assignedTo, reservationNo = state.reservationNo } = command;
  const events: EnquiryEvent[] = [];
  if (assignedTo !== state.assignedTo)
    events.push({ type: 'EnquiryAssigned', data: { adminId: assignedTo, assignedAt: at } });
  if (reservationNo !== state.reservationNo)
    events.push({ type: 'EnquiryLinked', data: { reservationNo, linkedAt: at } });
  if (events.length > 0 && state.status === 'Resolved')
    throw new DomainError('conflict', 'enquiry.resolved', ENQUIRY_MESSAGES.resolved);
  return status === undefined ? events : [...events, ...setStatus(status, at, state)];
}

/** What a command names that writes something; blank where support writes nothing. */
function writtenId(command: EnquiryCommand): string {
  if (command.type === 'AnswerEnquiry') return command.answerId;
  return command.type === 'NoteEnquiry' ? command.noteId : '';
}

function decide(command: EnquiryCommand, state: EnquiryState): readonly EnquiryEvent[] {
  const { at } = command;
  if (command.type === 'ReceiveEnquiry') {
    if (state.status !== 'none') throw new DomainError('conflict', 'enquiry.exists', 'This enquiry is already there.');
    const { enquiryId, agentId, typeOfQuery, referenceNumber, reservationNo, promoCode, email, queryDetails } = command;
    const data = { enquiryId, agentId, typeOfQuery, referenceNumber, receivedAt: at };
    const personal = { email, queryDetails, reservationNo, promoCode };
    return [{ type: 'EnquiryReceived', data: { ...data, personal } }];
  }
  if (state.status === 'none') throw new DomainError('not-found', 'enquiry.unknown', ENQUIRY_MESSAGES.unknown);
  if (command.type === 'ForgetSender')
    return state.forgotten ? [] : [{ type: 'EnquirySenderForgotten', data: { forgottenAt: at } }];
  if (command.type === 'ChangeEnquiry') return change(command, state);
  if (command.type === 'SetEnquiryStatus') return setStatus(command.status, at, state);
  if (state.written.includes(writtenId(command))) return [];
  if (state.forgotten) throw new DomainError('conflict', 'enquiry.forgotten', ENQUIRY_MESSAGES.forgotten);
  // A note is for whoever reads it later, so it may follow the end.
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
  }
}

function evolve(before: EnquiryState, event: EnquiryEvent): EnquiryState {
  const state = { ...before, version: before.version + 1 };
  switch (event.type) {
    case 'EnquiryReceived': {
      const { enquiryId, agentId, typeOfQuery, referenceNumber, receivedAt, personal } = event.data;
      const { reservationNo } = aboutOf(event.data);
      return {
        version: state.version,
        ...{ enquiryId, agentId, typeOfQuery, referenceNumber, reservationNo },
        status: 'pending',
        email: personal?.email ?? null,
        assignedTo: null,
        forgotten: false,
        thread: [{ from: 'sender', at: receivedAt, text: personal?.queryDetails ?? null }],
        written: [],
      };
    }
    case 'EnquiryStatusChanged':
      return { ...state, status: event.data.to };
    case 'EnquiryNoted':
      return { ...state, written: [...state.written, event.data.noteId] };
    case 'EnquirySenderForgotten':
      return {
        ...state,
        ...{
          forgotten: true,
          email: null,
          reservationNo: null,
          thread: state.thread.map((message) => ({ ...message, text: null })),
        },
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
  }
}

/** The rules of one enquiry (specification section 4). Stream `enquiry-{id}`. */
export const enquiryDecider: Decider<EnquiryState, EnquiryCommand, EnquiryEvent> = {
  name: 'enquiry',
  initial: noEnquiry,
  decide,
  evolve,
};

/** The stream of an enquiry. */
export const enquiryStream = (enquiryId: number | string): string => `enquiry-${enquiryId}`;
