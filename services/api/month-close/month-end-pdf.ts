import { MAX_LISTED_ROWS, type MonthEndPack } from '@fynbos/application/month-close/month-end-pack.ts';
import { treatmentName } from '@fynbos/domain/agent/tax-treatment.ts';
import { type Day, dayOf } from '@fynbos/domain/calendar.ts';
import { CONTROLS } from '@fynbos/domain/controls/controls.ts';
import { formatCode, formatDay, formatInstant, formatMonth, formatRand } from '@fynbos/domain/format.ts';
import { AGE_BUCKETS } from '@fynbos/domain/ledger/owed.ts';
import type { Cents } from '@fynbos/domain/money.ts';
import { SIGNALS, type Signal } from '@fynbos/domain/signal/signal.ts';
import type { PdfContent, PdfSection } from '../pdf/render-pdf.ts';
import { AMOUNT_COLUMNS, amountCells, type PdfColumn } from '../pdf/table.ts';

const amount = (title: string): PdfColumn => [title, 16, 'number'];
const total = <Row>(rows: readonly Row[], cents: (row: Row) => Cents): string =>
  formatRand(rows.reduce((sum, row) => sum + cents(row), 0));

/** The balances owed before the month, its movements, and the balances after it. */
const movementSection = ({ openingCents, movements, closingCents }: MonthEndPack): PdfSection => ({
  heading: 'Balances owed: from the first day to the last',
  table: {
    columns: [['Movement', 38], ['Entries', 12, 'number'], amount('Gross'), amount('PAYE'), amount('Owed, nett')],
    rows: [
      ['Owed before', '', '', '', formatRand(openingCents)],
      ...movements.map(({ label, entries, grossCents, payeCents, owedCents }) => [
        label,
        String(entries),
        formatRand(grossCents),
        formatRand(payeCents),
        formatRand(owedCents),
      ]),
    ],
    totals: ['Owed after', '', '', '', formatRand(closingCents)],
  },
});

function ageingSection({ ageing: { rows, totals }, closingCents }: MonthEndPack): PdfSection {
  const difference = totals.balanceCents - closingCents;
  const ages = AGE_BUCKETS.filter(({ bucket }) => totals[bucket] !== 0);
  return {
    heading: 'Balances owed by age and payment status',
    text:
      difference === 0
        ? 'The total agrees with the journal to the cent.'
        : `The total differs from the journal by ${formatRand(difference)}.`,
    table: {
      isDense: true,
      columns: [
        ['Payment status', 22],
        ...ages.map(({ label }): PdfColumn => [label, 13, 'number']),
        ['Owed', 14, 'number'],
      ],
      rows: rows.map((row) => [
        `${formatCode(row.standing)} (${row.agents})`,
        ...ages.map(({ bucket }) => formatRand(row[bucket])),
        formatRand(row.balanceCents),
      ]),
      totals: [
        `Total (${totals.agents})`,
        ...ages.map(({ bucket }) => formatRand(totals[bucket])),
        formatRand(totals.balanceCents),
      ],
      empty: 'Nothing is owed.',
    },
  };
}

const journalSection = ({ accounts }: MonthEndPack): PdfSection => ({
  heading: 'Journal by account',
  table: {
    columns: [['Account', 12], ['Name', 44], amount('Debit'), amount('Credit')],
    rows: accounts.map(({ code, name, debitCents, creditCents }) => [
      code,
      name,
      formatRand(debitCents),
      formatRand(creditCents),
    ]),
    totals: [
      '',
      'Total',
      total(accounts, ({ debitCents }) => debitCents),
      total(accounts, ({ creditCents }) => creditCents),
    ],
    empty: 'The month has no entries.',
  },
});

