import type { Day, Month } from '@fynbos/domain/calendar.ts';
import type { Cents } from '@fynbos/domain/money.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { type PayoutRow, payouts } from '@fynbos/projections/payouts/payouts.ts';
import { tax } from '@fynbos/projections/tax/tax.ts';
import { TREATMENT_NAMES } from '../../payouts/payout-statement.ts';
import type { PaperSection } from '../../reports/paper.ts';
import { paperDay, paperName, paperRand } from '../../reports/paper-words.ts';
import type { LiabilityParts } from '../ageing.ts';
import { amount, LISTED, number } from './columns.ts';

/** Runs whose pay date lies in the month, with what became of their money. */
export async function payoutSection({ pool }: LiabilityParts, from: Day, to: Day): Promise<PaperSection> {
  const { rows } = await pool.query<PayoutRow>(
    `select * from ${readModelTable(payouts).sql} where "payDate" between $1 and $2 and status not in ('cancelling', 'cancelled') order by "payDate", reference limit ${LISTED}`,
    [from, to],
  );
  const cents = (pick: (row: PayoutRow) => Cents): string => paperRand(rows.reduce((sum, row) => sum + pick(row), 0));
  return {
    heading: 'Payout runs with a pay date in the month',
    table: {
      columns: [
        { title: 'Run', share: 20 },
        { title: 'Pay date', share: 14 },
        { title: 'State', share: 12 },
        { title: 'Lines', share: 10, number },
        amount('Sent'),
        amount('Paid'),
        amount('Failed'),
        amount('Returned'),
      ],
      rows: rows.map((row) => [
        row.reference,
        paperDay(row.payDate),
        paperName(row.status),
        String(row.sent.lines || row.frozen.lines),
        paperRand(row.sent.nettCents),
        paperRand(row.paid.nettCents),
        paperRand(row.failed.nettCents),
        paperRand(row.returned.nettCents),
      ]),
      totals: [
        'Total',
        '',
        '',
        '',
        cents((row) => row.sent.nettCents),
        cents((row) => row.paid.nettCents),
        cents((row) => row.failed.nettCents),
        cents((row) => row.returned.nettCents),
      ],
      empty: 'No run pays in this month.',
    },
  };
}

/** PAYE of the month by treatment. */
export async function payeSection({ pool }: LiabilityParts, month: Month): Promise<PaperSection> {
  const { rows } = await pool.query<{ kind: string; agents: number; gross: Cents; paye: Cents; nett: Cents }>(
    `select kind, count(distinct "agentId")::int as agents, sum("grossCents")::float8 as gross, sum("payeCents")::float8 as paye,
       sum("nettCents")::float8 as nett
     from ${readModelTable(tax).sql} where month = $1 and not "isOpening" group by kind order by kind`,
    [month],
  );
  const sum = (field: 'gross' | 'paye' | 'nett'): string => paperRand(rows.reduce((all, row) => all + row[field], 0));
  return {
    heading: 'PAYE of the month (EMP201)',
    text: 'By the month of payment; due to SARS by the 7th of the next month.',
    table: {
      columns: [
        { title: 'Treatment', share: 34 },
        { title: 'Agents', share: 14, number },
        amount('Gross'),
        amount('PAYE'),
        amount('Nett'),
      ],
      rows: rows.map(({ kind, agents, gross, paye, nett }) => [
        TREATMENT_NAMES[kind] ?? kind,
        String(agents),
        paperRand(gross),
        paperRand(paye),
        paperRand(nett),
      ]),
      totals: ['Total', '', sum('gross'), sum('paye'), sum('nett')],
      empty: 'Nothing was paid.',
    },
  };
}
