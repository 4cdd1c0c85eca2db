import type { AgentState } from '@fynbos/domain/agent/state.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { formatDay, formatMonth, formatRand } from '@fynbos/domain/format.ts';
import type { CertificateVersion } from '@fynbos/domain/tax/certificate.ts';
import type { Programme } from '@fynbos/platform/config/programme.ts';
import { newDocument } from '../pdf/document.ts';

const MARGIN = 56;
const INK = '#1b211d';
const QUIET = '#52605a';
const LABEL = 190;

const TITLES = { IRP5: 'Employees’ tax certificate IRP5', 'IT3(a)': 'Tax certificate IT3(a)' } as const;
const INCOME: Readonly<Record<string, string>> = { '3606': 'Commission', '3616': 'Independent contractor' };
const REASONS: Readonly<Record<string, string>> = {
  '03': 'Independent contractor',
  '04': 'Non-taxable earnings',
};

/** A version of a certificate as an A4 page with its amounts and months, marked if it is a duplicate or no longer valid. */
export function certificatePdf(
  { certificate, duplicates, supersededBy, withdrawn }: CertificateVersion,
  person: AgentState,
  programme: Programme,
): PDFKit.PDFDocument {
  const { type, taxYear, certificateNo, sourceCode, reasonCode } = certificate;
  const document = newDocument({ title: `${type} ${taxYear} ${certificateNo}`, margin: MARGIN });
  const heading = (text: string): void => {
    document.moveDown(0.9).font('Helvetica-Bold').fontSize(11).fillColor('#1d4d36').text(text, MARGIN).moveDown(0.3);
  };
  const row = (label: string, value: string, strong = false): void => {
    const { y } = document;
    document.font('Helvetica').fontSize(9.5).fillColor(QUIET).text(label, MARGIN, y, { width: LABEL });
    const after = document.y;
    document
      .font(strong ? 'Helvetica-Bold' : 'Helvetica')
      .fillColor(INK)
      .text(value || '–', MARGIN + LABEL, y, { width: 290 });
    document.y = Math.max(after, document.y) + 2;
  };
  document.font('Helvetica-Bold').fontSize(17).fillColor('#1d4d36').text(TITLES[type], { continued: false });
  document
    .font('Helvetica')
    .fontSize(10)
    .fillColor(INK)
    .text(`Tax year ${taxYear}: 1 March ${taxYear - 1} to the end of February ${taxYear}`);
  const mark = (text: string): void => {
    document.font('Helvetica-Bold').fontSize(12).fillColor('#8a1f11').text(text);
  };
  if (duplicates.length > 0) mark(`DUPLICATE ${duplicates.length}`);
  const note = (text: string): void => {
    document.font('Helvetica').fontSize(9.5).fillColor(INK).text(text);
  };
  if (withdrawn) {
    mark(`WITHDRAWN on ${formatDay(dayOf(new Date(withdrawn.at)))}`);
    note('The certified amounts were reversed within the tax year. Do not use this certificate.');
  }
  if (supersededBy) {
    mark(`SUPERSEDED on ${formatDay(dayOf(new Date(supersededBy.on)))} by version ${supersededBy.version}`);
    note(`Use version ${supersededBy.version} (${supersededBy.certificateNo}) instead of this one.`);
  }

  heading('Certificate');
  row('Certificate number (3010)', certificateNo);
  row('Type (3015)', type);
  row('Version', String(certificate.version));
  row('Issued on', formatDay(dayOf(new Date(certificate.issuedAt))));
  heading('Employer');
  row('Name', programme.EMPLOYER_NAME);
  row('PAYE reference', programme.EMPLOYER_PAYE_REFERENCE);
  row('Address', programme.HEAD_OFFICE);
  heading('Recipient');
  const { details } = person;
  row('Name', [details?.title, details?.firstName, details?.surname].filter(Boolean).join(' '));
  row('ID or passport number', details?.idNumber ?? '');
  row('Income tax number (3100)', details?.taxNumber ?? '');
  row(
    'Address',
    [details?.physicalAddressLine1, details?.physicalAddressLine2, details?.physicalAddressLine3, details?.postalCode]
      .filter(Boolean)
      .join(', '),
  );
  row('Loyalty tracking number', person.loyaltyTrackingNo ?? '');
  heading('Amounts');
  row(`${INCOME[sourceCode] ?? 'Income'} (${sourceCode})`, formatRand(certificate.grossCents), true);
  row('Gross (3699)', formatRand(certificate.grossCents));
  if (type === 'IRP5') {
    row('PAYE deducted (4102)', formatRand(certificate.payeCents), true);
    row('Total tax deducted (4149)', formatRand(certificate.payeCents));
  } else row('Reason for no deduction (4150)', `${reasonCode} ${REASONS[reasonCode ?? ''] ?? ''}`);
  if (certificate.directiveNumbers.length > 0) row('Directive numbers (3230)', certificate.directiveNumbers.join(', '));

  heading('By month of payment');
  const cell = (text: string, x: number, y: number, align: 'left' | 'right', font: string): void => {
    document.font(font).fontSize(9.5).fillColor(INK).text(text, x, y, { width: 110, align, lineBreak: false });
  };
  const line = (cells: readonly string[], font: string): void => {
    const { y } = document;
    for (const [index, text] of cells.entries())
      cell(text, MARGIN + index * 120, y, index === 0 ? 'left' : 'right', font);
    document.y = y + 14;
  };
  line(['Month', 'Gross', 'PAYE', 'Nett'], 'Helvetica-Bold');
  for (const { month, grossCents, payeCents } of certificate.months)
    line(
      [formatMonth(month), formatRand(grossCents), formatRand(payeCents), formatRand(grossCents - payeCents)],
      'Helvetica',
    );
  line(
    [
      'Total',
      formatRand(certificate.grossCents),
      formatRand(certificate.payeCents),
      formatRand(certificate.grossCents - certificate.payeCents),
    ],
    'Helvetica-Bold',
  );
  document.end();
  return document;
}
