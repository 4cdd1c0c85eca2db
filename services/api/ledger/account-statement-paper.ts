import type { AccountStatement } from '@fynbos/application/ledger/account-statement.ts';
import { formatDay, formatRand } from '@fynbos/domain/format.ts';
import type { StatementFor } from '../payouts/payout-statement.ts';
import type { Paper } from '../pdf/paper.ts';

export const accountStatementPaper = (statement: AccountStatement, who: StatementFor): Paper => ({
  programme: who.programme,
  sender: who.sender,
  recipient: who.recipient,
  title: 'Account statement',
  about: `Loyalty tracking number ${who.loyaltyTrackingNo} · issued ${formatDay(who.madeOn)}`,
  summary: {
    label: 'Balance after',
    value: formatRand(statement.closingCents),
    facts: [
      ['Period', `${formatDay(statement.from)} to ${formatDay(statement.to)}`],
      ['Balance before', formatRand(statement.openingCents)],
    ],
  },
  sections: [
    {
      heading: 'Entries',
      table: {
        columns: [
          { title: 'Recorded', share: 12 },
          { title: 'For the day', share: 12 },
          { title: 'Entry', share: 19 },
          { title: 'Detail', share: 29 },
          { title: 'Nett', share: 14, number: true },
          { title: 'Balance', share: 14, number: true },
        ],
        rows: statement.lines.map((line) => [
          formatDay(line.on),
          formatDay(line.valueOn),
          line.what,
          line.detail,
          formatRand(line.nettCents),
          formatRand(line.balanceCents),
        ]),
        totals: ['', '', 'Balance after', '', '', formatRand(statement.closingCents)],
        empty: 'No entries in this period.',
      },
    },
  ],
});
