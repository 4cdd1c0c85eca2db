import { formatCode, formatDay, formatInstant, formatRand } from '@fynbos/domain/format.ts';
import { reasonText } from '@fynbos/domain/payout-run/reasons.ts';
import { TOTALS } from '@fynbos/domain/payout-run/totals.ts';
import type { PayoutRow } from '@fynbos/projections/payouts/payouts.ts';
import { countLineReasons, firstRunLines, type RunLine } from '@fynbos/projections/payouts/queries.ts';
import type pg from 'pg';
import { amountColumns, type ExportColumn, fieldColumns } from '../lists/export.ts';
import type { PdfContent } from '../pdf/render-pdf.ts';
import { AMOUNT_COLUMNS, amountCells } from '../pdf/table.ts';

/** Maximum number of lines in a document; the CSV has all. */
const MAX_LINES_SHOWN = 1_000;

/** The columns of exported lines. */
export const LINE_COLUMNS: readonly ExportColumn<RunLine>[] = [
  ...fieldColumns('reference', 'loyaltyTrackingNo', 'firstName', 'surname', 'agentId', 'state', 'reason'),
  ...amountColumns('gross', 'paye', 'nett'),
  ...fieldColumns('rewards', 'treatment', 'settledOn', 'runId'),
];

/** A run as a document: its totals by step, the reasons of left-out agents, and its first thousand lines. */
export async function runStatementPdf(
  db: pg.Pool,
  run: PayoutRow,
  head: { programme: string; madeOn: string },
): Promise<PdfContent> {
  const reasons = await countLineReasons(db, run.id);
  const lines = await firstRunLines(db, run.id, MAX_LINES_SHOWN);
  const more = run.frozen.lines - lines.length;
  return {
    programme: head.programme,
    title: `Payout run ${run.reference}`,
    about: `${formatCode(run.status)} · pay date ${formatDay(run.payDate)} · cut-off ${formatDay(run.cutOff)} · issued ${formatDay(head.madeOn)}`,
    sections: [
      {
        facts: [
          ['Proposed', `by administrator ${run.proposedBy}, ${formatInstant(run.proposedAt)}`],
          ['Approved', run.approvedBy ? `by administrator ${run.approvedBy}, ${formatInstant(run.approvedAt)}` : ''],
          ['Files written', formatInstant(run.exportedAt)],
          ['Settled', formatInstant(run.settledAt)],
        ],
      },
      {
        heading: 'Totals',
        table: {
          columns: [['Lines', 34], ['Number', 14, 'number'], ...AMOUNT_COLUMNS],
          rows: TOTALS.filter(([step]) => step === 'frozen' || run[step].lines > 0).map(([step, label]) => [
            label,
            String(run[step].lines),
            ...amountCells(run[step]),
          ]),
        },
      },
      {
        heading: 'Left out, dropped, failed and returned',
        table: {
          columns: [
            ['Reason', 60],
            ['Agents', 15, 'number'],
            ['Nett', 25, 'number'],
          ],
          rows: reasons.map(({ reason, agents: count, nettCents }) => [
            reasonText(reason),
            String(count),
            formatRand(nettCents),
          ]),
          empty: 'No agents.',
        },
      },
      {
        heading: 'Lines',
        ...(more > 0 ? { text: `The first ${lines.length} lines; ${more} more are in the CSV.` } : {}),
        table: {
          columns: [['Tracking number', 30], ['State', 20], ...AMOUNT_COLUMNS],
          rows: lines.map((line) => [line.loyaltyTrackingNo ?? String(line.agentId), line.state, ...amountCells(line)]),
          empty: 'The run has no lines.',
        },
      },
    ],
  };
}
