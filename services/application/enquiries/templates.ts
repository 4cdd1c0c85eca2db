import { randomUUID } from 'node:crypto';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import {
  ENQUIRY_TEMPLATES_STREAM,
  type EnquiryTemplate,
  enquiryTemplatesDecider,
  TEMPLATE_MESSAGES,
} from '@fynbos/domain/enquiry/templates.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { handle, load } from '../handle.ts';
import type { WithLog } from '../services.ts';

/** All answer templates of support, by title. They are read from one stream, because there are few. */
export const enquiryTemplates = async ({ log }: WithLog): Promise<readonly EnquiryTemplate[]> =>
  (await load(log, enquiryTemplatesDecider, ENQUIRY_TEMPLATES_STREAM)).state.templates;

const templateIn = (templates: readonly EnquiryTemplate[], templateId: string): EnquiryTemplate => {
  const found = templates.find((one) => one.templateId === templateId);
  if (!found) throw new DomainError('not-found', 'template.unknown', TEMPLATE_MESSAGES.unknown);
  return found;
};

/** Throws 404. */
export const enquiryTemplate = async (services: WithLog, templateId: string): Promise<EnquiryTemplate> =>
  templateIn(await enquiryTemplates(services), templateId);

/** Saves a template. Without `edited`, it is a new one. Throws the decider's `DomainError`. */
export async function saveEnquiryTemplate(
  { log }: WithLog,
  fields: Pick<EnquiryTemplate, 'title' | 'text'>,
  context: CommandContext,
  edited?: Pick<EnquiryTemplate, 'templateId' | 'version'>,
) {
  const { templateId, version } = edited ?? { templateId: randomUUID(), version: null };
  const command = { type: 'SaveEnquiryTemplate', templateId, version, title: fields.title, text: fields.text } as const;
  const { state, position } = await handle(log, {
    decider: enquiryTemplatesDecider,
    streamId: ENQUIRY_TEMPLATES_STREAM,
    command,
    context,
  });
  return { template: templateIn(state.templates, templateId), position };
}

/** Removes a template. Returns the event's position. Throws 404. */
export async function removeEnquiryTemplate({ log }: WithLog, templateId: string, context: CommandContext) {
  const command = { type: 'RemoveEnquiryTemplate', templateId } as const;
  return (await handle(log, { decider: enquiryTemplatesDecider, streamId: ENQUIRY_TEMPLATES_STREAM, command, context }))
    .position;
}
