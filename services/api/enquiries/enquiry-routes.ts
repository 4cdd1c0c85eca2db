import { enquiryListItem, enquiryRecord, pastEnquiryRecord } from '@fynbos/application/enquiries/enquiry-record.ts';
import { fileForSupport } from '@fynbos/application/enquiries/files.ts';
import {
  changeEnquiry,
  setEnquiryStatus,
  supportAdmins,
  writeToEnquiry,
} from '@fynbos/application/enquiries/support.ts';
import {
  enquiryTemplate,
  enquiryTemplates,
  removeEnquiryTemplate,
  saveEnquiryTemplate,
} from '@fynbos/application/enquiries/templates.ts';
import { endOfDay, startOfDay } from '@fynbos/domain/calendar.ts';
import { ENQUIRY_STATUSES } from '@fynbos/domain/enquiry/events.ts';
import type { EnquiryTemplate } from '@fynbos/domain/enquiry/templates.ts';
import { admins } from '@fynbos/projections/admins/admins.ts';
import { type EnquiryRow, enquiries } from '@fynbos/projections/enquiries/enquiries.ts';
import { z } from 'zod';
import { requiredText } from '../http/fields.ts';
import { messageAnswer, route, tagged } from '../http/route.ts';
import { sendFile } from '../http/send.ts';
import { instantOf, onDay, sameAs } from '../lists/filters.ts';
import { asOfOf, parseListRequest } from '../lists/list-request.ts';
import { memoryPage } from '../lists/memory-list.ts';
import { listAnswer, type TableList } from '../lists/table-list.ts';
import { PAGE_QUERY, tableRoutes } from '../lists/table-routes.ts';
import {
  assigneeAnswer,
  type EnquiryTemplateAnswer,
  enquiryAnswer,
  enquiryDetailAnswer,
  templateAnswer,
} from './answers.ts';

