import type { AccountStatement } from '@fynbos/application/ledger/account-statement.ts';
import { formatDay, formatRand } from '@fynbos/domain/format.ts';
import type { StatementFor } from '../payouts/payout-statement.ts';
import type { Paper } from '../pdf/paper.ts';

export const accountStatementPaper = (statement: AccountStatement, who: StatementFor): Paper => ({
  programme: who.programme,
  title: 'Account statement',
  about: `${who.fullName} · ${who.loyaltyTrackingNo} · ${formatDay(statement.from)} to ${formatDay(statement.to)} · made on ${formatDay(who.madeOn)}`,
  sections: [
    {
      facts: [
        ['Balance before', formatRand(statement.openingCents)],
        ['Balance after', formatRand(statement.closingCents)],
      ],
    },
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
