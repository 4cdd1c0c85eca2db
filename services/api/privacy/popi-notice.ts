import { buffer } from 'node:stream/consumers';
import type { Programme } from '@fynbos/platform/config/programme.ts';
import { Router } from 'express';
import { renderPdf } from '../pdf/render-pdf.ts';

/** As section 18 of the Protection of Personal Information Act, 4 of 2013, requires it. */
const popiNotice = ({ HEAD_OFFICE, SUPPORT_EMAIL }: Programme) => ({
  title: 'POPI section 18 notification',
  intro:
    'Fynbos Rewards collects personal information from travel agents who take part in its rewards programme. This notification, required by section 18 of the Protection of Personal Information Act 4 of 2013 (POPIA), says what is collected, why, and what your rights are.',
  sections: [
    {
      heading: '1. Who is responsible',
      paragraphs: [
        `The responsible party is Fynbos Rewards, ${HEAD_OFFICE}. The Information Officer is reached at ${SUPPORT_EMAIL}.`,
      ],
    },
    {
      heading: '2. What is collected, and from where',
      paragraphs: [
        'From you, when you register and while you use the portal: title, initials and name, identity or passport number, tax country and income tax number, e-mail address, cell and telephone number, your agency, its IATA number and address, and your bank account.',
        'From the agent who referred you: your name, e-mail address, contact number and agency. From the rental company: the reservations and invoices that carry your loyalty tracking number.',
        'While you use the portal: when and from which internet address you signed in, and what you changed.',
      ],
    },
    {
      heading: '3. Why it is collected',
      paragraphs: [
        'To identify you, to calculate and pay your rewards, to deduct pay-as-you-earn tax and issue your tax certificate, to prevent fraud, to answer your enquiries, and, only if you choose it, to tell you of promotions.',
      ],
    },
    {
      heading: '4. Which law applies, and whether you must answer',
      paragraphs: [
        'Tax information is collected under the Income Tax Act 58 of 1962 and the Tax Administration Act 28 of 2011. Everything else is voluntary, but without the information that the registration marks as required you cannot register, and without your employer’s consent, your consent to processing, a valid tax number and bank details you cannot be paid.',
      ],
    },
    {
      heading: '5. Who receives it',
      paragraphs: [
        'The rental company, the banks that carry out payouts, the South African Revenue Service, and those who send our e-mail and SMS messages, each only what it needs. It is not sold. Where a recipient is outside South Africa, it is bound by a law or an agreement that protects the information as POPIA does.',
      ],
    },
    {
      heading: '6. How it is kept',
      paragraphs: [
        'Each person’s information is encrypted under a key of that person’s own. Records of money are kept for seven years, as the law obliges; other information until you ask for its deletion or leave the programme. Deletion destroys the key, so that what remains cannot be read.',
      ],
    },
    {
      heading: '7. Your rights',
      paragraphs: [
        'You may see and export your information, have it corrected, object to its processing, withdraw a consent, and ask for its deletion, in the portal under Profile, Your data and choices, or by writing to the Information Officer. Nothing is paid while a consent that payment needs is withdrawn.',
        'You may complain to the Information Regulator (South Africa), P.O. Box 31533, Braamfontein, Johannesburg, 2017, POPIAComplaints@inforegulator.org.za.',
      ],
    },
  ],
});

function renderPopiNotice(programme: Programme): Promise<Buffer> {
  const { title, intro, sections } = popiNotice(programme);
  const paragraphs = sections.flatMap(({ heading, paragraphs: [first = '', ...others] }) => [
    { heading, text: first },
    ...others.map((text) => ({ text })),
  ]);
  return buffer(renderPdf({ programme: programme.PROGRAMME_NAME, title, about: intro, sections: paragraphs }));
}

/** `/popi-section-18.pdf`, rendered from the settings on first request. */
export function popiNoticeRouter(programme: Programme): Router {
  let rendered: Promise<Buffer> | undefined;
  const router = Router();
  router.get('/popi-section-18.pdf', async (_request, response) => {
    rendered ??= renderPopiNotice(programme);
    response
      .type('application/pdf')
      .set('Cache-Control', 'no-cache')
      .send(await rendered);
  });
  return router;
}
