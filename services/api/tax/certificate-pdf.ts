import type { TaxRecipient } from '@fynbos/application/erasure/tax-people.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { formatDay, formatMonth, formatRand } from '@fynbos/domain/format.ts';
import type { CertificateVersion } from '@fynbos/domain/tax/certificate.ts';
import type { Certificate } from '@fynbos/domain/tax/events.ts';
import type { Programme } from '@fynbos/platform/config/programme.ts';
import { senderOf } from '../pdf/letter.ts';
import { type PdfContent, renderPdf } from '../pdf/render-pdf.ts';
import { AMOUNT_COLUMNS, amountCells, type Fact } from '../pdf/table.ts';

const TITLES = { IRP5: 'Employees’ tax certificate IRP5', 'IT3(a)': 'Tax certificate IT3(a)' } as const;
const INCOME: Readonly<Record<string, string>> = { '3606': 'Commission', '3616': 'Independent contractor' };
const REASONS: Readonly<Record<string, string>> = {
  '03': 'Independent contractor',
  '04': 'Non-taxable earnings',
};

/** What a reader must know before using the certificate: it is a duplicate, was withdrawn, or has a newer version. */
const marksOf = ({ duplicates, supersededBy, withdrawn }: CertificateVersion): NonNullable<PdfContent['marks']> => [
  ...(duplicates.length > 0 ? [{ title: `DUPLICATE ${duplicates.length}` }] : []),
  ...(withdrawn
    ? [
        {
          title: `WITHDRAWN on ${formatDay(dayOf(new Date(withdrawn.at)))}`,
          text: 'The certified amounts were reversed within the tax year. Do not use this certificate.',
        },
      ]
    : []),
  ...(supersededBy
    ? [
        {
          title: `SUPERSEDED on ${formatDay(dayOf(new Date(supersededBy.on)))} by version ${supersededBy.version}`,
          text: `Use certificate ${supersededBy.certificateNo} instead of this one.`,
        },
      ]
    : []),
];

const recipientFacts = ({ details, loyaltyTrackingNo }: TaxRecipient): Fact[] => {
  const { physicalAddressLine1, physicalAddressLine2, physicalAddressLine3, postalCode } = details ?? {};
  const address = [physicalAddressLine1, physicalAddressLine2, physicalAddressLine3, postalCode];
  return [
    ['Name', [details?.title, details?.firstName, details?.surname].filter(Boolean).join(' ')],
    ['ID or passport number', details?.idNumber ?? ''],
    ['Income tax number (3100)', details?.taxNumber ?? ''],
    ['Address', address.filter(Boolean).join(', ')],
    ['Loyalty tracking number', loyaltyTrackingNo ?? ''],
  ];
};

function amountFacts({ type, sourceCode, reasonCode, ...certificate }: Certificate): Fact[] {
  const [gross, paye] = [formatRand(certificate.grossCents), formatRand(certificate.payeCents)];
  const facts: Fact[] = [
    [`${INCOME[sourceCode] ?? 'Income'} (${sourceCode})`, gross],
    ['Gross (3699)', gross],
  ];
  if (type === 'IRP5') facts.push(['PAYE deducted (4102)', paye], ['Total tax deducted (4149)', paye]);
  else facts.push(['Reason for no deduction (4150)', `${reasonCode} ${REASONS[reasonCode ?? ''] ?? ''}`]);
  if (certificate.directiveNumbers.length > 0)
    facts.push(['Directive numbers (3230)', certificate.directiveNumbers.join(', ')]);
  return facts;
}

const cellsOf = ({ grossCents, payeCents }: Pick<Certificate, 'grossCents' | 'payeCents'>): string[] =>
  amountCells({ grossCents, payeCents, nettCents: grossCents - payeCents });

/** Marked if it is a duplicate or no longer valid. */
export function certificatePdf(
  version: CertificateVersion,
  person: TaxRecipient,
  programme: Programme,
): NodeJS.ReadableStream {
  const { certificate } = version;
  const { type, taxYear, certificateNo } = certificate;
  return renderPdf({
    programme: programme.PROGRAMME_NAME,
    sender: senderOf(programme),
    title: TITLES[type],
    about: `Tax year ${taxYear}: 1 March ${taxYear - 1} to the end of February ${taxYear}`,
    marks: marksOf(version),
    sections: [
      {
        heading: 'Certificate',
        facts: [
          ['Certificate number (3010)', certificateNo],
          ['Type (3015)', type],
          ['Version', String(certificate.version)],
          ['Issued on', formatDay(dayOf(new Date(certificate.issuedAt)))],
        ],
      },
      {
        heading: 'Employer',
        facts: [
          ['Name', programme.EMPLOYER_NAME],
          ['PAYE reference', programme.EMPLOYER_PAYE_REFERENCE],
          ['Address', programme.HEAD_OFFICE],
        ],
      },
      { heading: 'Recipient', facts: recipientFacts(person) },
      { heading: 'Amounts', facts: amountFacts(certificate) },
      {
        heading: 'By month of payment',
        table: {
          columns: [['Month', 40], ...AMOUNT_COLUMNS],
          // A payment that was returned within the month leaves nothing to certify.
          rows: certificate.months
            .filter((month) => month.grossCents !== 0 || month.payeCents !== 0)
            .map((month) => [formatMonth(month.month), ...cellsOf(month)]),
          totals: ['Total', ...cellsOf(certificate)],
          empty: 'No months.',
        },
      },
    ],
  });
}
