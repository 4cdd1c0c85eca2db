import { SaxesParser } from 'saxes';
import { addDays, type Day, dayOf, isDay } from '../calendar.ts';
import type { StatementPeriod } from '../payout-run/cash-in-transit.ts';
import {
  MAX_ENTRIES,
  periodBetween,
  type Statement,
  type StatementEntry,
  StatementError,
  statementCents,
} from './statement-entry.ts';

/** ISO 20022 return reasons that South African banks send for credits to accounts. */
const RETURN_REASONS: Readonly<Record<string, string>> = {
  AC01: 'Incorrect account number',
  AC03: 'Invalid account number',
  AC04: 'Account closed',
  AC06: 'Account blocked',
  AG01: 'Payments to this account are not allowed',
  BE01: 'Account holder differs',
  MD07: 'Account holder deceased',
  MS02: 'Refused by the account holder',
  MS03: 'Reason not given',
  RC01: 'Incorrect branch code',
};
const STATEMENT_NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:camt\.05[34]\.001\.\d\d$/;

/** The elements that are read whole. */
const WHOLE_ELEMENTS: ReadonlySet<string> = new Set(['Acct', 'Ntry', 'Bal', 'FrToDt']);

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

/** The first descendant at a path of element names. */
function at(element: Element | undefined, ...path: readonly string[]): Element | undefined {
  return path.reduce<Element | undefined>(
    (found, name) => found?.children.find((child) => child.name === name),
    element,
  );
}
const textAt = (element: Element | undefined, ...path: readonly string[]): string =>
  at(element, ...path)?.text.trim() ?? '';
const all = (element: Element | undefined, name: string): Element[] =>
  element?.children.filter((child) => child.name === name) ?? [];

const amountOf = (transaction: Element | undefined): Element | undefined =>
  at(transaction, 'Amt') ?? at(transaction, 'AmtDtls', 'TxAmt', 'Amt');

/** The Johannesburg day of a booking. A day, and a time without an offset, are those of the bank; empty if invalid. */
function bookingDay(booked: string): string {
  const [, day = '', offset] = /^(\d{4}-\d\d-\d\d)(?:T[\d:.]+)?(Z|[+-]\d\d:\d\d)?$/.exec(booked) ?? [];
  if (!booked.includes('T') || offset === undefined) return day;
  const instant = new Date(booked);
  return Number.isNaN(instant.getTime()) ? '' : dayOf(instant);
}

/** The transaction of an entry, or the entry itself where the bank names none. */
function readTransaction(entry: Element, transaction: Element | undefined, where: string): StatementEntry {
  const on = bookingDay(textAt(entry, 'BookgDt', 'Dt') || textAt(entry, 'BookgDt', 'DtTm'));
  if (!isDay(on)) throw new StatementError(`${where}: the booking day is missing or not valid.`);
  const amount = amountOf(transaction) ?? at(entry, 'Amt');
  const indicator = textAt(transaction, 'CdtDbtInd') || textAt(entry, 'CdtDbtInd');
  if (indicator !== 'DBIT' && indicator !== 'CRDT')
    throw new StatementError(`${where}: it is neither a debit nor a credit.`);
  const returned = at(transaction, 'RtrInf');
  const code = textAt(returned, 'Rsn', 'Cd') || textAt(returned, 'Rsn', 'Prtry');
  const more = textAt(returned, 'AddtlInf');
  const refs = at(transaction, 'Refs');
  return {
    on,
    amountCents: statementCents(amount?.text ?? '', amount?.attributes.Ccy ?? '', where),
    side: indicator === 'DBIT' ? 'debit' : 'credit',
    texts: [
      textAt(refs, 'EndToEndId'),
      ...all(at(transaction, 'RmtInf'), 'Ustrd').map(({ text }) => text.trim()),
      textAt(transaction, 'AddtlTxInf'),
      textAt(entry, 'NtryRef'),
      textAt(entry, 'AddtlNtryInf'),
    ].filter((text) => text !== ''),
    reason: returned ? [RETURN_REASONS[code] ?? code, more].filter(Boolean).join(': ') || null : null,
  };
}

