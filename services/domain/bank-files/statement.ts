import { INITIAL_UNPAIDS_LAYOUT, type UnpaidsLayout } from '../unpaids/unpaids-layout.ts';
import { readCamt } from './camt.ts';
import { readMt940 } from './mt940.ts';
import type { Statement } from './statement-entry.ts';
import { readUnpaids } from './unpaids.ts';

/** Whether a file has every entry of its days: a statement (`camt.053`, MT940), not notifications or unpaids. */
export const hasWholeDays = (content: string): boolean =>
  /^\s*\uFEFF?\s*(\{1:|:20:)|<(\w+:)?BkToCstmrStmt/.test(content);

/**
 * `camt.053`, `camt.054`, SWIFT MT940, or a CSV file of unpaid payments with the columns of `layout`. Throws
 * `StatementError` for anything else, and for an entry that cannot be read whole.
 */
export function readStatement(content: string, layout: UnpaidsLayout = INITIAL_UNPAIDS_LAYOUT): Statement {
  const text = content.replace(/^\uFEFF/, '').trimStart();
  if (text.startsWith('<')) return readCamt(text);
  if (/^(\{1:|:20:)/.test(text)) return readMt940(text);
  return { entries: readUnpaids(text, layout), periods: [], accounts: [] };
}
