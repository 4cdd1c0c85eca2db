import { readCamt } from './camt.ts';
import { readMt940 } from './mt940.ts';
import { type StatementEntry, StatementError } from './statement-entry.ts';

/**
 * The booked entries of a bank statement: ISO 20022 `camt.053` or `camt.054` of any version, or SWIFT MT940. Throws
 * `StatementError` for anything else, and for an entry that cannot be read whole.
 */
export function readStatement(content: string): StatementEntry[] {
  const text = content.replace(/^\uFEFF/, '').trimStart();
  if (text.startsWith('<')) return readCamt(text);
  if (/^(\{1:|:20:)/.test(text)) return readMt940(text);
  throw new StatementError('The file is neither camt.053, camt.054 nor MT940.');
}
