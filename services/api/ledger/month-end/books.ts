import { addDays, type Day } from '@fynbos/domain/calendar.ts';
import { JOURNAL_KINDS } from '@fynbos/domain/ledger/journal.ts';
import type { Cents } from '@fynbos/domain/money.ts';
import type { PaperSection } from '../../reports/paper.ts';
import { paperName, paperRand } from '../../reports/paper-words.ts';
import type { Ageing, LiabilityParts } from '../ageing.ts';
import { accountTotals, journalRows, journalSummary, linesOfRows } from '../journal.ts';
import { AGES } from '../positions.ts';
import { amount, number } from './columns.ts';

const FIRST_DAY = '0001-01-01';

/** What is owed by the journal: credits less debits of the account of rewards payable. */
const payableIn = (totals: ReturnType<typeof accountTotals>): Cents => {
  const payable = totals.find(({ code }) => code === '2310');
  return (payable?.creditCents ?? 0) - (payable?.debitCents ?? 0);
};

/** What was owed before the month, what moved it, and what was owed after it; `closing` is that sum. */
export async function movements(
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

/** Debits and credits of the month by account. */
export async function journalSection({ pool }: LiabilityParts, from: Day, to: Day): Promise<PaperSection> {
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

/** What was owed at the month's end by age, with whether it agrees with the journal. */
export function ageingSection({ rows, totals }: Ageing, closing: Cents): PaperSection {
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
        `${paperName(row.standing)} (${row.agents})`,
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
