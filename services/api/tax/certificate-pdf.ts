import type { TaxRecipient } from '@fynbos/application/erasure/tax-people.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { formatDay, formatMonth, formatRand } from '@fynbos/domain/format.ts';
import type { CertificateVersion } from '@fynbos/domain/tax/certificate.ts';
import type { Programme } from '@fynbos/platform/config/programme.ts';
import { senderOf } from '../pdf/letter.ts';
import { type Paper, pdfOf } from '../pdf/paper.ts';

const TITLES = { IRP5: 'Employees’ tax certificate IRP5', 'IT3(a)': 'Tax certificate IT3(a)' } as const;
const INCOME: Readonly<Record<string, string>> = { '3606': 'Commission', '3616': 'Independent contractor' };
const REASONS: Readonly<Record<string, string>> = {
  '03': 'Independent contractor',
  '04': 'Non-taxable earnings',
};

/** What a reader must know before using the certificate: it is a duplicate, was withdrawn, or has a newer version. */
const marksOf = ({ duplicates, supersededBy, withdrawn }: CertificateVersion): NonNullable<Paper['marks']> => [
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

/**
 * A version of a certificate as a document with its amounts and months, marked if it is a duplicate or no longer valid.
 */
export function certificatePdf(
  version: CertificateVersion,
  person: TaxRecipient,
  programme: Programme,
): NodeJS.ReadableStream {
  const { certificate } = version;
  const { type, taxYear, certificateNo, sourceCode, reasonCode, grossCents, payeCents } = certificate;
  const { details } = person;
  return pdfOf({
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
      {
        heading: 'Recipient',
        facts: [
          ['Name', [details?.title, details?.firstName, details?.surname].filter(Boolean).join(' ')],
          ['ID or passport number', details?.idNumber ?? ''],
          ['Income tax number (3100)', details?.taxNumber ?? ''],
          [
            'Address',
            [
              details?.physicalAddressLine1,
              details?.physicalAddressLine2,
              details?.physicalAddressLine3,
              details?.postalCode,
            ]
              .filter(Boolean)
              .join(', '),
          ],
          ['Loyalty tracking number', person.loyaltyTrackingNo ?? ''],
        ],
      },
      {
        heading: 'Amounts',
        facts: [
          [`${INCOME[sourceCode] ?? 'Income'} (${sourceCode})`, formatRand(grossCents)],
          ['Gross (3699)', formatRand(grossCents)],
          ...(type === 'IRP5'
            ? ([
                ['PAYE deducted (4102)', formatRand(payeCents)],
                ['Total tax deducted (4149)', formatRand(payeCents)],
              ] as const)
            : ([['Reason for no deduction (4150)', `${reasonCode} ${REASONS[reasonCode ?? ''] ?? ''}`]] as const)),
          ...(certificate.directiveNumbers.length > 0
            ? ([['Directive numbers (3230)', certificate.directiveNumbers.join(', ')]] as const)
            : []),
        ],
      },
      {
        heading: 'By month of payment',
        table: {
          columns: [
            ['Month', 40],
            ['Gross', 20, 'number'],
            ['PAYE', 20, 'number'],
            ['Nett', 20, 'number'],
          ],
          // A payment that was returned within the month leaves nothing to certify.
          rows: certificate.months
            .filter((month) => month.grossCents !== 0 || month.payeCents !== 0)
            .map((month) => [
              formatMonth(month.month),
              formatRand(month.grossCents),
              formatRand(month.payeCents),
              formatRand(month.grossCents - month.payeCents),
            ]),
          totals: ['Total', formatRand(grossCents), formatRand(payeCents), formatRand(grossCents - payeCents)],
          empty: 'No months.',
        },
      },
    ],
  });
}
