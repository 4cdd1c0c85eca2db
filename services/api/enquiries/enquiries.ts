import { randomUUID } from 'node:crypto';
import { handle, load } from '@fynbos/application/handle.ts';
import { agentByEmail } from '@fynbos/application/sign-in/people.ts';
import { type AdminRole, grantOf } from '@fynbos/domain/admin/permissions.ts';
import { endOfDay, startOfDay } from '@fynbos/domain/calendar.ts';
import {
  ENQUIRY_MESSAGES,
  type EnquiryCommand,
  type EnquiryState,
  enquiryDecider,
  enquiryStream,
} from '@fynbos/domain/enquiry/enquiry.ts';
import { ENQUIRY_STATUSES } from '@fynbos/domain/enquiry/events.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import { admins } from '@fynbos/projections/admins/admins.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { type EnquiryRow, enquiries } from '@fynbos/projections/enquiries/enquiries.ts';
import { findEnquiryRow } from '@fynbos/projections/enquiries/queries.ts';
import { z } from 'zod';
import { namesOf } from '../audit/actors.ts';
import { asOfOf, FOREVER, rowAsOf } from '../audit/as-of.ts';
import { needed } from '../http/fields.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { instantOf, onDay } from '../lists/filters.ts';
import type { TableList } from '../lists/table-list.ts';
import { tableRoutes } from '../lists/table-routes.ts';
import { answeringStale, neededVersion, Stale } from '../lists/version.ts';
import { enquiryAnswer, wholeEnquiryAnswer } from './answers.ts';
import { threadForSupport } from './enquiry-thread.ts';

const list: TableList<EnquiryRow> = {
  table: readModelTable(enquiries).name,
  key: 'id',
  filters: {
    id: { column: 'id', match: 'equals', type: 'number' },
    q: { column: 'searchText', match: 'contains', stored: (value) => value.toLowerCase() },
    email: { column: 'email', match: 'contains' },
    status: { column: 'status', match: 'equals' },
    typeOfQuery: { column: 'typeOfQuery', match: 'equals' },
    referenceNumber: { column: 'referenceNumber', match: 'equals', stored: (value) => value.trim().toUpperCase() },
    reservationNo: { column: 'reservationNo', match: 'equals' },
    agentId: { column: 'agentId', match: 'equals', type: 'number' },
    ...onDay('dateCreated', 'lastUpdated'),
    isOpen: { column: 'isOpen', match: 'equals', type: 'boolean' },
    awaitsAnswer: { column: 'awaitsAnswer', match: 'equals', type: 'boolean' },
    assignedTo: { column: 'assignedTo', match: 'equals', type: 'number' },
    isAssigned: { column: 'assignedTo', match: 'filled' },
    createdFrom: { column: 'dateCreated', match: 'from', stored: (value) => instantOf(value, startOfDay) },
    createdTo: { column: 'dateCreated', match: 'to', stored: (value) => instantOf(value, endOfDay) },
  },
  sorts: { dateCreated: 'dateCreated', lastUpdated: 'lastUpdated', waitingSince: 'waitingSince' },
  defaultSort: { field: 'dateCreated', descending: true },
};

const tag = 'Enquiries';
const reads = [enquiries.name];

/** An enquiry in a list, without its search text. */
export const enquiryListed = ({ searchText: _search, ...row }: EnquiryRow) => row;

/** Returns the administrators who may answer, and be assigned, an enquiry. */
async function supporters({ log, pool }: Services): Promise<{ id: number; name: string }[]> {
  const { rows } = await pool.query<{ id: number; roles: AdminRole[] }>(
    `select id, roles from ${readModelTable(admins).sql} where status = 'enabled' order by id`,
  );
  const able = rows.filter(({ roles }) => grantOf(roles, 'enquiries:answer') !== null);
  const actors = able.map(({ id }) => ({ kind: 'admin', id: String(id) }) as const);
  const name = await namesOf(log, actors);
  return actors.map((actor) => ({ id: Number(actor.id), name: name(actor).name }));
}

