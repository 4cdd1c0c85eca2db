import {
  type ComparisonGrouping,
  type ComparisonProgress,
  type GroupRow,
  wholeComparison,
} from '@fynbos/application/comparison/results.ts';
import type { Day } from '@fynbos/domain/calendar.ts';
import { CAUSES, type Cause } from '@fynbos/domain/comparison/causes.ts';
import type { ComparedAmounts } from '@fynbos/domain/comparison/comparison.ts';
import { formatDay, formatInstant, formatMonth } from '@fynbos/domain/format.ts';
import type pg from 'pg';
import { amountColumns, csvOf, fieldColumns } from '../lists/export.ts';
import type { PdfContent, PdfSection } from '../pdf/render-pdf.ts';
import { AMOUNT_COLUMNS, amountCells } from '../pdf/table.ts';

const TEXT_COLUMNS: Readonly<Record<ComparisonGrouping, readonly string[]>> = {
  cause: ['cause'],
  promotion: ['promoCode'],
  agent: ['loyaltyTrackingNo', 'agentName'],
  reservation: ['reservationNo', 'promoCode', 'month', 'loyaltyTrackingNo', 'agentName', 'causes'],
  entry: [
    'recordedAt',
    'cause',
    'reservationNo',
    'promoCode',
    'month',
    'loyaltyTrackingNo',
    'agentName',
    'by',
    'reason',
  ],
};

const labelled = (column: string, value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  if (column === 'cause') return CAUSES[value as Cause];
  if (column !== 'causes') return String(value);
  return String(value)
    .split(' ')
    .map((cause) => CAUSES[cause as Cause])
    .join('; ');
};

/** A result as CSV in pieces. Amounts are rand with two decimals; a deduction is negative. */
export const comparisonCsv = (db: pg.Pool, id: string, by: ComparisonGrouping): AsyncGenerator<string> =>
  csvOf(db, { text: wholeComparison(by), values: [id] }, [
    ...TEXT_COLUMNS[by].map((heading) => ({
      heading,
      cell: (row: pg.QueryResultRow) => labelled(heading, row[heading]),
    })),
    ...(by === 'entry' ? [] : fieldColumns('entries')),
    ...amountColumns('gross', 'paye', 'nett'),
  ]);

const NO_AMOUNTS: ComparedAmounts = { grossCents: 0, payeCents: 0, nettCents: 0 };

/** The subject of a comparison in words. */
export const subjectOf = ({ basis, months }: Pick<ComparisonProgress, 'basis' | 'months'>): string => {
  if (basis === 'balances' || months === null) return 'Balances owed to agents';
  if (months.from === months.to) return `Rewards of rentals invoiced in ${formatMonth(months.from)}`;
  return `Rewards of rentals invoiced from ${formatMonth(months.from)} to ${formatMonth(months.to)}`;
};

/** A comparison as a document: the bridge, the promotions, and the agents with the largest changes. */
export function comparisonPdf(
  found: ComparisonProgress,
  { promotions, agents }: { readonly promotions: readonly GroupRow[]; readonly agents: readonly GroupRow[] },
  about: { readonly programme: string; readonly requestedBy: string; readonly madeOn: Day },
): PdfContent {
  const { opening, closing, bridge, from, to, reason, requestedAt } = found;
  const group = (title: string, rows: readonly GroupRow[], nameOf: (row: GroupRow) => string): PdfSection['table'] => ({
    columns: [[title, 40], ['Entries', 12, 'number'], ...AMOUNT_COLUMNS],
    rows: rows.map((row) => [nameOf(row), String(row.entries), ...amountCells(row)]),
    empty: 'Nothing changed.',
  });
  return {
    programme: about.programme,
    title: 'Comparison of balances and rewards',
    about: `${subjectOf(found)} · issued ${formatDay(about.madeOn)}`,
    sections: [
      {
        facts: [
          ['First date', formatInstant(from)],
          ['Second date', formatInstant(to)],
          ['Requested by', `${about.requestedBy}, ${formatInstant(requestedAt)}`],
          ['Reason', reason],
        ],
      },
      {
        heading: 'From the first date to the second, by cause',
        table: {
          columns: [['Cause', 36], ['Agents', 10, 'number'], ['Entries', 10, 'number'], ...AMOUNT_COLUMNS],
          rows: [
            ['At the first date', '', '', ...amountCells(opening ?? NO_AMOUNTS)],
            ...bridge.map((step) => [
              CAUSES[step.cause],
              String(step.agents),
              String(step.entries),
              ...amountCells(step),
            ]),
          ],
          totals: ['At the second date', '', '', ...amountCells(closing ?? NO_AMOUNTS)],
        },
      },
      {
        heading: 'By promotion',
        table: group('Promotion', promotions, ({ promoCode }) => promoCode ?? 'No promotion: payouts and corrections'),
      },
      {
        heading: 'Agents with the largest changes',
        text: `At most ${agents.length} are listed. The CSV file has every agent and every reservation.`,
        table: group('Agent', agents, ({ agentName, loyaltyTrackingNo }) =>
          [agentName ?? 'Erased agent', loyaltyTrackingNo].filter(Boolean).join(' · '),
        ),
      },
    ],
  };
}