/** Runs with a pay date in the month, and the results of their payments. */
const runSection = ({ runs }: MonthEndPack): PdfSection => ({
  heading: 'Payout runs with a pay date in the month',
  table: {
    columns: [
      ['Run', 20],
      ['Pay date', 14],
      ['State', 12],
      ['Lines', 10, 'number'],
      amount('Sent'),
      amount('Paid'),
      amount('Failed'),
      amount('Returned'),
    ],
    rows: runs.map((run) => [
      run.reference,
      formatDay(run.payDate),
      formatCode(run.status),
      String(run.sent.lines || run.frozen.lines),
      ...[run.sent, run.paid, run.failed, run.returned].map(({ nettCents }) => formatRand(nettCents)),
    ]),
    totals: [
      'Total',
      '',
      '',
      '',
      total(runs, ({ sent }) => sent.nettCents),
      total(runs, ({ paid }) => paid.nettCents),
      total(runs, ({ failed }) => failed.nettCents),
      total(runs, ({ returned }) => returned.nettCents),
    ],
    empty: 'No run has a pay date in this month.',
  },
});

const payeSection = ({ paye, dueOn }: MonthEndPack): PdfSection => ({
  heading: 'PAYE of the month (EMP201)',
  text: `By the month of payment, as recorded when this pack was made. Due to SARS by ${formatDay(dueOn)}.`,
  table: {
    columns: [['Treatment', 34], ['Agents', 14, 'number'], ...AMOUNT_COLUMNS],
    rows: paye.map(({ kind, agents, ...amounts }) => [treatmentName(kind), String(agents), ...amountCells(amounts)]),
    totals: [
      'Total',
      '',
      total(paye, ({ grossCents }) => grossCents),
      total(paye, ({ payeCents }) => payeCents),
      total(paye, ({ nettCents }) => nettCents),
    ],
    empty: 'There were no payments.',
  },
});

function reconciliationSection({ reconciliation }: MonthEndPack): PdfSection {
  const heading = 'Reconciliation';
  if (!reconciliation) return { heading, text: 'No reconciliation was finished by the end of the month.' };
  const { finishedAt, differences, checks } = reconciliation;
  const result = differences === 0 ? 'no differences' : `${differences} differences`;
  return {
    heading,
    text: `The last one up to the night after the month, finished ${formatInstant(finishedAt)}: ${result}.`,
    table: {
      columns: [
        ['Compared', 50],
        ['Examined', 25, 'number'],
        ['Different', 25, 'number'],
      ],
      rows: checks.map((check) => [formatCode(check.name), String(check.examined), String(check.differences)]),
    },
  };
}

const holdSection = ({ holds }: MonthEndPack): PdfSection => ({
  heading: 'Holds and alerts',
  text: `Raised or ended in the month, or still open. At most ${MAX_LISTED_ROWS} are listed.`,
  table: {
    columns: [
      ['Agent', 9],
      ['Source', 18],
      ['On', 12],
      ['Reason', 35],
      ['State', 26],
    ],
    rows: holds.map((row) => [
      String(row.agentId),
      SIGNALS[row.signal as Signal]?.label ?? row.signal,
      formatDay(row.placedOn),
      row.reason,
      row.releasedOn
        ? `${formatCode(row.status)} ${formatDay(row.releasedOn)}: ${row.releaseReason ?? ''}`
        : formatCode(row.status),
    ]),
  },
});

const controlSection = ({ findings }: MonthEndPack): PdfSection => ({
  heading: 'Controls',
  facts: Object.entries(CONTROLS).map(([control, label]): [string, string] => [
    label,
    String(findings.filter((each) => each.control === control).length),
  ]),
  table: {
    columns: [
      ['When', 16],
      ['Who', 12],
      ['What', 42],
      ['Reason', 30],
    ],
    rows: findings
      .slice(0, MAX_LISTED_ROWS)
      .map(({ at, by, what, reason }) => [formatDay(dayOf(new Date(at))), by, what, reason ?? '']),
    empty: 'There are no findings.',
  },
});

export const monthEndPdf = (pack: MonthEndPack, programme: string, madeOn: Day): PdfContent => ({
  programme,
  title: `Month-end pack ${formatMonth(pack.month)}`,
  about: `${formatDay(pack.from)} to ${formatDay(pack.to)} · issued ${formatDay(madeOn)}`,
  sections: [
    movementSection(pack),
    ageingSection(pack),
    journalSection(pack),
    runSection(pack),
    payeSection(pack),
    reconciliationSection(pack),
    holdSection(pack),
    controlSection(pack),
  ],
});
