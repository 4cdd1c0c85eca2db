import type { AccountStatement } from '@fynbos/application/ledger/account-statement.ts';
import { formatDay, formatRand } from '@fynbos/domain/format.ts';
import type { StatementFor } from '../payouts/payout-statement-pdf.ts';
import type { PdfContent } from '../pdf/render-pdf.ts';

export const accountStatementPdf = (statement: AccountStatement, who: StatementFor): PdfContent => ({
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
          ['Recorded', 12],
          ['Value date', 12],
          ['Entry', 19],
          ['Detail', 29],
          ['Nett', 14, 'number'],
          ['Balance', 14, 'number'],
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
