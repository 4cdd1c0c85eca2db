import { type Day, dayOf } from '@fynbos/domain/calendar.ts';
import { type JournalKind, journalEntryOf } from '@fynbos/domain/ledger/journal.ts';
import { plainRand } from '@fynbos/domain/money.ts';
import type { RewardsAccountEvent } from '@fynbos/domain/rewards-account/events.ts';
import type { StatementFor } from '../payouts/payout-statement.ts';
import { csvLines, harmless } from '../reports/csv.ts';
import type { Paper } from '../reports/paper.ts';
import { paperDay, paperRand } from '../reports/paper-words.ts';

/** An entry of an account with the balance after it. Cents nett; what takes away is below zero. */
export interface AccountLine {
  readonly on: Day;
  readonly what: string;
  readonly detail: string;
  readonly nettCents: number;
  readonly balanceCents: number;
}

/** An account over days of recording, both included: the balances before and after, and every entry between. */
export interface AccountStatement {
  readonly from: Day;
  readonly to: Day;
  readonly openingCents: number;
  readonly closingCents: number;
  readonly lines: readonly AccountLine[];
}

export type RecordedAccountEvent = RewardsAccountEvent & { readonly metadata: { readonly recordedAt: string } };

const WORDS: Readonly<Record<JournalKind, string>> = {
  reward: 'Reward',
  'reward-reversal': 'Reward taken back',
  adjustment: 'Correction',
  'tax-treatment': 'PAYE by the treatment of the payment',
  opening: 'Balance taken over',
  payout: 'Payout',
  return: 'Payout returned',
  expiry: 'Reward expired',
};
const TAKES: ReadonlySet<JournalKind> = new Set(['payout', 'expiry']);

function detailOf({ type, data }: RewardsAccountEvent): string {
  if (type === 'RewardPosted') return [data.reservationNo, data.month, data.promoCode].filter(Boolean).join(' · ');
  if (type === 'RewardExpired') return data.reservationNo;
  if (type === 'AccountAdjusted') return [data.reason, data.reservationNo, data.text].filter(Boolean).join(' · ');
  if (type === 'PayoutReturned') return data.reason;
  return '';
}

/** What happened in an account between two days, from its events. Balances are those of the third law: credits less debits. */
export function accountStatementOf(events: readonly RecordedAccountEvent[], from: Day, to: Day): AccountStatement {
  let balanceCents = 0;
  let openingCents = 0;
  const lines: AccountLine[] = [];
  for (const event of events) {
    const entry = journalEntryOf(event);
    const on = dayOf(new Date(event.metadata.recordedAt));
    if (!entry || on > to) continue;
    const nettCents = TAKES.has(entry.kind) ? -entry.nettCents : entry.nettCents;
    balanceCents += nettCents;
    if (on < from) openingCents = balanceCents;
    else lines.push({ on, what: WORDS[entry.kind], detail: detailOf(event), nettCents, balanceCents });
  }
  return { from, to, openingCents, closingCents: balanceCents, lines };
}

/** The statement as CSV, Rand with two decimals, balances carried forward included. */
export const accountStatementCsv = ({ from, to, openingCents, closingCents, lines }: AccountStatement): string =>
  csvLines([
    ['date', 'entry', 'detail', 'nett', 'balance'],
    [from, 'Balance before', '', '', plainRand(openingCents)],
    ...lines.map((line) => [
      line.on,
      line.what,
      harmless(line.detail),
      plainRand(line.nettCents),
      plainRand(line.balanceCents),
    ]),
    [to, 'Balance after', '', '', plainRand(closingCents)],
  ]);

/** The statement as a document. */
export const accountStatementPaper = (statement: AccountStatement, who: StatementFor): Paper => ({
  programme: who.programme,
  title: 'Account statement',
  about: `${who.fullName} · ${who.loyaltyTrackingNo} · ${paperDay(statement.from)} to ${paperDay(statement.to)} · made on ${paperDay(who.madeOn)}`,
  sections: [
    {
      facts: [
        ['Balance before', paperRand(statement.openingCents)],
        ['Balance after', paperRand(statement.closingCents)],
      ],
    },
    {
      heading: 'Entries',
      table: {
        columns: [
          { title: 'Date', share: 12 },
          { title: 'Entry', share: 24 },
          { title: 'Detail', share: 36 },
          { title: 'Nett', share: 14, number: true },
          { title: 'Balance', share: 14, number: true },
        ],
        rows: statement.lines.map((line) => [
          paperDay(line.on),
          line.what,
          line.detail,
          paperRand(line.nettCents),
          paperRand(line.balanceCents),
        ]),
        totals: ['', 'Balance after', '', '', paperRand(statement.closingCents)],
        empty: 'Nothing was entered in this period.',
      },
    },
  ],
});