const change = z.object({
  status: z.enum(ENQUIRY_STATUSES, 'Resolved, Escalated or Activated.').optional(),
  assignedTo: z.int().positive().nullable().optional(),
  reservationNo: z.string().trim().max(64, 'At most 64 characters.').nullable().optional(),
});
/** Enquiries with their thread: read, answer, add notes, assign, and change the status (specification, section 4). */
export function enquiryResource(services: Services): Route[] {
  const { log, pool } = services;
  const shown = async (state: EnquiryState, row: EnquiryRow | null, version: number, at?: Date) => {
    const { enquiryId, status, assignedTo, reservationNo, agentId, email } = state;
    // A visitor may be an agent who was not signed in. An equal address suggests this and proves nothing.
    const alike = agentId === null && email !== null ? await sameAddress(email) : null;
    return {
      ...(row && enquiryListed(row)),
      ...{ id: enquiryId, status, assignedTo, reservationNo, version },
      sameAddressAs: alike ? Number(alike.person.slice('agent-'.length)) : null,
      thread: await threadForSupport(log, String(enquiryId), at),
    };
  };
  /**
   * Returns the agent with this address. Unknown while the event store is unavailable, because only the store has the
   * owner of an address.
   */
  const sameAddress = (email: string) =>
    agentByEmail(log, email).catch((error: unknown) => {
      if (error instanceof StoreUnavailable) return null;
      throw error;
    });
  const record = async (id: string) => {
    const { state, stream } = await load(log, enquiryDecider, enquiryStream(id));
    if (state.status === 'none') throw new DomainError('not-found', 'enquiry.unknown', ENQUIRY_MESSAGES.unknown);
    const row =
      (await findEnquiryRow(pool, Number(id))) ??
      (await rowAsOf<EnquiryRow>(log, enquiries, [enquiryStream(id)], id, FOREVER));
    return shown(state, row, stream.revision + 1);
  };

  const people = route({
    method: 'get',
    paths: ['/admin/enquiry-people'],
    who: { admin: 'enquiries:see' },
    summary: 'Who can be given an enquiry',
    tag,
    reads: [admins.name],
    answer: z.array(z.object({ id: z.int(), name: z.string() })),
    handle: async () => ({ body: await supporters(services) }),
  });

  const one = route({
    method: 'get',
    paths: ['/admin/contact-support/{id}'],
    who: { admin: 'enquiries:see' },
    summary: 'An enquiry with its thread and notes, now or as of a moment',
    tag,
    reads,
    answer: wholeEnquiryAnswer,
    handle: async ({ params, query }) => {
      const id = params.id as string;
      const at = asOfOf(query);
      if (at === null) return { body: await record(id) };
      const row = await rowAsOf<EnquiryRow>(log, enquiries, [enquiryStream(id)], id, at);
      if (!row) throw new DomainError('not-found', 'enquiry.not-yet', 'This enquiry had not been sent at that moment.');
      const { events } = await log.readStream(enquiryStream(id), { personal: true });
      const then = events.filter(({ metadata }) => metadata.recordedAt <= at.toISOString());
      const state = then.reduce((now, event) => enquiryDecider.evolve(now, event as never), enquiryDecider.initial);
      return { body: await shown(state, row, then.length, at) };
    },
  });

  const run = async (
    id: string,
    command: EnquiryCommand | ((state: EnquiryState) => EnquiryCommand),
    context: Parameters<typeof handle>[4],
  ) => {
    const { position } = await handle(log, enquiryDecider, enquiryStream(id), command, context);
    return { body: await record(id), position: position ?? null };
  };

  const update = route({
    method: 'put',
    paths: ['/admin/contact-support/{id}'],
    ifMatch: 'needed',
    who: { admin: 'enquiries:answer' },
    summary: 'Set the status of an enquiry, whose it is, or the reservation that it is about',
    tag,
    body: change,
    answer: wholeEnquiryAnswer,
    handle: (call) =>
      answeringStale(call, async () => {
        const id = call.params.id as string;
        const version = neededVersion(call.request);
        const current = await record(id);
        const { status, assignedTo, reservationNo } = call.body;
        if (assignedTo && !(await supporters(services)).some((person) => person.id === assignedTo)) {
          const message = 'This person cannot answer enquiries.';
          throw new DomainError('invalid', 'enquiry.assignee', message, [{ field: 'assignedTo', message }]);
        }
        const at = call.context.now.toISOString();
        const wanted = reservationNo === undefined ? undefined : reservationNo || null;
        const decided = (state: EnquiryState) => {
          if (state.version !== version) throw new Stale(current);
          return { type: 'ChangeEnquiry', at, status, assignedTo, reservationNo: wanted } as const;
        };
        return run(id, decided, call.context);
      }),
  });

  /**
   * Text by support: an answer to the sender, or an internal note. Sending it again with the same id changes nothing.
   */
  const writing = (path: string, summary: string, wanted: string, command: Writing): Route =>
    route({
      method: 'post',
      paths: [`/admin/contact-support/{id}/${path}`],
      who: { admin: 'enquiries:answer' },
      summary,
      tag,
      body: z.object({ text: needed(wanted, 5_000), id: z.uuid().optional() }),
      status: 201,
      answer: wholeEnquiryAnswer,
      handle: ({ params, body, context }) =>
        run(
          params.id as string,
          { ...command(body.text, body.id ?? randomUUID()), at: context.now.toISOString() },
          context,
        ),
    });

  return [
    ...tableRoutes<EnquiryRow>(services, {
      resource: 'contact-support',
      permission: 'enquiries:see',
      tag,
      summary: 'Enquiries',
      reads,
      list,
      record: enquiryListed,
      answer: enquiryAnswer,
    }),
    people,
    one,
    update,
    writing('answers', 'Answer an enquiry; the sender gets it by mail', 'An answer is required!', (text, answerId) => ({
      type: 'AnswerEnquiry',
      answerId,
      text,
    })),
    writing('notes', 'Note something for support alone', 'A note is required!', (text, noteId) => ({
      type: 'NoteEnquiry',
      noteId,
      text,
    })),
  ];
}

type Writing = (
  text: string,
  id: string,
) =>
  | Omit<Extract<EnquiryCommand, { type: 'AnswerEnquiry' }>, 'at'>
  | Omit<Extract<EnquiryCommand, { type: 'NoteEnquiry' }>, 'at'>;
