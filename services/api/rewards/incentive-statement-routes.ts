import { agentState } from '@fynbos/application/agents/load-agent.ts';
import { agentOf } from '@fynbos/application/caller.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { formatDay, formatRand } from '@fynbos/domain/format.ts';
import type { Cents } from '@fynbos/domain/money.ts';
import { explanationOf } from '@fynbos/projections/incentives/explanation.ts';
import { type IncentiveRow, incentives } from '@fynbos/projections/incentives/incentives.ts';
import { incentivesOfMonth } from '@fynbos/projections/incentives/queries.ts';
import { z } from 'zod';
import { month } from '../http/fields.ts';
import { route, tagged } from '../http/route.ts';
import { sendFile } from '../http/send.ts';
import { csvText, type ExportColumn } from '../lists/export.ts';
import { recipientOf, senderOf } from '../pdf/letter.ts';
import { type PdfContent, renderPdf } from '../pdf/render-pdf.ts';
import { amountCells } from '../pdf/table.ts';

/** A month's reservations as CSV; Rand with two decimals. */
const CSV_COLUMNS: readonly ExportColumn<IncentiveRow>[] = [
  { heading: 'Invoiced', cell: (row) => row.invoiceDate },
  { heading: 'Reservation', cell: (row) => row.reservationNo },
  { heading: 'Promotion code', cell: (row) => row.promoCode },
  { heading: 'Market sector', cell: (row) => row.marketSector },
  { heading: 'Status', cell: (row) => row.status },
  { heading: 'Gross', cell: (row) => ({ cents: row.grossCents }) },
  { heading: 'PAYE', cell: (row) => ({ cents: row.payeCents }) },
  { heading: 'Nett', cell: (row) => ({ cents: row.nettCents }) },
  { heading: 'Explanation', cell: explanationOf },
];

/** `period`: `March 2026`. `madeOn`: the Johannesburg day of creation. */
type StatementHead = Pick<PdfContent, 'programme' | 'sender' | 'recipient'> &
  Readonly<Record<'loyaltyTrackingNo' | 'period' | 'madeOn', string>>;

/** The sum of the rewards that are owed or paid; pending ones are not owed yet. */
const sumOf = (rows: readonly IncentiveRow[], field: 'grossCents' | 'payeCents' | 'nettCents'): Cents =>
  rows.reduce((sum, row) => sum + (row.status === 'Pending' ? 0 : row[field]), 0);

const countOf = (rows: readonly IncentiveRow[], statuses: readonly IncentiveRow['status'][]): number =>
  rows.filter(({ status }) => statuses.includes(status)).length;

/** A month's reservations as a document, with the basis of each decision. */
const statementPdf = (
  { loyaltyTrackingNo, period, madeOn, ...head }: StatementHead,
  rows: readonly IncentiveRow[],
): PdfContent => ({
  ...head,
  title: `Statement for ${period}`,
  about: `Loyalty tracking number ${loyaltyTrackingNo} · issued ${formatDay(madeOn)}`,
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
          ...amountCells(row),
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

const query = z.object({ month: month('month must be a month as YYYY-MM.') });

const nameOf = (month: string): string =>
  new Intl.DateTimeFormat('en-ZA', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );

const common = { who: 'agent', query, reads: [incentives.name] } as const;
const csv = route.get('/agent/statement.csv', {
  ...common,
  summary: 'Download a month as CSV',
  handle: async (call, { db }) => {
    const { month } = call.query;
    const rows = await incentivesOfMonth(db, agentOf(call.caller).agentId, month);
    return sendFile(call.response, `statement-${month}.csv`, csvText(CSV_COLUMNS, rows));
  },
});

const pdf = route.get('/agent/statement.pdf', {
  ...common,
  summary: 'Download a month as PDF',
  handle: async (call, services) => {
    const { month } = call.query;
    const { agentId } = agentOf(call.caller);
    const [rows, agent] = await Promise.all([
      incentivesOfMonth(services.db, agentId, month),
      agentState({ log: services.log }, agentId),
    ]);
    const loyaltyTrackingNo = agent.loyaltyTrackingNo ?? '';
    const programme = services.config.programme.PROGRAMME_NAME;
    const document = statementPdf(
      {
        programme,
        sender: senderOf(services.config.programme),
        recipient: recipientOf(agent),
        loyaltyTrackingNo,
        period: nameOf(month),
        madeOn: dayOf(services.now()),
      },
      rows,
    );
    return sendFile(call.response, `statement-${month}.pdf`, renderPdf(document));
  },
});

export const incentiveStatementRoutes = tagged('Incentives', [csv, pdf]);
