import { formatDay, formatRand } from '@fynbos/domain/format.ts';
import { type Cents, plainRand } from '@fynbos/domain/money.ts';
import { explanationOf } from '@fynbos/projections/incentives/explanation.ts';
import type { IncentiveRow } from '@fynbos/projections/incentives/incentives.ts';
import { csvLines, harmless } from '../lists/csv.ts';
import type { Sender } from '../pdf/decoration.ts';
import type { Paper } from '../pdf/paper.ts';

const HEADER = [
  'Invoiced',
  'Reservation',
  'Promotion code',
  'Market sector',
  'Status',
  'Gross',
  'PAYE',
  'Nett',
  'Explanation',
];

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
  readonly sender: Sender;
  /** Name, agency and address of the agent, a line each. */
  readonly recipient: readonly string[];
  readonly loyaltyTrackingNo: string;
  /** `March 2026`. */
  readonly period: string;
  /** The Johannesburg day of creation. */
  readonly madeOn: string;
}

/** The sum of the rewards that are owed or paid; pending ones are not owed yet. */
const sumOf = (rows: readonly IncentiveRow[], field: 'grossCents' | 'payeCents' | 'nettCents'): Cents =>
  rows.reduce((sum, row) => sum + (row.status === 'Pending' ? 0 : row[field]), 0);

const countOf = (rows: readonly IncentiveRow[], statuses: readonly IncentiveRow['status'][]): number =>
  rows.filter(({ status }) => statuses.includes(status)).length;

/** A month's reservations as a document, with the basis of each decision. */
export const statementPaper = (head: StatementHead, rows: readonly IncentiveRow[]): Paper => ({
  programme: head.programme,
  sender: head.sender,
  recipient: head.recipient,
  title: `Statement for ${head.period}`,
  about: `Loyalty tracking number ${head.loyaltyTrackingNo} · issued ${formatDay(head.madeOn)}`,
  summary: {
    label: 'Nett rewards of the month, without pending ones',
    value: formatRand(sumOf(rows, 'nettCents')),
    facts: [
      ['Gross', formatRand(sumOf(rows, 'grossCents'))],
      ['PAYE', formatRand(sumOf(rows, 'payeCents'))],
      ['Rewards', String(countOf(rows, ['Earned', 'Paid']))],
      ['Pending', String(countOf(rows, ['Pending']))],
      ['Not qualified', String(countOf(rows, ['Declined']))],
    ],
  },
  sections: [
    {
      table: {
        columns: [
          ['Date', 15],
          ['Reservation', 19],
          ['Code', 18],
          ['Status', 11],
          ['Gross', 13, 'number'],
          ['PAYE', 12, 'number'],
          ['Nett', 13, 'number'],
        ],
        rows: rows.map((row) => [
          formatDay(row.invoiceDate),
          row.reservationNo,
          row.promoCode ?? '–',
          row.status,
          formatRand(row.grossCents),
          formatRand(row.payeCents),
          formatRand(row.nettCents),
        ]),
        notes: rows.map(explanationOf),
        totals: [
          rows.some(({ status }) => status === 'Pending') ? 'Total without pending' : 'Total',
          '',
          '',
          '',
          ...(['grossCents', 'payeCents', 'nettCents'] as const).map((field) => formatRand(sumOf(rows, field))),
        ],
        empty: 'No reservations this month.',
      },
    },
  ],
});
