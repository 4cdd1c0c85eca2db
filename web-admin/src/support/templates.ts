import { useQuery } from '@tanstack/react-query';
import { get } from '../api/http.ts';
import type { Enquiry } from './enquiry.tsx';

/** A beginning of an answer; `{reference}` and `{reservation}` stand for those of the enquiry. */
export interface Template {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly version: number;
}

/** The templates, in the order of their titles. */
export const useTemplates = () =>
  useQuery({
    queryKey: ['enquiry-templates'],
    queryFn: ({ signal }) => get<Template[]>('enquiry-templates?sort=["title","ASC"]', signal),
  });

/** A template with what the enquiry is about in it. */
export const filled = (
  { text }: Pick<Template, 'text'>,
  { referenceNumber, reservationNo }: Pick<Enquiry, 'referenceNumber' | 'reservationNo'>,
): string => text.replaceAll('{reference}', referenceNumber).replaceAll('{reservation}', reservationNo ?? '…');
