import type { EnquiryTemplateAnswer as Template } from '@fynbos/api/enquiries/answers.ts';

export type { EnquiryTemplateAnswer as Template } from '@fynbos/api/enquiries/answers.ts';

import { useQuery } from '@tanstack/react-query';
import { get } from '../api/http.ts';
import type { Enquiry } from './enquiry.tsx';

/** Fetches the templates, sorted by title. */
export const useTemplates = () =>
  useQuery({
    queryKey: ['enquiry-templates'],
    queryFn: ({ signal }) => get<Template[]>('enquiry-templates?sort=["title","ASC"]', signal),
  });

/** Fills a template's placeholders from an enquiry. */
export const filled = (
  { text }: Pick<Template, 'text'>,
  { referenceNumber, reservationNo }: Pick<Enquiry, 'referenceNumber' | 'reservationNo'>,
): string => text.replaceAll('{reference}', referenceNumber).replaceAll('{reservation}', reservationNo ?? '…');