const list: Omit<TableList<EnquiryRow>, 'table'> = {
  key: 'id',
  filters: {
    id: { column: 'id', match: 'equals', type: 'number' },
    q: { column: 'searchText', match: 'contains', stored: (value) => value.toLowerCase() },
    email: { column: 'email', match: 'contains' },
    status: { column: 'status', match: 'equals' },
    typeOfQuery: { column: 'typeOfQuery', match: 'equals' },
    referenceNumber: { column: 'referenceNumber', match: 'equals', stored: (value) => value.trim().toUpperCase() },
    ...sameAs('reservationNo'),
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

const reads = [enquiries.name];

const status = z.enum(ENQUIRY_STATUSES, 'Resolved, Escalated or Activated.');
const change = z.object({
  status: status.optional(),
  assignedTo: z.int().positive().nullable().optional(),
  reservationNo: z.string().trim().max(64, 'At most 64 characters.').nullable().optional(),
});

const people = route.get('/admin/enquiry-people', {
  who: { admin: 'enquiries:see' },
  summary: 'List the administrators to whom an enquiry can be assigned',
  reads: [admins.name],
  answer: z.array(assigneeAnswer),
  handle: async (_call, services) => ({ body: await supportAdmins(services) }),
});

const show = route.get('/admin/contact-support/{id}', {
  who: { admin: 'enquiries:see' },
  summary: 'Get an enquiry with its thread and notes, now or as of an instant',
  reads,
  answer: enquiryDetailAnswer,
  handle: async ({ params: { id }, query }, services) => {
    const at = asOfOf(query);
    return { body: await (at === null ? enquiryRecord(services, id) : pastEnquiryRecord(services, id, at)) };
  },
});

const file = route.get('/admin/contact-support/{id}/files/{fileId}', {
  who: { admin: 'enquiries:see' },
  summary: 'Download a file of an enquiry',
  handle: async ({ params: { id, fileId }, response }, services) => {
    const { downloadName, content, fileType } = await fileForSupport(services, id, fileId);
    return sendFile(response, downloadName, content, fileType);
  },
});

const update = route.put('/admin/contact-support/{id}', {
  ifMatch: 'required',
  who: { admin: 'enquiries:answer' },
  summary: 'Change the status, the assignee or the reservation of an enquiry',
  body: change,
  answer: enquiryDetailAnswer,
  handle: async ({ params: { id }, version, body, context }, services) => {
    const position = await changeEnquiry(services, { enquiryId: id, version }, body, context);
    return { body: await enquiryRecord(services, id), position };
  },
  current: ({ params }, services) => enquiryRecord(services, params.id),
});

const setStatus = route.put('/admin/update-status/{id}', {
  ifMatch: 'optional',
  who: { admin: 'enquiries:answer' },
  summary: 'Set the status of an enquiry',
  body: z.object({ status }),
  answer: messageAnswer,
  handle: async ({ params, body, version, context }, services) => {
    const seenEnquiry = { enquiryId: params.id, version };
    const position = await setEnquiryStatus(services, seenEnquiry, body.status, context);
    return { body: { message: `The enquiry is ${body.status}.` }, position };
  },
  current: ({ params }, services) => enquiryRecord(services, params.id),
});

/** A text by support: an answer to the sender, or an internal note. The same id again changes nothing. */
const write = (kind: 'answer' | 'note', summary: string, message: string) =>
  route.post(`/admin/contact-support/{id}/${kind}s`, {
    ifMatch: 'optional',
    who: { admin: 'enquiries:answer' },
    summary,
    body: z.object({ text: requiredText(message, 5_000), id: z.uuid().optional() }),
    status: 201,
    answer: enquiryDetailAnswer,
    handle: async ({ params: { id }, version, body, context }, services) => {
      const position = await writeToEnquiry(services, { enquiryId: id, version }, { kind, ...body }, context);
      return { body: await enquiryRecord(services, id), position };
    },
    current: ({ params }, services) => enquiryRecord(services, params.id),
  });

const form = z.object({
  title: requiredText('A title is required!', 80),
  text: requiredText('A text is required!', 4_000),
});
const templateList = {
  filters: { title: 'contains', text: 'contains' },
  search: ['title', 'text'],
  sorts: ['title'],
} as const;
const templateAnswerOf = ({ templateId, ...rest }: EnquiryTemplate): EnquiryTemplateAnswer => ({
  id: templateId,
  ...rest,
});

/**
 * Read, answer, note, assign, change the status (specification, section 4). `queries` and `update-status` are names of
 * section 7. Templates are read from one stream, because there are few.
 */
export const enquiryRoutes = tagged('Enquiries', [
  ...(['contact-support', 'queries'] as const).flatMap((resource) =>
    tableRoutes({
      resource,
      permission: 'enquiries:see',
      summary: 'List enquiries',
      projection: enquiries,
      list,
      records: (rows) => rows.map(enquiryListItem),
      answer: enquiryAnswer,
    }),
  ),
  people,
  show,
  file,
  update,
  setStatus,
  write('answer', 'Answer an enquiry; the sender gets the answer by e-mail', 'An answer is required!'),
  write('note', 'Add an internal note to an enquiry', 'A note is required!'),
  route.get('/admin/enquiry-templates', {
    who: { admin: 'enquiries:see' },
    summary: 'List the answer templates of support',
    query: PAGE_QUERY,
    answer: z.array(templateAnswer),
    handle: async ({ query }, services) => {
      const request = parseListRequest(query);
      const records = (await enquiryTemplates(services)).map(templateAnswerOf);
      return listAnswer('enquiry-templates', request, memoryPage(templateList, records, request));
    },
  }),
  route.post('/admin/enquiry-templates', {
    who: { admin: 'enquiries:answer' },
    summary: 'Add a template',
    body: form,
    answer: templateAnswer,
    status: 201,
    handle: async ({ body, context }, services) => {
      const { template, position } = await saveEnquiryTemplate(services, body, context);
      return { body: templateAnswerOf(template), position };
    },
  }),
  route.put('/admin/enquiry-templates/{id}', {
    ifMatch: 'required',
    who: { admin: 'enquiries:answer' },
    summary: 'Change a template',
    body: form,
    answer: templateAnswer,
    handle: async ({ params, version, body, context }, services) => {
      const edited = { templateId: params.id, version };
      const { template, position } = await saveEnquiryTemplate(services, body, context, edited);
      return { body: templateAnswerOf(template), position };
    },
    current: async ({ params }, services) => templateAnswerOf(await enquiryTemplate(services, params.id)),
  }),
  route.delete('/admin/enquiry-templates/{id}', {
    who: { admin: 'enquiries:answer' },
    summary: 'Remove a template',
    status: 204,
    handle: async ({ context, params }, services) => ({
      position: await removeEnquiryTemplate(services, params.id, context),
    }),
  }),
]);
