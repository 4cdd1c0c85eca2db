import { agentReference } from '@fynbos/domain/bank-files/reference.ts';
import type { Statement, StatementEntry } from '@fynbos/domain/bank-files/statement-entry.ts';
import { bankText } from '@fynbos/domain/bank-files/text.ts';
import { addDays, type Day, dayOf } from '@fynbos/domain/calendar.ts';
import type { Cents } from '@fynbos/domain/money.ts';
import { RUN_REFERENCE } from '@fynbos/domain/payout-run/reference.ts';
import { type SentLine, sentLines } from '@fynbos/projections/payout-lines/queries.ts';
import type { PayoutRow } from '@fynbos/projections/payouts/payouts.ts';
import { paymentsOfOtherRuns, type SentPayment } from '@fynbos/projections/payouts/queries.ts';
import type { Pool } from 'pg';
import { z } from 'zod';

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

const MAX_TEXT_LENGTH = 400;
/** Days after its pay date in which a payment can come back. */
const MAX_RETURN_DAYS = 60;

const tokensOf = ({ texts }: StatementEntry): string[] =>
  texts.flatMap((text) => bankText(text, MAX_TEXT_LENGTH).split(/\s+/)).filter((token) => token !== '');

type LineMatch = { readonly line: SentLine } | { readonly why: string; readonly isOfRun: boolean };

/** For an entry that names no run: the amount decides, and a debit's pay date; null if others are as likely (O12). */
function isOf(
  { on, amountCents, side }: StatementEntry,
  payment: SentPayment,
  others: readonly SentPayment[],
): boolean | null {
  let possible = [payment, ...others].filter(({ proposedAt }) => dayOf(new Date(proposedAt)) <= on);
  const narrow = (isLikely: (each: SentPayment) => boolean) => {
    const likely = possible.filter(isLikely);
    if (likely.length > 0) possible = likely;
  };
  narrow(({ nettCents }) => nettCents === amountCents);
  if (side === 'debit') narrow(({ payDate }) => payDate === on);
  return possible.includes(payment) && (possible.length === 1 || null);
}

/** The line that an entry names; null where the entry is of another run or of other business. */
function lineOf(
  entry: StatementEntry,
  { reference, payDate, proposedAt }: Pick<PayoutRow, 'reference' | 'payDate' | 'proposedAt'>,
  lines: ReadonlyMap<string, SentLine>,
  others: ReadonlyMap<number, readonly SentPayment[]>,
): LineMatch | null {
  const tokens = tokensOf(entry);
  const isOfRun = tokens.includes(reference);
  if (!isOfRun && tokens.some((token) => RUN_REFERENCE.test(token))) return null;
  const named = new Map(tokens.flatMap((token) => (lines.has(token) ? [[token, lines.get(token) as SentLine]] : [])));
  const [line, ...more] = named.values();
  if (more.length > 0) return { why: 'It names more than one line.', isOfRun };
  if (!line) return isOfRun ? { why: 'It names the run and none of its lines.', isOfRun } : null;
  const isOwn = isOfRun || isOf(entry, { ...line, payDate, proposedAt }, others.get(line.agentId) ?? []);
  if (isOwn === null)
    return { why: 'It names the agent and no run; several runs paid the agent. Ask the bank which one.', isOfRun };
  return isOwn ? { line } : null;
}

const hasResult = ({ state }: SentLine, outcome: MatchedResult['outcome']): boolean =>
  outcome === 'paid' ? state === 'paid' || state === 'returned' : state === 'returned';

/**
 * Records nothing (O20). A debit of the line's amount: paid; a credit of it: returned. Skips other runs and business.
 */
export async function matchStatement(
  db: Pool,
  run: Pick<PayoutRow, 'id' | 'reference' | 'payDate' | 'proposedAt'>,
  { entries, periods }: Statement,
) {
  const sent = await sentLines(db, run.id);
  const firstDay = entries.reduce((first, { on }) => (on < first ? on : first), run.payDate);
  const others = Map.groupBy(
    await paymentsOfOtherRuns(db, run.id, addDays(firstDay, -MAX_RETURN_DAYS)),
    ({ agentId }) => agentId,
  );
  const lines = new Map(sent.map((line) => [agentReference(line), line]));
  const results = new Map<string, MatchedResult>();
  const unmatched: UnmatchedEntry[] = [];
  const days = new Map<Day, Cents>();
  const ofFailed = new Map<number, StatementEntry[]>();
  const recorded = new Set<string>();
  const refuse = ({ on, amountCents, side, texts }: StatementEntry, why: string) =>
    unmatched.push({ on, amountCents, side, text: texts.join(' ').slice(0, MAX_TEXT_LENGTH), why });
  for (const entry of entries) {
    const found = lineOf(entry, run, lines, others);
    if (found === null) continue;
    const { on, amountCents, side, reason } = entry;
    if ('line' in found || found.isOfRun)
      days.set(on, (days.get(on) ?? 0) + (side === 'debit' ? amountCents : -amountCents));
    if ('why' in found) {
      refuse(entry, found.why);
      continue;
    }
    const { agentId, nettCents, state } = found.line;
    const outcome = side === 'debit' ? 'paid' : 'returned';
    const key = `${agentId}:${outcome}`;
    if (amountCents !== nettCents) refuse(entry, 'The amount differs from that of the line.');
    else if (recorded.has(key) || results.has(key))
      refuse(
        entry,
        side === 'debit' ? 'The statement has this payment twice.' : 'The statement has this return twice.',
      );
    else if (hasResult(found.line, outcome)) recorded.add(key);
    else if (state === 'failed') ofFailed.set(agentId, [...(ofFailed.get(agentId) ?? []), entry]);
    else results.set(key, { agentId, reference: agentReference(found.line), outcome, reason, on, amountCents });
  }
  // A payment that came back on the day on which it left is one result, because a response names a line once.
  for (const [key, { agentId, outcome, on }] of results)
    if (outcome === 'paid' && results.get(`${agentId}:returned`)?.on === on) results.delete(key);
  let withReturn = 0;
  for (const own of ofFailed.values()) {
    const isWithReturn = own.length === 2 && own[0]?.side !== own[1]?.side;
    if (isWithReturn) withReturn += 2;
    else for (const entry of own) refuse(entry, 'The line is recorded as failed.');
  }
  const named = new Set([...results.values()].map(({ agentId }) => agentId));
  const entryDays = [...new Set(entries.map(({ on }) => on))].map((on) => ({ from: on, to: on }));
  // A statement that does not name the run may be of another account, so it covers no day.
  const isCovering = days.size > 0 && periods.length > 0;
  return {
    entries: entries.length,
    results: [...results.values()].sort((a, b) => a.on.localeCompare(b.on) || a.agentId - b.agentId),
    recorded: recorded.size + withReturn,
    unmatched,
    missing: sent.filter(({ state, agentId }) => state === 'frozen' && !named.has(agentId)).length,
    shown: {
      days: [...days].map(([on, nettCents]) => ({ on, nettCents })),
      // In a complete statement, each day with an entry is complete.
      periods: isCovering ? [...periods, ...entryDays] : [],
    },
  };
}
