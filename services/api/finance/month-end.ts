import { addDays, addMonths, type Day, dayOf, endOfDay, type Month, startOfDay } from '@fynbos/domain/calendar.ts';
import { JOURNAL_KINDS } from '@fynbos/domain/ledger/journal.ts';
import type { Cents } from '@fynbos/domain/money.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { type HoldRow, holds } from '@fynbos/projections/holds/holds.ts';
import { type PayoutRow, payouts } from '@fynbos/projections/payouts/payouts.ts';
import { type ReconciliationRow, reconciliations } from '@fynbos/projections/reconciliations/reconciliations.ts';
import { tax } from '@fynbos/projections/tax/tax.ts';
import { type Ageing, ageing, type LiabilityParts } from './ageing.ts';
import { CONTROLS, controlFindings } from './controls.ts';
import { accountTotals, journalRows, journalSummary, linesOfRows } from './journal.ts';
import { type Paper, type PaperColumn, type PaperSection, paperRand } from './paper.ts';
import { AGES } from './positions.ts';

const FIRST_DAY = '0001-01-01';
const LISTED = 200;
const number = true;
const amount = (title: string): PaperColumn => ({ title, share: 16, number });

/** The days of a month; of the current one those that are over. */
export function daysOf(month: Month, today: Day): { from: Day; to: Day } {
  const from = `${month}-01`;
  const last = addDays(addMonths(from, 1), -1);
  return { from, to: last < today ? last : addDays(today, -1) };
}

/** What is owed by the journal: credits less debits of the account of rewards payable. */
export const payableIn = (totals: ReturnType<typeof accountTotals>): Cents => {
  const payable = totals.find(({ code }) => code === '2310');
  return (payable?.creditCents ?? 0) - (payable?.debitCents ?? 0);
};

async function movements(
  { pool }: LiabilityParts,
  from: Day,
  to: Day,
): Promise<{ section: PaperSection; closing: Cents }> {
  const [before, within] = await Promise.all([
    journalRows(pool, FIRST_DAY, addDays(from, -1)),
    journalRows(pool, from, to),
  ]);
  const opening = payableIn(accountTotals(linesOfRows(before)));
  const { kinds } = journalSummary(within);
  const effects = Object.keys(JOURNAL_KINDS).flatMap((kind) => {
    const rows = within.filter((row) => row.kind === kind);
    const cents = payableIn(accountTotals(linesOfRows(rows)));
    const sums = kinds.find((each) => each.kind === kind);
    return sums ? [{ ...sums, cents }] : [];
  });
  const closing = opening + effects.reduce((sum, { cents }) => sum + cents, 0);
  return {
    closing,
    section: {
      heading: 'What is owed: from the first day to the last',
      table: {
        columns: [
          { title: 'Movement', share: 38 },
          { title: 'Entries', share: 12, number },
          amount('Gross'),
          amount('PAYE'),
          amount('Owed, nett'),
        ],
        rows: [
          ['Owed before', '', '', '', paperRand(opening)],
          ...effects.map(({ label, entries, grossCents, payeCents, cents }) => [
            label,
            String(entries),
            paperRand(grossCents),
            paperRand(payeCents),
            paperRand(cents),
          ]),
        ],
        totals: ['Owed after', '', '', '', paperRand(closing)],
        empty: '',
      },
    },
  };
}

async function journalSection({ pool }: LiabilityParts, from: Day, to: Day): Promise<PaperSection> {
  const { accounts } = journalSummary(await journalRows(pool, from, to));
  const sum = (field: 'debitCents' | 'creditCents'): string =>
    paperRand(accounts.reduce((all, row) => all + row[field], 0));
  return {
    heading: 'Journal by account',
    table: {
      columns: [{ title: 'Account', share: 12 }, { title: 'Name', share: 44 }, amount('Debit'), amount('Credit')],
      rows: accounts.map(({ code, name, debitCents, creditCents }) => [
        code,
        name,
        paperRand(debitCents),
        paperRand(creditCents),
      ]),
      totals: ['', 'Total', sum('debitCents'), sum('creditCents')],
      empty: 'Nothing was booked.',
    },
  };
}

function ageingSection({ rows, totals }: Ageing, closing: Cents): PaperSection {
  const difference = totals.balanceCents - closing;
  const ages = AGES.filter(({ bucket }) => totals[bucket] !== 0);
  return {
    heading: 'What is owed by age and by what stands in its way',
    text:
      difference === 0
        ? 'The total agrees with the journal to the cent.'
        : `The total differs from the journal by ${paperRand(difference)}.`,
    table: {
      isDense: true,
      columns: [
        { title: 'Standing', share: 22 },
        ...ages.map(({ label }) => ({ title: label, share: 13, number })),
        { title: 'Owed', share: 14, number },
      ],
      rows: rows.map((row) => [
        `${row.standing} (${row.agents})`,
        ...ages.map(({ bucket }) => paperRand(row[bucket])),
        paperRand(row.balanceCents),
      ]),
      totals: [
        `Total (${totals.agents})`,
        ...ages.map(({ bucket }) => paperRand(totals[bucket])),
        paperRand(totals.balanceCents),
      ],
      empty: 'Nothing is owed.',
    },
  };
}

