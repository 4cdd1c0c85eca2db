import { z } from 'zod';
import type { Decider } from '../decider.ts';
import { DomainError, fieldError, staleRecord } from '../errors.ts';
import { type EventsOf, instant } from '../event-schema.ts';

/** Stream `enquiry-templates`: drafts of frequent answers by support. They contain no personal data. */
export const enquiryTemplateEvents = {
  EnquiryTemplateSaved: z.object({ templateId: z.string(), title: z.string(), text: z.string(), savedAt: instant }),
  EnquiryTemplateRemoved: z.object({ templateId: z.string(), removedAt: instant }),
} as const;

export type EnquiryTemplateEvent = EventsOf<typeof enquiryTemplateEvents>;

export interface EnquiryTemplate {
  readonly templateId: string;
  readonly title: string;
  /** `{reference}` and `{reservation}` are replaced by those of the enquiry. */
  readonly text: string;
  /** How often it was saved; 0 for a template that is built into the product. */
  readonly version: number;
}

export interface EnquiryTemplates {
  readonly templates: readonly EnquiryTemplate[];
}

/** `version` is the one that the editor saw; null for a new template. */
export type EnquiryTemplateCommand =
  | {
      readonly type: 'SaveEnquiryTemplate';
      readonly templateId: string;
      readonly title: string;
      readonly text: string;
      readonly version: number | null;
    }
  | { readonly type: 'RemoveEnquiryTemplate'; readonly templateId: string };

const builtIn = (templateId: string, title: string, text: string): EnquiryTemplate => ({
  templateId,
  title,
  text: `Thank you for contacting us ({reference}).\n\n${text}`,
  version: 0,
});

const BUILT_IN_TEMPLATES: readonly EnquiryTemplate[] = [
  builtIn(
    'reward',
    'Reward of a rental',
    'The reward of a rental depends on the promotion code of its reservation and on your tracking number being on it. We have checked reservation {reservation} and found:\n\n',
  ),
  builtIn(
    'bank',
    'Change of bank details',
    'You change your bank details under Profile, Banking Details. For your safety a new account receives its first payout after a waiting period.\n\n',
  ),
  builtIn(
    'password',
    'Locked password',
    'Your password can be changed again. If you have forgotten it, choose Forgot Password on the sign-in card.\n\n',
  ),
];

export const TEMPLATE_MESSAGES = {
  unknown: 'Template not found.',
  titleTaken: 'Another template has this title.',
} as const;

/** One stream. Rejects with `template.unknown`, `template.title`, and `stale` where the editor saw another version. */
export const enquiryTemplatesDecider: Decider<EnquiryTemplates, EnquiryTemplateCommand, EnquiryTemplateEvent> = {
  name: 'enquiry-templates',
  initial: { templates: BUILT_IN_TEMPLATES },
  decide(command, { templates }, at) {
    const { templateId } = command;
    const saved = templates.find((one) => one.templateId === templateId);
    if (!saved && (command.type === 'RemoveEnquiryTemplate' || command.version !== null))
      throw new DomainError('not-found', 'template.unknown', TEMPLATE_MESSAGES.unknown);
    if (command.type === 'RemoveEnquiryTemplate')
      return [{ type: 'EnquiryTemplateRemoved', data: { templateId, removedAt: at } }];
    const { title, text, version } = command;
    if (saved && saved.version !== version) throw staleRecord();
    if (templates.some((one) => one.templateId !== templateId && one.title.toLowerCase() === title.toLowerCase()))
      throw fieldError('template.title', 'title', TEMPLATE_MESSAGES.titleTaken, 'conflict');
    if (saved?.title === title && saved.text === text) return [];
    return [{ type: 'EnquiryTemplateSaved', data: { templateId, title, text, savedAt: at } }];
  },
  evolve({ templates }, event) {
    const { templateId } = event.data;
    const others = templates.filter((one) => one.templateId !== templateId);
    if (event.type === 'EnquiryTemplateRemoved') return { templates: others };
    const before = templates.find((one) => one.templateId === templateId);
    const { title, text } = event.data;
    const saved = { templateId, title, text, version: (before?.version ?? 0) + 1 };
    return { templates: [...others, saved].sort((a, b) => a.title.localeCompare(b.title)) };
  },
};

export const ENQUIRY_TEMPLATES_STREAM = 'enquiry-templates';
