import { agentReference } from '@fynbos/domain/bank-files/reference.ts';
import type { Statement, StatementEntry } from '@fynbos/domain/bank-files/statement-entry.ts';
import { bankText } from '@fynbos/domain/bank-files/text.ts';
import type { Day } from '@fynbos/domain/calendar.ts';
import type { Cents } from '@fynbos/domain/money.ts';
import { RUN_REFERENCE } from '@fynbos/domain/payout-run/reference.ts';
import { type SentLine, sentLines } from '@fynbos/projections/payout-lines/queries.ts';
import type { PayoutRow } from '@fynbos/projections/payouts/payouts.ts';
import type { Pool } from 'pg';
import { z } from 'zod';

/** A result that a statement shows for a line of the run. */
export const matchedResult = z.object({
  agentId: z.int(),
  reference: z.string(),
  outcome: z.enum(['paid', 'returned']),
  reason: z.string().nullable(),
  on: z.iso.date(),
  amountCents: z.int(),
});
export type MatchedResult = z.output<typeof matchedResult>;

/** An entry that matches no line, or that differs from the line that it names. */
export const unmatchedEntry = z.object({
  on: z.iso.date(),
  amountCents: z.int(),
  side: z.enum(['debit', 'credit']),
  text: z.string(),
  why: z.string(),
});
export type UnmatchedEntry = z.output<typeof unmatchedEntry>;

const LONGEST = 400;
const tokensOf = ({ texts }: StatementEntry): string[] =>
  texts.flatMap((text) => bankText(text, LONGEST).split(/\s+/)).filter((token) => token !== '');

type LineMatch = { readonly line: SentLine } | { readonly why: string } | 'other-run' | 'none';

/** The line that an entry names. The run's reference decides where the entry has one, otherwise the agent's alone. */
function lineOf(entry: StatementEntry, run: string, lines: ReadonlyMap<string, SentLine>): LineMatch {
  const tokens = tokensOf(entry);
  const isOfRun = tokens.includes(run);
  if (!isOfRun && tokens.some((token) => RUN_REFERENCE.test(token))) return 'other-run';
  const named = new Map(tokens.flatMap((token) => (lines.has(token) ? [[token, lines.get(token) as SentLine]] : [])));
  const [first, ...others] = named.values();
  if (others.length > 0) return { why: 'It names more than one line.' };
  if (first) return { line: first };
  return isOfRun ? { why: 'It names the run and none of its lines.' } : 'none';
}

const hasResult = ({ state }: SentLine, outcome: MatchedResult['outcome']): boolean =>
  outcome === 'paid' ? state === 'paid' || state === 'returned' : state === 'returned';

/**
 * Matches the entries of a bank statement to the lines of a run (O20). A debit of exactly the line's amount means that
 * it was paid, a credit of it that it was returned. Records nothing. Entries of other runs and of other business are
 * left out.
 */
export async function matchStatement(
  db: Pool,
  { id, reference }: Pick<PayoutRow, 'id' | 'reference'>,
  { entries, periods }: Statement,
) {
  const sent = await sentLines(db, id);
  const lines = new Map(sent.map((line) => [agentReference(line), line]));
  const results = new Map<string, MatchedResult>();
  const unmatched: UnmatchedEntry[] = [];
  const days = new Map<Day, Cents>();
  const ofFailed = new Map<number, StatementEntry[]>();
  let recorded = 0;
  const refuse = ({ on, amountCents, side, texts }: StatementEntry, why: string) =>
    unmatched.push({ on, amountCents, side, text: texts.join(' ').slice(0, LONGEST), why });
  for (const entry of entries) {
    const found = lineOf(entry, reference, lines);
    if (found === 'none' || found === 'other-run') continue;
    const { on, amountCents, side, reason } = entry;
    days.set(on, (days.get(on) ?? 0) + (side === 'debit' ? amountCents : -amountCents));
    if ('why' in found) {
      refuse(entry, found.why);
      continue;
    }
    const { agentId, nettCents, state } = found.line;
    const outcome = side === 'debit' ? 'paid' : 'returned';
    const key = `${agentId}:${outcome}`;
    if (amountCents !== nettCents) refuse(entry, 'The amount differs from that of the line.');
    else if (hasResult(found.line, outcome)) recorded++;
    else if (state === 'failed') ofFailed.set(agentId, [...(ofFailed.get(agentId) ?? []), entry]);
    else if (results.has(key)) refuse(entry, 'The statement has this payment twice.');
    else results.set(key, { agentId, reference: agentReference(found.line), outcome, reason, on, amountCents });
  }
  // A payment that came back on the day on which it left is one result, because an answer names a line once.
  for (const [key, { agentId, outcome, on }] of results)
    if (outcome === 'paid' && results.get(`${agentId}:returned`)?.on === on) results.delete(key);
  for (const own of ofFailed.values()) {
    const isWithReturn = own.length === 2 && own[0]?.side !== own[1]?.side;
    if (isWithReturn) recorded += 2;
    else for (const entry of own) refuse(entry, 'The line is recorded as failed.');
  }
  const named = new Set([...results.values()].map(({ agentId }) => agentId));
  const entryDays = [...new Set(entries.map(({ on }) => on))].map((on) => ({ from: on, to: on }));
  // A statement that does not name the run may be of another account, so it covers no day.
  const isCovering = days.size > 0 && periods.length > 0;
  return {
    entries: entries.length,
    results: [...results.values()].sort((a, b) => a.on.localeCompare(b.on) || a.agentId - b.agentId),
    recorded,
    unmatched,
    missing: sent.filter(({ state, agentId }) => state === 'frozen' && !named.has(agentId)).length,
    shown: {
      days: [...days].map(([on, nettCents]) => ({ on, nettCents })),
      // In a complete statement, each day with an entry is complete.
      periods: isCovering ? [...periods, ...entryDays] : [],
    },
  };
}
