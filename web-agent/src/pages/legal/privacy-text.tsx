import type { ReactNode } from 'react';
import { SUPPORT } from '../../settings.ts';

export interface PolicySection {
  readonly heading: string;
  readonly text: ReactNode;
}

/** The topics of the privacy policy, in the order of specification section 1. */
export const SECTIONS: readonly PolicySection[] = [
  {
    heading: 'Confidential information',
    text: 'What you tell us about yourself, your agency, your tax and your bank account is confidential. We collect what the programme needs and use it to identify you, to calculate and pay your rewards, to deduct and report tax, to prevent fraud and to answer your enquiries.',
  },
  {
    heading: 'Sharing with affiliates and partners',
    text: 'We share personal information only with affiliates and partners that help to run the programme: the rental company, the banks that carry out payouts, the tax authority, and our email and SMS providers. Each receives only what it needs and is bound to keep it confidential. We do not sell it.',
  },
  {
    heading: 'Promotional emails',
    text: (
      <>
        Promotional emails are off unless you choose them. You can opt out at any time in the portal under Profile, Your
        data and choices, or by an email to <a href={`mailto:${SUPPORT.email}`}>{SUPPORT.email}</a>.
      </>
    ),
  },
  {
    heading: 'Cookies',
    text: 'The portal sets no advertising or tracking cookies and loads nothing from other hosts. It keeps what it needs to keep you signed in, and your choice of light or dark, in your browser’s own storage; logging out removes your session.',
  },
  {
    heading: 'Disclosure by law',
    text: 'We disclose personal information where a law, a court or a regulator obliges us to, and where it is necessary to protect the rights, property or safety of the company, its customers or others.',
  },
  {
    heading: 'Secure storage',
    text: 'Information is sent encrypted, and stored encrypted under a separate key for each person. When we delete your data we destroy that key, so nothing that remains can be read. Access is limited to those who need it, and we log every time someone views a full bank or ID number. Records of money are kept for seven years; other information until you ask for its deletion or leave the programme.',
  },
  {
    heading: 'Links to third parties',
    text: 'Pages that we link to but do not run have privacy policies of their own, for which we are not responsible.',
  },
  {
    heading: 'Your rights under POPI',
    text: 'Under the Protection of Personal Information Act you may see and export your information, have it corrected, object to its processing, withdraw a consent and ask for its deletion. The section 18 notification in the footer says how, and where to complain.',
  },
  {
    heading: 'Changes to this policy',
    text: 'We may amend this policy at any time. The version on this page applies; we announce material changes in the portal.',
  },
];
