import type { PayoutStatement, StatementLine } from '@fynbos/application/payouts/payout-statement.ts';
import { treatmentName } from '@fynbos/domain/agent/tax-treatment.ts';
import { formatCode, formatDay, formatPercent, formatRand } from '@fynbos/domain/format.ts';
import { plainRand } from '@fynbos/domain/money.ts';
import type { InvoicedReservation } from '@fynbos/projections/incentives/queries.ts';
import type { PayoutRow } from '@fynbos/projections/payouts/payouts.ts';
import { csvLines, harmless } from '../lists/export.ts';
import type { Sender } from '../pdf/decoration.ts';
import type { PdfContent } from '../pdf/render-pdf.ts';
import { amountCells } from '../pdf/table.ts';

/** A statement as CSV, Rand with two decimals. */
export const payoutStatementCsv = (statement: PayoutStatement): string =>
  csvLines([
    ['Type', 'Reservation or reason', 'Details', 'Gross', 'PAYE', 'Nett'],
    ...[...statement.lines, { ...statement, what: 'total', name: '', detail: statement.state, month: null }].map(
      (line) => [
        formatCode(line.what),
        line.what === 'correction' ? formatCode(line.name) : harmless(line.name),
        harmless(line.detail),
        plainRand(line.grossCents),
        plainRand(line.payeCents),
        plainRand(line.nettCents),
      ],
    ),
  ]);

export interface StatementFor {
  readonly programme: string;
  readonly sender: Sender;
  /** Name, agency and address of the agent, a line each. */
  readonly recipient: readonly string[];
  readonly fullName: string;
  readonly loyaltyTrackingNo: string;
  readonly bankName: string;
  /** The last digits of the account, or blank. */
  readonly accountEnding: string;
  /** The Johannesburg day of creation. */
  readonly madeOn: string;
}

/**
 * The paid amounts by reservation, the withheld tax, and the account of `who`, read as of the reservation. `invoices`:
 * day and code of each reservation, as far as known.
 */
export function payoutStatementPdf(
  statement: PayoutStatement,
  run: Pick<PayoutRow, 'reference' | 'payDate'>,
  who: StatementFor & { /** The address of the page that verifies the document. */ readonly verifyUrl: string },
  invoices: ReadonlyMap<string, InvoicedReservation>,
): PdfContent {
  const { treatment, lines, state, on } = statement;
  const rate = treatment.rate === 0 ? '' : `, ${formatPercent(treatment.rate)}`;
  const account = who.accountEnding ? `${who.bankName}, account ending in ${who.accountEnding}` : who.bankName;
  const dayOfLine = ({ name }: StatementLine): string => invoices.get(name)?.invoiceDate ?? '9999';
  /** By invoice day; corrections, which have none, are last. */
  const byInvoiceDay = (a: StatementLine, b: StatementLine): number => dayOfLine(a).localeCompare(dayOfLine(b));
  const aboutLine = ({ name, detail }: StatementLine): readonly [day: string, name: string, detail: string] => {
    const invoiced = invoices.get(name);
    return invoiced ? [formatDay(invoiced.invoiceDate), name, invoiced.promoCode ?? ''] : ['', name, detail];
  };
  return {
    programme: who.programme,
    sender: who.sender,
    recipient: who.recipient,
    title: `Remittance advice ${run.reference}`,
    about: `Loyalty tracking number ${who.loyaltyTrackingNo} · issued ${formatDay(who.madeOn)}`,
    summary: {
      label: 'Nett amount',
      value: formatRand(statement.nettCents),
      facts: [
        ['Status', on ? `${state}, ${formatDay(on)}` : state],
        ['Pay date', formatDay(run.payDate)],
        ['Account', account],
        ['Gross', formatRand(statement.grossCents)],
        [`${treatmentName(treatment.kind)}${rate}`, formatRand(statement.payeCents)],
      ],
    },
    sections: [
      {
        heading: 'Rewards in this payout',
        table: {
          columns: [
            ['Invoiced', 15],
            ['Reservation', 24],
            ['Code or detail', 22],
            ['Gross', 14, 'number'],
            ['PAYE', 13, 'number'],
            ['Nett', 14, 'number'],
          ],
          rows: [...lines].sort(byInvoiceDay).map((line) => [...aboutLine(line), ...amountCells(line)]),
          totals: ['Total', '', '', ...amountCells(statement)],
          empty: 'No rewards.',
        },
      },
    ],
    code: {
      url: who.verifyUrl,
      text: 'Scan the code to verify this document. The page compares its amount, day and account with the signed log.',
    },
  };
}