/** The booked transactions of an entry. Pending entries are not booked. */
function readEntry(entry: Element, where: string): StatementEntry[] {
  const status = textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts');
  if (status !== 'BOOK') return [];
  const transactions = all(entry, 'NtryDtls').flatMap((details) => all(details, 'TxDtls'));
  // Otherwise each transaction would have the amount of the whole entry.
  if (transactions.length > 1 && transactions.some((transaction) => !amountOf(transaction)))
    throw new StatementError(`${where}: the amount of a transaction is missing.`);
  return transactions.length === 0
    ? [readTransaction(entry, undefined, where)]
    : transactions.map((transaction) => readTransaction(entry, transaction, where));
}

const dayAt = (element: Element, name: string): string =>
  bookingDay(textAt(element, name, 'Dt') || textAt(element, name, 'DtTm') || textAt(element, name));

/**
 * Some banks date an opening balance on the first day, others the day before: a first day counts if it has an entry.
 */
class Periods {
  readonly all: StatementPeriod[] = [];
  private previous: Day | null = null;

  /** `element`: `FrToDt` or `Bal`, in the order of the message. */
  add(element: Element): void {
    const isRange = element.name === 'FrToDt';
    const kind = textAt(element, 'Tp', 'CdOrPrtry', 'Cd');
    const on = dayAt(element, isRange ? 'FrDtTm' : 'Dt');
    if (!isDay(on)) return;
    if (isRange) this.previous = addDays(on, -1);
    else if (kind === 'OPBD' || kind === 'PRCD') this.previous ??= on;
    if (kind !== 'CLBD') return;
    this.all.push(periodBetween(this.previous ?? on, on));
    this.previous = null;
  }

  /** A statement without a closing balance has no period. */
  endStatement(): void {
    this.previous = null;
  }
}

/**
 * Reads a camt.053 or camt.054 message. Only one entry is in memory at a time. Refuses a document type declaration, so
 * that no entity is expanded.
 */
export function readCamt(text: string): Statement {
  const entries: StatementEntry[] = [];
  const accounts: string[] = [];
  const periods = new Periods();
  const open: Element[] = [];
  let isStatement = false;
  let count = 0;
  const parser = new SaxesParser({ xmlns: true });
  parser.on('doctype', () => {
    throw new StatementError('The file has a document type declaration, which no statement has.');
  });
  parser.on('error', (error) => {
    throw new StatementError(`The file is not well-formed XML: ${error.message}`);
  });
  parser.on('opentag', ({ local, uri, attributes }) => {
    isStatement ||= STATEMENT_NAMESPACE.test(uri);
    if (open.length === 0 && !WHOLE_ELEMENTS.has(local)) return;
    const element: Element = {
      name: local,
      attributes: Object.fromEntries(Object.values(attributes).map((each) => [each.local, each.value])),
      children: [],
      text: '',
    };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (part) => {
    const element = open.at(-1);
    if (element) element.text += part;
  });
  parser.on('closetag', ({ local }) => {
    if (local === 'Stmt') periods.endStatement();
    const element = open.pop();
    if (!element || open.length > 0) return;
    if (element.name === 'Acct') {
      const account = textAt(element, 'Id', 'Othr', 'Id') || textAt(element, 'Id', 'IBAN');
      if (account !== '') accounts.push(account);
      return;
    }
    if (element.name !== 'Ntry') {
      periods.add(element);
      return;
    }
    entries.push(...readEntry(element, `Entry ${++count}`));
    if (entries.length > MAX_ENTRIES) throw new StatementError(`The file has more than ${MAX_ENTRIES} entries.`);
  });
  parser.write(text).close();
  if (!isStatement) throw new StatementError('The message is not camt.053 or camt.054.');
  return { entries, periods: periods.all, accounts };
}
