import { randomUUID } from 'node:crypto';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { EnquiryCommand, EnquiryState } from '@fynbos/domain/enquiry/enquiry.ts';
import { enquiryDecider, enquiryStreamOf } from '@fynbos/domain/enquiry/enquiry.ts';
import type { EnquiryEvent, EnquiryStatus } from '@fynbos/domain/enquiry/events.ts';
import { fieldError, staleRecord } from '@fynbos/domain/errors.ts';
import { instant } from '@fynbos/domain/event-schema.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { z } from 'zod';
import { adminsWho, namesOf } from '../audit/names.ts';
import { eventsOf, sender } from '../handle.ts';
import type { Stores, WithLog } from '../services.ts';

/** Messages of sender and support, and internal notes of support, in the order of writing. */
export const threadEntry = z.object({
  id: z.string(),
  kind: z.enum(['sender', 'support', 'note']),
  /** ISO 8601 UTC. */
  at: instant,
  /** The author in support; null for the sender. */
  by: z.string().nullable(),
  /** Null if the person was erased. */
  text: z.string().nullable(),
});
export type ThreadEntry = Readonly<z.output<typeof threadEntry>>;

const KIND: Partial<Record<EnquiryEvent['type'], ThreadEntry['kind']>> = {
  EnquiryReceived: 'sender',
  EnquiryReplied: 'sender',
  EnquiryAnswered: 'support',
  EnquiryNoted: 'note',
};

function textOf(event: EnquiryEvent): string | null {
  if (event.type === 'EnquiryReceived') return event.data.personal?.queryDetails ?? null;
  if (event.type === 'EnquiryFileAttached') return null;
  return 'personal' in event.data ? (event.data.personal?.text ?? null) : null;
}

/** With notes, up to `at` if given. For the dashboard only: the sender reads the decider's `thread`, without notes. */
export async function threadForSupport(log: EventLog, enquiryId: string, at?: Date): Promise<ThreadEntry[]> {
  const events = eventsOf(enquiryDecider, await log.readStream(enquiryStreamOf(enquiryId), { personal: true }));
  const until = at?.toISOString();
  const written = events.filter(
    ({ type, metadata }) => KIND[type] && (until === undefined || metadata.recordedAt <= until),
  );
  const name = await namesOf(
    log,
    written.map(({ metadata }) => metadata.actor),
  );
  return written.map((event) => {
    const kind = KIND[event.type] ?? 'note';
    const { actor, recordedAt } = event.metadata;
    return { id: event.id, kind, at: recordedAt, by: kind === 'sender' ? null : name(actor).name, text: textOf(event) };
  });
}

export const sendToEnquiry = sender(enquiryDecider, enquiryStreamOf);

/** The administrators who may answer, and be assigned, an enquiry. */
export const supportAdmins = (services: Stores) => adminsWho(services, 'enquiries:answer');

/** An enquiry as the caller saw it; a null `version`: the caller did not send it. */
interface SeenEnquiry {
  readonly enquiryId: string;
  readonly version: number | null;
}

/** Fields set by support; absent fields are unchanged. */
interface EnquiryChange {
  readonly status?: EnquiryStatus | undefined;
  readonly assignedTo?: number | null | undefined;
  readonly reservationNo?: string | null | undefined;
}

/** At the version that the caller saw: throws `stale`. 422 for an assignee who may not answer enquiries. */
export async function changeEnquiry(
  services: Stores,
  seen: SeenEnquiry,
  { status, assignedTo, reservationNo }: EnquiryChange,
  context: CommandContext,
): Promise<Position | undefined> {
  if (assignedTo && !(await supportAdmins(services)).some(({ id }) => id === assignedTo))
    throw fieldError('enquiry.assignee', 'assignedTo', 'This administrator cannot answer enquiries.');
  const change = { status, assignedTo, reservationNo: reservationNo === undefined ? undefined : reservationNo || null };
  return sendAtVersion(services, seen, { type: 'ChangeEnquiry', ...change }, context);
}

const sendAtVersion = (
  services: WithLog,
  { enquiryId, version }: SeenEnquiry,
  command: EnquiryCommand,
  context: CommandContext,
  writtenId = '',
) => {
  const ifSeen = (state: EnquiryState): EnquiryCommand => {
    const isStale = version !== null && state.status !== 'none' && state.version !== version;
    // A text that is sent again is accepted: its first attempt changed the version.
    if (isStale && !state.written.includes(writtenId)) throw staleRecord();
    return command;
  };
  return sendToEnquiry(services, enquiryId, ifSeen, context);
};

/** Sets the status of an enquiry, as `changeEnquiry`. */
export const setEnquiryStatus = (
  services: WithLog,
  seen: SeenEnquiry,
  status: EnquiryStatus,
  context: CommandContext,
) => sendAtVersion(services, seen, { type: 'SetEnquiryStatus', status }, context);

/** A text by support: an answer to the sender, or an internal note. The same id again changes nothing. */
export const writeToEnquiry = (
  services: WithLog,
  seen: SeenEnquiry,
  { kind, text, id = randomUUID() }: { kind: 'answer' | 'note'; text: string; id?: string | undefined },
  context: CommandContext,
) => {
  const command =
    kind === 'answer'
      ? ({ type: 'AnswerEnquiry', text, answerId: id } as const)
      : ({ type: 'NoteEnquiry', text, noteId: id } as const);
  return sendAtVersion(services, seen, command, context, id);
};
