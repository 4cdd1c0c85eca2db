import type { TreatmentUsed } from '@fynbos/domain/agent/tax-treatment.ts';
import type { Amounts } from '@fynbos/domain/amounts.ts';
import { amountsOnly, plus, ZERO } from '@fynbos/domain/amounts.ts';
import { formatCode, formatDay, formatPercent, formatRand } from '@fynbos/domain/format.ts';
import { plainRand } from '@fynbos/domain/money.ts';
import type { RewardsAccountEvent } from '@fynbos/domain/rewards-account/events.ts';
import type { InvoicedReservation } from '@fynbos/projections/incentives/queries.ts';
import type { PayoutRow } from '@fynbos/projections/payouts/payouts.ts';
import { csvLines, harmless } from '../lists/export.ts';
import type { Sender } from '../pdf/decoration.ts';
import type { Paper } from '../pdf/paper.ts';
import { amountCells } from '../pdf/table.ts';

/** A reward or a correction in a payout. Cents, PAYE as withheld. */
interface StatementLine extends Amounts {
  readonly what: 'reward' | 'correction';
  /** Reservation number, or the reason of a correction. */
  readonly name: string;
  /** Month and code of a reward, or the description of a correction. */
  readonly detail: string;
}

/** The amounts that one run paid, or would pay, to one agent. */
export interface PayoutStatement extends Amounts {
  readonly status: 'prepared' | 'paid' | 'failed' | 'returned' | 'dropped';
  /** The status in words. */
  readonly state: string;
  readonly on: string | null;
  readonly treatment: TreatmentUsed;
  /** When the amounts were set aside. The payment goes into the account of that moment, or is dropped if it changed. */
  readonly reservedAt: string | null;
  readonly lines: readonly StatementLine[];
}

/** Returns an agent's line in a run from the account's events; null if the run has none for the account. */
export function payoutStatementOf(events: readonly RewardsAccountEvent[], runId: string): PayoutStatement | null {
  const details = new Map<string, string>();
  let statement = null as PayoutStatement | null;
  const names = new Map<string, string>([['opening', 'Opening balance']]);
  for (const event of events) {
    if (event.type === 'RewardPosted') {
      const { reservationNo, month, promoCode } = event.data;
      details.set(reservationNo, [month, promoCode].filter(Boolean).join(' · '));
    } else if (event.type === 'AccountAdjusted') {
      const { adjustmentId, reason, reservationNo, text } = event.data;
      names.set(adjustmentId, reason);
      details.set(adjustmentId, [reservationNo, text].filter(Boolean).join(' · '));
    } else if (!('runId' in event.data) || event.data.runId !== runId) continue;
    else if (event.type === 'PayoutReserved' || event.type === 'PayoutPaid') {
      const { part, rewards, adjustments, treatment } = event.data;
      const before: PayoutStatement | null = part === 1 ? null : statement;
      statement = {
        ...plus(before ?? ZERO, event.data),
        status: event.type === 'PayoutPaid' ? 'paid' : 'prepared',
        state: event.type === 'PayoutPaid' ? 'Paid' : 'In preparation',
        on: event.type === 'PayoutPaid' ? event.data.paidOn : null,
        treatment,
        reservedAt: event.type === 'PayoutReserved' ? event.data.reservedAt : (statement?.reservedAt ?? null),
        lines: [
          ...(before?.lines ?? []),
          ...rewards.map(({ reservationNo, ...amounts }) => ({
            what: 'reward' as const,
            name: reservationNo,
            detail: details.get(reservationNo) ?? '',
            ...amounts,
          })),
          ...adjustments.map(({ adjustmentId, ...amounts }) => ({
            what: 'correction' as const,
            name: names.get(adjustmentId) ?? 'Returned payment',
            detail: details.get(adjustmentId) ?? '',
            ...amountsOnly(amounts),
          })),
        ],
      };
    } else if (statement && event.type === 'PayoutReturned')
      statement = {
        ...statement,
        status: 'returned',
        state: 'Returned by the bank: it is owed again',
        on: event.data.returnedOn,
      };
    else if (statement && event.type === 'PayoutFailed')
      statement = { ...statement, status: 'failed', state: 'Not paid: it is owed again', on: event.data.on };
    else if (statement && event.type === 'PayoutReleased')
      statement = { ...statement, status: 'dropped', state: 'Dropped before payment: it is owed as before' };
  }
  if (!statement) return null;
  const rank = ({ what, name }: StatementLine): string => `${what === 'reward' ? 0 : 1} ${name}`;
  return { ...statement, lines: [...statement.lines].sort((a, b) => (rank(a) < rank(b) ? -1 : 1)) };
}

/** Display names of tax treatments in documents. */
export const TREATMENT_NAMES: Readonly<Record<string, string>> = {
  paye: 'PAYE',
  directive: 'Directive of SARS',
  'independent-contractor': 'Independent contractor, no PAYE',
  'company-payee': 'Company, no PAYE',
  'non-resident': 'Non-resident',
};

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
 * A statement as a document: the paid amounts by reservation, the withheld tax, and the account of `who`, which the
 * caller reads as of the reservation.
 * @param invoices the invoice day and the code of each reservation, as far as known
 */
export function payoutStatementPaper(
  statement: PayoutStatement,
  run: Pick<PayoutRow, 'reference' | 'payDate'>,
  who: StatementFor & { /** The address of the page that verifies the document. */ readonly verifyUrl: string },
  invoices: ReadonlyMap<string, InvoicedReservation>,
): Paper {
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
        [`${TREATMENT_NAMES[treatment.kind] ?? treatment.kind}${rate}`, formatRand(statement.payeCents)],
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
