import { randomUUID } from 'node:crypto';
import { handle, load } from '@fynbos/application/handle.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import {
  ENQUIRY_TEMPLATES_STREAM,
  type EnquiryTemplate,
  enquiryTemplatesDecider,
  TEMPLATE_MESSAGES,
} from '@fynbos/domain/enquiry/templates.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { z } from 'zod';
import { needed } from '../http/fields.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { listAnswer } from '../lists/answers.ts';
import { parseListRequest } from '../lists/list-request.ts';
import { memoryPage } from '../lists/memory-list.ts';
import { answeringStale, neededVersion, Stale } from '../lists/version.ts';

const tag = 'Enquiries';
const shape = z.object({ id: z.string(), title: z.string(), text: z.string(), version: z.int() });
const form = z.object({
  title: needed('A title is required!', 80),
  text: needed('A text is required!', 4_000),
});
const shown = ({ templateId, ...rest }: EnquiryTemplate): z.output<typeof shape> => ({ id: templateId, ...rest });

/** Answer templates of support. They are read from one stream, because there are few. */
export function enquiryTemplateResource({ log }: Services): Route[] {
  const all = async () => (await load(log, enquiryTemplatesDecider, ENQUIRY_TEMPLATES_STREAM)).state.templates;
  const one = (templates: readonly EnquiryTemplate[], id: string) => {
    const found = templates.find(({ templateId }) => templateId === id);
    if (!found) throw new DomainError('not-found', 'template.unknown', TEMPLATE_MESSAGES.unknown);
    return shown(found);
  };
  const save = async (
    templateId: string,
    fields: z.output<typeof form>,
    version: number | null,
    context: CommandContext,
  ) => {
    const at = context.now.toISOString();
    const command = { type: 'SaveEnquiryTemplate', at, templateId, ...fields, version } as const;
    const { state, position } = await handle(log, enquiryTemplatesDecider, ENQUIRY_TEMPLATES_STREAM, command, context);
    return { body: one(state.templates, templateId), position: position ?? null };
  };

  return [
    route({
      method: 'get',
      paths: ['/admin/enquiry-templates'],
      who: { admin: 'enquiries:see' },
      summary: 'Beginnings of answers',
      tag,
      answer: z.array(shape),
      handle: async ({ query }) => {
        const request = parseListRequest(query);
        const list = {
          filters: { title: 'contains', text: 'contains' },
          search: ['title', 'text'],
          sorts: ['title'],
        } as const;
        return listAnswer(
          'enquiry-templates',
          request,
          memoryPage(list, (await all()).map(shown), request),
          (it) => it,
        );
      },
    }),
    route({
      method: 'post',
      paths: ['/admin/enquiry-templates'],
      who: { admin: 'enquiries:answer' },
      summary: 'Add a template',
      tag,
      body: form,
      answer: shape,
      status: 201,
      handle: async ({ body, context }) => {
        return save(randomUUID(), body, null, context);
      },
    }),
    route({
      method: 'put',
      paths: ['/admin/enquiry-templates/{id}'],
      ifMatch: 'needed',
      who: { admin: 'enquiries:answer' },
      summary: 'Change a template',
      tag,
      body: form,
      answer: shape,
      handle: (call) =>
        answeringStale(call, async () => {
          const { body, context, params, request } = call;
          const templateId = params.id as string;
          const version = neededVersion(request);
          const current = one(await all(), templateId);
          if (current.version !== version) throw new Stale(current);
          return save(templateId, body, version, context);
        }),
    }),
    route({
      method: 'delete',
      paths: ['/admin/enquiry-templates/{id}'],
      who: { admin: 'enquiries:answer' },
      summary: 'Remove a template',
      tag,
      status: 204,
      handle: async ({ context, params }) => {
        const templateId = params.id as string;
        const command = { type: 'RemoveEnquiryTemplate', at: context.now.toISOString(), templateId } as const;
        const { position } = await handle(log, enquiryTemplatesDecider, ENQUIRY_TEMPLATES_STREAM, command, context);
        return { position: position ?? null };
      },
    }),
  ];
}
