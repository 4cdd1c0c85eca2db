import { ENQUIRY_MESSAGES, type Enquiry, enquiryDecider, enquiryStreamOf } from '@fynbos/domain/enquiry/enquiry.ts';
import type { QuestionedFigure } from '@fynbos/domain/enquiry/events.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { instant } from '@fynbos/domain/event-schema.ts';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import { type EnquiryRow, enquiries } from '@fynbos/projections/enquiries/enquiries.ts';
import { findEnquiryRow } from '@fynbos/projections/enquiries/queries.ts';
import { z } from 'zod';
import { AFTER_EVERY_EVENT, rowAsOf } from '../as-of.ts';
import { agentByEmail } from '../auth/find-person.ts';
import { load, stateOf } from '../handle.ts';
import { accountEntries } from '../rewards/accounts.ts';
import type { Stores, WithLog } from '../services.ts';
import { type ThreadEntry, threadForSupport } from './support.ts';

/** An enquiry with its thread and notes, as the dashboard shows it. */
export type EnquiryRecord = Omit<EnquiryRow, 'searchText'> & {
  /** The agent with the sender's address, where the sender was not signed in. */
  readonly sameAddressAs: number | null;
  /** The figure that the sender questions, as the records had it then; null for other enquiries. */
  readonly figure: QuestionedFigure | null;
  /** Corrections of the questioned figure after the enquiry. */
  readonly corrections: readonly FigureCorrection[];
  readonly thread: readonly ThreadEntry[];
  readonly files: Enquiry['files'];
};

/** An enquiry in a list, without its search text. */
export const enquiryListItem = ({ searchText: _search, ...row }: EnquiryRow) => row;

/** Null also while the event store is unavailable, because only the store has the owner of an address. */
async function agentWithAddress({ log }: WithLog, email: string): Promise<number | null> {
  try {
    return (await agentByEmail(log, email))?.state.agentId ?? null;
  } catch (error) {
    if (error instanceof StoreUnavailable) return null;
    throw error;
  }
}

/** An entry that corrects the account after an enquiry about a figure. Cents. */
export const figureCorrection = z.object({
  adjustmentId: z.string(),
  at: instant,
  reason: z.string(),
  text: z.string(),
  grossCents: z.int(),
  nettCents: z.int(),
  /** The request that finance approved; null where a later decision corrected the account. */
  approvalId: z.string().nullable(),
});
export type FigureCorrection = Readonly<z.output<typeof figureCorrection>>;

/** The corrections after an enquiry: of its reservation, or of the account where it names none. */
async function correctionsAfter(
  { log }: WithLog,
  agentId: number,
  { figure, receivedAt }: Enquiry,
  at?: Date,
): Promise<FigureCorrection[]> {
  const until = at?.toISOString();
  const entries = await accountEntries(log, agentId);
  return entries.flatMap(({ type, data, metadata: { recordedAt, causationId, actor } }): FigureCorrection[] => {
    if (type !== 'AccountAdjusted' || recordedAt < receivedAt || (until !== undefined && recordedAt > until)) return [];
    if (figure?.reservationNo && data.reservationNo !== figure.reservationNo) return [];
    const { adjustmentId, reason, text, grossCents, nettCents } = data;
    const approvalId = actor.kind === 'admin' ? (causationId ?? null) : null;
    return [{ adjustmentId, at: recordedAt, reason, text: text ?? '', grossCents, nettCents, approvalId }];
  });
}

async function recordOf(services: WithLog, state: Enquiry, row: EnquiryRow, at?: Date): Promise<EnquiryRecord> {
  const { enquiryId: id, assignedTo, reservationNo, agentId, email, version } = state;
  // A visitor may be an agent who was not signed in. An equal address suggests this and proves nothing.
  const sameAddressAs = agentId === null && email !== null ? await agentWithAddress(services, email) : null;
  const thread = await threadForSupport(services.log, String(id), at);
  const { figure, files } = state;
  const corrections = figure && agentId !== null ? await correctionsAfter(services, agentId, state, at) : [];
  return {
    ...enquiryListItem(row),
    id,
    status: state.status,
    assignedTo,
    reservationNo,
    version,
    sameAddressAs,
    thread,
    figure,
    files,
    corrections,
  };
}

export async function enquiryRecord(services: Stores, enquiryId: string): Promise<EnquiryRecord> {
  const { log, db } = services;
  const stream = enquiryStreamOf(enquiryId);
  const { state } = await load(log, enquiryDecider, stream);
  const unknown = () => new DomainError('not-found', 'enquiry.unknown', ENQUIRY_MESSAGES.unknown);
  if (state.status === 'none') throw unknown();
  const row =
    (await findEnquiryRow(db, Number(enquiryId))) ??
    (await rowAsOf<EnquiryRow>(log, enquiries, { streamIds: [stream], key: enquiryId, at: AFTER_EVERY_EVENT }));
  if (!row) throw unknown();
  return recordOf(services, state, row);
}

/** An enquiry as of an instant. Throws 404 if it was not sent by then. */
export async function pastEnquiryRecord(services: WithLog, enquiryId: string, at: Date): Promise<EnquiryRecord> {
  const { log } = services;
  const stream = enquiryStreamOf(enquiryId);
  const row = await rowAsOf<EnquiryRow>(log, enquiries, { streamIds: [stream], key: enquiryId, at });
  const { events } = await log.readStream(stream, { personal: true });
  const before = events.filter(({ metadata }) => metadata.recordedAt <= at.toISOString());
  const state = stateOf(enquiryDecider, { events: before });
  if (!row || state.status === 'none')
    throw new DomainError('not-found', 'enquiry.not-yet', 'This enquiry had not been sent at that time.');
  return recordOf(services, state, row, at);
}
