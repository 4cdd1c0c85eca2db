import { addDays, type Day } from '../calendar.ts';
import type { Cents } from '../money.ts';
import type { StatementPeriod } from '../payout-run/cash-in-transit.ts';

/** A booked movement of the paying account, as a bank statement names it. */
export interface StatementEntry {
  readonly on: Day;
  readonly amountCents: Cents;
  /** `debit`: the account paid. `credit`: the account received, for example a returned payment. */
  readonly side: 'debit' | 'credit';
  /** Texts in which the bank may repeat the reference of the payment file. */
  readonly texts: readonly string[];
  readonly reason: string | null;
}

export interface Statement {
  readonly entries: readonly StatementEntry[];
  /** From the balances of the statement; empty for files without balances. */
  readonly periods: readonly StatementPeriod[];
  /** As the bank writes them. Empty for files that name none. */
  readonly accounts: readonly string[];
}

/** Whether an account that a statement names is this one. Banks put a branch code before it, or a currency after it. */
export function isAccount(named: string, accountNumber: string): boolean {
  const significant = (text: string): string => text.replace(/\D/g, '').replace(/^0+/, '');
  return significant(named).endsWith(significant(accountNumber));
}

/** The days after a previous closing balance, to that of the closing balance. */
export const periodBetween = (previous: Day, closing: Day): StatementPeriod => ({
  from: previous < closing ? addDays(previous, 1) : closing,
  to: closing,
});

/** Most entries of a statement, as many as a run can have lines. */
export const MAX_ENTRIES = 200_000;

/** The message says what is wrong and where. */
export class StatementError extends Error {
  override name = 'StatementError';
}

/** An amount with a decimal point as cents. Throws `StatementError` for other currencies and more than two decimals. */
export function statementCents(amount: string, currency: string, where: string): Cents {
  if (currency !== 'ZAR') throw new StatementError(`${where}: the currency is ${currency || 'missing'}, not ZAR.`);
  const found = /^(\d{1,13})(?:\.(\d{0,2})0*)?$/.exec(amount.trim());
  if (!found) throw new StatementError(`${where}: the amount ${amount.slice(0, 30)} is not valid.`);
  return Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'));
}