async function payoutSection({ pool }: LiabilityParts, from: Day, to: Day): Promise<PaperSection> {
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
        row.payDate,
        row.status,
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

async function payeSection({ pool }: LiabilityParts, month: Month): Promise<PaperSection> {
  const { rows } = await pool.query<{ kind: string; agents: number; gross: Cents; paye: Cents; nett: Cents }>(
    `select kind, count(distinct "agentId")::int as agents, sum("grossCents")::float8 as gross, sum("payeCents")::float8 as paye,
       sum("nettCents")::float8 as nett
     from ${readModelTable(tax).sql} where month = $1 and kind <> 'opening' group by kind order by kind`,
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
        kind,
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

async function reconciliationSection({ pool }: LiabilityParts, to: Day): Promise<PaperSection> {
  const { rows } = await pool.query<ReconciliationRow>(
    `select * from ${readModelTable(reconciliations).sql}
     where status <> 'running' and how <> 'integrator-list' and "finishedAt" < $1 order by "finishedAt" desc limit 1`,
    [startOfDay(addDays(to, 2)).toISOString()],
  );
  const last = rows[0];
  return {
    heading: 'Reconciliation',
    text: last
      ? `The last one up to the night after the month, finished ${last.finishedAt}: ${last.differences === 0 ? 'everything agrees' : `${last.differences} differ`}.`
      : 'None was finished by the end of the month.',
    ...(last
      ? {
          table: {
            columns: [
              { title: 'Compared', share: 50 },
              { title: 'Examined', share: 25, number },
              { title: 'Differ', share: 25, number },
            ],
            rows: last.checks.map(({ name, examined, differences }) => [name, String(examined), String(differences)]),
            empty: '',
          },
        }
      : {}),
  };
}

async function signalSection({ pool }: LiabilityParts, from: Day, to: Day): Promise<PaperSection> {
  const { rows } = await pool.query<HoldRow>(
    `select * from ${readModelTable(holds).sql}
     where "placedOn" between $1 and $2 or "releasedOn" between $1 and $2 or (status in ('open', 'flagged') and "placedOn" <= $2)
     order by "placedOn", id limit ${LISTED}`,
    [from, to],
  );
  return {
    heading: 'Signals and holds',
    text: `Raised or ended in the month, or still open. At most ${LISTED} are shown.`,
    table: {
      columns: [
        { title: 'Agent', share: 9 },
        { title: 'Raised by', share: 18 },
        { title: 'On', share: 12 },
        { title: 'Reason', share: 35 },
        { title: 'State', share: 26 },
      ],
      rows: rows.map((row) => [
        String(row.agentId),
        row.signal,
        row.placedOn,
        row.reason,
        row.releasedOn ? `${row.status} ${row.releasedOn}: ${row.releaseReason ?? ''}` : row.status,
      ]),
      empty: 'None.',
    },
  };
}

async function controlSection(parts: LiabilityParts, from: Day, to: Day): Promise<PaperSection> {
  const findings = await controlFindings(parts, from, to);
  return {
    heading: 'Controls',
    text: Object.entries(CONTROLS)
      .map(([control, label]) => `${label}: ${findings.filter((each) => each.control === control).length}`)
      .join('. '),
    table: {
      columns: [
        { title: 'When', share: 16 },
        { title: 'Who', share: 12 },
        { title: 'What', share: 42 },
        { title: 'Reason', share: 30 },
      ],
      rows: findings.slice(0, LISTED).map(({ at, by, what, reason }) => [dayOf(new Date(at)), by, what, reason ?? '']),
      empty: 'The controls found nothing.',
    },
  };
}

/**
 * The month-end pack: what was owed and how it moved, ageing as of the month's end (of the current month: now), journal,
 * payout runs, PAYE, reconciliation, signals and controls. Null where `signal` ended the look back.
 */
export async function monthEndPaper(
  parts: LiabilityParts,
  month: Month,
  head: { readonly programme: string; readonly now: Date },
  signal: AbortSignal,
): Promise<Paper | null> {
  const today = dayOf(head.now);
  const { from, to } = daysOf(month, today);
  const aged = await ageing(parts, endOfDay(to), true, signal);
  if (!aged) return null;
  const { section, closing } = await movements(parts, from, to);
  return {
    programme: head.programme,
    title: `Month-end pack ${month}`,
    about: `${from} to ${to} · made on ${today}`,
    sections: [
      section,
      ageingSection(aged, closing),
      await journalSection(parts, from, to),
      await payoutSection(parts, from, to),
      await payeSection(parts, month),
      await reconciliationSection(parts, to),
      await signalSection(parts, from, to),
      await controlSection(parts, from, to),
    ],
  };
}
