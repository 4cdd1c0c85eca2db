import { isDay } from '../calendar.ts';
import type { StatementPeriod } from '../payout-run/cash-in-transit.ts';
import {
  MAX_ENTRIES,
  periodBetween,
  type Statement,
  type StatementEntry,
  StatementError,
  statementCents,
} from './statement-entry.ts';

/** Field 61: value day, entry day, mark, third letter of the currency, amount, transaction type, reference. */
const FIELD_61 = /^(\d{6})(\d{4})?(RD|RC|D|C)([A-Z])?(\d{1,12},\d{0,2})([NSF][A-Z0-9]{3})([^\n]*)\n?([\s\S]*)$/;

/** The day of an entry: the entry day of field 61 (MMDD) in the year that is nearest to the value day. */
function bookingDay(valueDay: string, entryDay: string | undefined): string {
  const year = Number(valueDay.slice(0, 2)) + 2000;
  const month = Number(valueDay.slice(2, 4));
  const value = `${year}-${valueDay.slice(2, 4)}-${valueDay.slice(4)}`;
  if (!entryDay) return value;
  const entryMonth = Number(entryDay.slice(0, 2));
  const shift = entryMonth - month > 6 ? -1 : month - entryMonth > 6 ? 1 : 0;
  return `${year + shift}-${entryDay.slice(0, 2)}-${entryDay.slice(2)}`;
}

/** The fields of a statement in order: tag and text, with line ends as `\n`. */
function fieldsOf(text: string): { tag: string; value: string }[] {
  const fields: { tag: string; value: string }[] = [];
  for (const row of text.split(/\r?\n/)) {
    const found = /^(?:\{1:.*\{4:)?:(\d{2}[A-Z]?):(.*)$/.exec(row);
    if (found) fields.push({ tag: found[1] as string, value: found[2] as string });
    else if (/^(\{|-\}?|$)/.test(row)) continue;
    else {
      const last = fields.at(-1);
      if (last) last.value += `\n${row}`;
    }
  }
  return fields;
}

/** Texts that wrap at a fixed width, once with and once without a space at the line end. */
const unwrapped = (text: string): string[] => [...new Set([text.replaceAll('\n', ''), text.replaceAll('\n', ' ')])];

/** The entries, periods and accounts of SWIFT MT940 statements. A reversed debit (RD) is a payment that came back. */
export function readMt940(text: string): Statement {
  const entries: StatementEntry[] = [];
  const periods: StatementPeriod[] = [];
  const accounts: string[] = [];
  let currency = '';
  let opening = '';
  let isAfterEntry = false;
  for (const { tag, value } of fieldsOf(text)) {
    if (tag === '25' || tag === '25P') accounts.push(value.split('\n')[0] as string);
    if (tag === '60F' || tag === '60M') currency = value.slice(7, 10);
    // The opening balance has the day of the previous closing balance.
    if (tag === '60F') opening = bookingDay(value.slice(1, 7), undefined);
    if (tag === '62F') {
      const closing = bookingDay(value.slice(1, 7), undefined);
      if (isDay(opening) && isDay(closing)) periods.push(periodBetween(opening, closing));
      opening = '';
    }
    if (tag === '61') {
      const where = `Entry ${entries.length + 1}`;
      const found = FIELD_61.exec(value);
      if (!found) throw new StatementError(`${where}: field 61 is not valid.`);
      const [, valueDay = '', entryDay, mark, , amount = '', , reference = '', supplement = ''] = found;
      const on = bookingDay(valueDay, entryDay);
      if (!isDay(on)) throw new StatementError(`${where}: the booking day is not valid.`);
      entries.push({
        on,
        amountCents: statementCents(amount.replace(/,$/, '').replace(',', '.'), currency, where),
        side: mark === 'D' || mark === 'RC' ? 'debit' : 'credit',
        texts: [...reference.split('//'), ...unwrapped(supplement)].map((each) => each.trim()).filter(Boolean),
        reason: null,
      });
      if (entries.length > MAX_ENTRIES) throw new StatementError(`The file has more than ${MAX_ENTRIES} entries.`);
    }
    const last = entries.at(-1);
    if (tag === '86' && isAfterEntry && last) {
      const reason = last.side === 'credit' ? unwrapped(value).at(-1)?.slice(0, 200).trim() || null : null;
      entries[entries.length - 1] = { ...last, texts: [...last.texts, ...unwrapped(value)], reason };
    }
    isAfterEntry = tag === '61';
  }
  return { entries, periods, accounts };
}
