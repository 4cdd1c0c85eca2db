import {
  enquiryTemplate,
  enquiryTemplates,
  removeEnquiryTemplate,
  saveEnquiryTemplate,
} from '@fynbos/application/enquiries/templates.ts';
import type { EnquiryTemplate } from '@fynbos/domain/enquiry/templates.ts';
import { z } from 'zod';
import { needed } from '../http/fields.ts';
import { route, tagged } from '../http/route.ts';
import { parseListRequest } from '../lists/list-request.ts';
import { memoryPage } from '../lists/memory-list.ts';
import { listAnswer } from '../lists/table-list.ts';
import { type EnquiryTemplateAnswer, templateAnswer } from './answers.ts';

const form = z.object({
  title: needed('A title is required!', 80),
  text: needed('A text is required!', 4_000),
});
const list = {
  filters: { title: 'contains', text: 'contains' },
  search: ['title', 'text'],
  sorts: ['title'],
} as const;
const shown = ({ templateId, ...rest }: EnquiryTemplate): EnquiryTemplateAnswer => ({ id: templateId, ...rest });

/** Answer templates of support. They are read from one stream, because there are few. */
export const enquiryTemplateResource = tagged('Enquiries', [
  route.get('/admin/enquiry-templates', {
    who: { admin: 'enquiries:see' },
    summary: 'List the answer templates of support',
    answer: z.array(templateAnswer),
    handle: async ({ query }, services) => {
      const request = parseListRequest(query);
      const records = (await enquiryTemplates(services)).map(shown);
      return listAnswer('enquiry-templates', request, memoryPage(list, records, request));
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
      return { body: shown(template), position };
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
      return { body: shown(template), position };
    },
    current: async ({ params }, services) => shown(await enquiryTemplate(services, params.id)),
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
