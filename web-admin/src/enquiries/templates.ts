import type { EnquiryTemplateAnswer as Template } from '@fynbos/api/enquiries/answers.ts';
import { useRead } from '../record/use-read.tsx';

export type { EnquiryTemplateAnswer as Template } from '@fynbos/api/enquiries/answers.ts';

import type { Enquiry } from './enquiry.tsx';

/** Fetches the templates, sorted by title. */
export const useTemplates = () => useRead<Template[]>('enquiry-templates?sort=["title","ASC"]');

/** Fills a template's placeholders from an enquiry. */
export const filled = (
  { text }: Pick<Template, 'text'>,
  { referenceNumber, reservationNo }: Pick<Enquiry, 'referenceNumber' | 'reservationNo'>,
): string => text.replaceAll('{reference}', referenceNumber).replaceAll('{reservation}', reservationNo ?? '…');
