import { formatCode, formatDay, formatInstant, formatRand } from '@fynbos/domain/format.ts';
import type { RunTotals } from '@fynbos/domain/payout-run/events.ts';
import { reasonText } from '@fynbos/domain/payout-run/reasons.ts';
import { agents } from '@fynbos/projections/agents/agents.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { type PayoutLineRow, payoutLines } from '@fynbos/projections/payout-lines/payout-lines.ts';
import { type PayoutRow, payouts } from '@fynbos/projections/payouts/payouts.ts';
import type pg from 'pg';
import { type ExportColumn, fieldColumns } from '../lists/export.ts';
import type { Paper } from '../pdf/paper.ts';
import type { PaperColumn } from '../pdf/table.ts';

/** Maximum number of lines in a document; the CSV has all. */
const SHOWN = 1_000;

export interface RunLine extends PayoutLineRow {
  readonly reference: string | null;
  readonly loyaltyTrackingNo: string | null;
  readonly firstName: string | null;
  readonly surname: string | null;
}

/** Adds the run's reference and the agent's tracking number and name to a query of lines, in its order. */
export const withRunAndAgent = (
  lines: string,
): string => `select l.*, p.reference, a."loyaltyTrackingNo", a."firstName", a.surname
  from (select *, row_number() over () as number from (${lines}) q) l
  left join ${readModelTable(payouts).sql} p on p.id = l."runId"
  left join ${readModelTable(agents).sql} a on a.id = l."agentId" order by l.number`;

/** The lines of a run ($1), by agent. */
export const RUN_LINES = withRunAndAgent(
  `select * from ${readModelTable(payoutLines).sql} where "runId" = $1 order by "agentId"`,
);

/** The columns of exported lines. */
export const LINE_COLUMNS: readonly ExportColumn<RunLine>[] = [
  ...fieldColumns('reference', 'loyaltyTrackingNo', 'firstName', 'surname', 'agentId', 'state', 'reason'),
  { heading: 'gross', cell: ({ grossCents: cents }) => ({ cents }) },
  { heading: 'paye', cell: ({ payeCents: cents }) => ({ cents }) },
  { heading: 'nett', cell: ({ nettCents: cents }) => ({ cents }) },
  ...fieldColumns('rewards', 'treatment', 'settledOn', 'runId'),
];

const STEPS = [
  ['frozen', 'Frozen'],
  ['dropped', 'Dropped before the bank'],
  ['sent', 'Sent to the bank'],
  ['paid', 'Paid'],
  ['failed', 'Failed'],
  ['returned', 'Returned after payment'],
] as const;

const AMOUNTS: readonly PaperColumn[] = [
  ['Gross', 16, 'number'],
  ['PAYE', 16, 'number'],
  ['Nett', 16, 'number'],
];
const amounts = ({ grossCents, payeCents, nettCents }: Omit<RunTotals, 'lines'>): string[] =>
  [grossCents, payeCents, nettCents].map(formatRand);

/** A run as a document: its totals by step, the reasons of left-out agents, and its first thousand lines. */
export async function runStatementPaper(
  db: pg.Pool,
  run: PayoutRow,
  head: { programme: string; madeOn: string },
): Promise<Paper> {
  const { rows: reasons } = await db.query<{ reason: string; agents: number; cents: number }>(
    `select reason, count(*)::int as agents, sum("nettCents")::float8 as cents from ${readModelTable(payoutLines).sql}
     where "runId" = $1 and reason is not null group by reason order by agents desc, reason`,
    [run.id],
  );
  const { rows: lines } = await db.query<RunLine>(
    `select * from (${RUN_LINES}) l where state <> 'left-out' order by "agentId" limit ${SHOWN}`,
    [run.id],
  );
  const more = run.frozen.lines - lines.length;
  return {
    programme: head.programme,
    title: `Payout run ${run.reference}`,
    about: `${formatCode(run.status)} · pay date ${formatDay(run.payDate)} · cut-off ${formatDay(run.cutOff)} · made on ${formatDay(head.madeOn)}`,
    sections: [
      {
        facts: [
          ['Proposed', `by admin ${run.proposedBy}, ${formatInstant(run.proposedAt)}`],
          ['Approved', run.approvedBy ? `by admin ${run.approvedBy}, ${formatInstant(run.approvedAt)}` : ''],
          ['Files written', formatInstant(run.exportedAt)],
          ['Settled', formatInstant(run.settledAt)],
        ],
      },
      {
        heading: 'Totals',
        table: {
          columns: [['Lines', 34], ['Number', 14, 'number'], ...AMOUNTS],
          rows: STEPS.filter(([step]) => step === 'frozen' || run[step].lines > 0).map(([step, label]) => [
            label,
            String(run[step].lines),
            ...amounts(run[step]),
          ]),
          empty: '',
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
          rows: reasons.map(({ reason, agents: count, cents }) => [
            reasonText(reason),
            String(count),
            formatRand(cents),
          ]),
          empty: 'No agents.',
        },
      },
      {
        heading: 'Lines',
        ...(more > 0 ? { text: `The first ${lines.length} lines; ${more} more are in the CSV.` } : {}),
        table: {
          columns: [['Tracking number', 30], ['State', 20], ...AMOUNTS],
          rows: lines.map((line) => [line.loyaltyTrackingNo ?? String(line.agentId), line.state, ...amounts(line)]),
          empty: 'The run has no lines.',
        },
      },
    ],
  };
}
