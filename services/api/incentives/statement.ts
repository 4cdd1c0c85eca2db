import { type Cents, plainRand } from '@fynbos/domain/money.ts';
import { explain } from '@fynbos/domain/rental/explain.ts';
import type { ShownReason } from '@fynbos/domain/rental/reasons.ts';
import type { IncentiveRow } from '@fynbos/projections/incentives/incentives.ts';
import { paperRand } from '../finance/paper.ts';
import { newDocument } from '../pdf/document.ts';
import { csvLines, harmless } from '../reports/csv.ts';

const HEADER = ['date', 'reservationNo', 'promoCode', 'marketSector', 'status', 'gross', 'paye', 'nett', 'explanation'];

const explanationOf = (row: IncentiveRow): string =>
  explain({
    ...row,
    status: row.status as never,
    reason: row.reason as ShownReason | null,
    treatment: { rate: row.payeRate },
  });

/** A month's reservations as CSV; Rand with two decimals. */
export const statementCsv = (rows: readonly IncentiveRow[]): string =>
  csvLines([
    HEADER,
    ...rows.map((row) => [
      row.invoiceDate,
      harmless(row.reservationNo),
      harmless(row.promoCode),
      harmless(row.marketSector),
      row.status,
      plainRand(row.grossCents),
      plainRand(row.payeCents),
      plainRand(row.nettCents),
      harmless(explanationOf(row)),
    ]),
  ]);

export interface StatementHead {
  readonly programme: string;
  readonly fullName: string;
  readonly loyaltyTrackingNo: string;
  /** `March 2026`. */
  readonly period: string;
  /** The Johannesburg day on which it is made. */
  readonly madeOn: string;
}

const MARGIN = 48;
const COLUMNS = [
  { title: 'Date', width: 62, of: (row: IncentiveRow) => row.invoiceDate },
  { title: 'Reservation', width: 92, of: (row: IncentiveRow) => row.reservationNo },
  { title: 'Code', width: 84, of: (row: IncentiveRow) => row.promoCode ?? '–' },
  { title: 'Status', width: 56, of: (row: IncentiveRow) => row.status },
  { title: 'Gross', width: 66, right: true, of: (row: IncentiveRow) => paperRand(row.grossCents) },
  { title: 'PAYE', width: 66, right: true, of: (row: IncentiveRow) => paperRand(row.payeCents) },
  { title: 'Nett', width: 73, right: true, of: (row: IncentiveRow) => paperRand(row.nettCents) },
] as const;

const sumOf = (rows: readonly IncentiveRow[], field: 'grossCents' | 'payeCents' | 'nettCents'): Cents =>
  rows.reduce((sum, row) => sum + row[field], 0);

/** A month's reservations as an A4 document, with what each decision rests on. */
export function statementPdf(head: StatementHead, rows: readonly IncentiveRow[]): NodeJS.ReadableStream {
  const document = newDocument({ title: `Statement ${head.period}`, margin: MARGIN });
  document.font('Helvetica-Bold').fontSize(18).fillColor('#1d4d36').text(head.programme);
  document.fontSize(12).fillColor('#1b211d').text(`Statement for ${head.period}`);
  document.font('Helvetica').fontSize(10).moveDown(0.4);
  document.text(`${head.fullName} · ${head.loyaltyTrackingNo} · made on ${head.madeOn}`).moveDown(1);
  line(
    document,
    COLUMNS.map(({ title }) => title),
    'Helvetica-Bold',
  );
  for (const row of rows) {
    if (document.y > document.page.height - MARGIN - 48) {
      document.addPage();
      line(
        document,
        COLUMNS.map(({ title }) => title),
        'Helvetica-Bold',
      );
    }
    line(
      document,
      COLUMNS.map(({ of }) => of(row)),
      'Helvetica',
    );
    document.fontSize(8).fillColor('#52605a').text(explanationOf(row), MARGIN, document.y, { width: 499 });
    document.fillColor('#1b211d').moveDown(0.5);
  }
  if (rows.length === 0) document.text('No reservations were decided in this month.');
  const totals = (['grossCents', 'payeCents', 'nettCents'] as const).map((field) => paperRand(sumOf(rows, field)));
  document.moveDown(0.4);
  line(document, ['', 'Total', '', '', ...totals], 'Helvetica-Bold');
  document.end();
  return document;
}

function line(document: PDFKit.PDFDocument, cells: readonly string[], font: string): void {
  const { y } = document;
  let x = MARGIN;
  document.font(font).fontSize(9);
  COLUMNS.forEach((column, index) => {
    const align = 'right' in column ? 'right' : 'left';
    document.text(cells[index] ?? '', x, y, { width: column.width - 4, align, lineBreak: false, ellipsis: true });
    x += column.width;
  });
  document.x = MARGIN;
  document.y = y + 13;
}
