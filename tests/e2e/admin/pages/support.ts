import type { AdminPage } from './admin-page.ts';

/** Enquiries and the templates of their answers. */
export const SUPPORT: readonly AdminPage[] = [
  { name: 'enquiries', path: '/contact-support' },
  { name: 'enquiries-none', path: '/contact-support?filter=%7B%22q%22%3A%22nothing%20of%20it%22%7D' },
  { name: 'enquiry', path: '/contact-support/1' },
  {
    name: 'enquiry-note',
    path: '/contact-support/1',
    reach: (page) => page.getByRole('radio', { name: /^Internal note/ }).check(),
  },
  { name: 'enquiry-resolved', path: '/contact-support/2' },
  { name: 'enquiry-history', path: '/contact-support/1?tab=History' },
  { name: 'templates', path: '/contact-support/templates' },
  {
    name: 'template-edit',
    path: '/contact-support/templates',
    reach: (page) => page.getByRole('button', { name: 'Edit Change of bank details' }).click(),
  },
];
