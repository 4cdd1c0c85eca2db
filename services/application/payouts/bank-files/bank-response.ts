import { isDeepStrictEqual } from 'node:util';
import { LINES_PER_RESPONSE_PART } from '@fynbos/domain/append-limits.ts';
import { agentReference } from '@fynbos/domain/bank-files/reference.ts';
import { bankText } from '@fynbos/domain/bank-files/text.ts';
import type { Day } from '@fynbos/domain/calendar.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { refuseAnotherResponse } from '@fynbos/domain/payout-run/bank-results.ts';
import type { BankOutcome } from '@fynbos/domain/payout-run/events.ts';
import type { LineResults } from '@fynbos/domain/payout-run/line-results.ts';
import { ignoredText } from '@fynbos/domain/payout-run/reasons.ts';
import type { BankResponse } from '@fynbos/domain/payout-run/state.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { findReferencedAgents, type ReferencedAgent } from '@fynbos/projections/payout-lines/queries.ts';
import type { Pool } from 'pg';
import type { AdminCaller } from '../../caller.ts';
import type { Stores } from '../../services.ts';
import { RunSession } from '../run-session.ts';

/** Maximum number of characters of a reference that are compared. */
const MAX_REFERENCE_LENGTH = 100;
const comparableReference = (text: string): string => bankText(text, MAX_REFERENCE_LENGTH);

/**
 * Finds agents by tracking number, or its form in the file, with or without the run's reference in front; else by the
 * upper-case number, which several agents may share. None if no line matches.
 */
async function agentsByReference(
  db: Pool,
  { runId, state }: Pick<RunSession, 'runId' | 'state'>,
  references: readonly string[],
): Promise<(reference: string) => readonly ReferencedAgent[]> {
  const inFile = (reference: string): string => {
    const text = comparableReference(reference);
    return text.startsWith(`${state.reference} `) ? text.slice(state.reference.length + 1) : text;
  };
  const own = references.map(inFile);
  const ids = own.flatMap((reference) => /\/(\d{1,9})$/.exec(reference)?.[1] ?? []);
  const rows = await findReferencedAgents(db, runId, { references, own, ids });
  const byNumber = new Map(rows.map((row) => [row.loyaltyTrackingNo, row]));
  const byFile = new Map(rows.map((row) => [agentReference(row), row]));
  const byCapitals = new Map<string, ReferencedAgent[]>();
  for (const row of rows) {
    const key = comparableReference(row.loyaltyTrackingNo);
    byCapitals.set(key, [...(byCapitals.get(key) ?? []), row]);
  }
  return (reference) => {
    const text = inFile(reference);
    const one = byNumber.get(reference) ?? byFile.get(text);
    return one ? [one] : (byCapitals.get(text) ?? []);
  };
}

/** A line of the bank's response, identified by the reference in the file. */
export interface ResponseLine {
  readonly reference: string;
  readonly outcome: 'paid' | 'failed' | 'returned';
  readonly reason: string | null;
}

/** Refuses, by name, references that match no line or two lines. */
async function outcomesOf(db: Pool, session: RunSession, lines: readonly ResponseLine[]): Promise<BankOutcome[]> {
  const agentsOf = await agentsByReference(
    db,
    session,
    lines.map(({ reference }) => reference),
  );
  const seen = new Set<number>();
  const errors: { field: string; message: string }[] = [];
  const outcomes = lines.flatMap(({ reference, outcome, reason }, index): BankOutcome[] => {
    const [agent, ...others] = agentsOf(reference);
    const refuse = (message: string) => {
      errors.push({ field: `line ${index + 2}`, message });
      return [];
    };
    if (!agent) return refuse(`${reference} is not a line of this run.`);
    if (others.length > 0) {
      const all = [agent, ...others].map(agentReference).join(' or ');
      return refuse(`${reference} may be ${all}: use the reference in the payment file.`);
    }
    const { agentId } = agent;
    if (seen.has(agentId)) return refuse(`${reference} occurs twice.`);
    seen.add(agentId);
    return [{ agentId, outcome, reason }];
  });
  if (errors.length > 0) {
    throw new DomainError(
      'invalid',
      'payout-run.answer',
      'The response does not match this run; nothing was imported.',
      errors.slice(0, 50),
    );
  }
  return outcomes;
}

/**
 * Same lines under the same id. An interrupted response continues after its last complete part, so its recorded lines
 * are all lines of the response or fill whole parts.
 */
async function assertSameResponse(
  session: RunSession,
  answerId: string,
  outcomes: readonly BankOutcome[],
): Promise<void> {
  const before = session.state.responses.get(answerId);
  if (!before) return;
  const recorded = [...(await session.outcomesOf(answerId)).values()];
  const isBeginning = recorded.every((one, index) => isDeepStrictEqual(one, outcomes[index]));
  const mayContinue = !before.isAccepted && recorded.length % LINES_PER_RESPONSE_PART === 0;
  if (!isBeginning || !(recorded.length === outcomes.length || mayContinue)) throw refuseAnotherResponse();
}

type Results = LineResults['results'];

/** The last day of a recorded payment that the response returns; null where it returns none. */
const lastReturnedPayment = (outcomes: readonly BankOutcome[], results: Results): Day | null =>
  outcomes
    .flatMap(({ agentId, outcome }) => {
      const recorded = results.get(agentId);
      return outcome === 'returned' && recorded?.result === 'paid' && recorded.on ? [recorded.on] : [];
    })
    .sort()
    .at(-1) ?? null;

/** The named lines that change nothing because another result is recorded (O18). */
const ignoredLines = (outcomes: readonly BankOutcome[], lines: readonly ResponseLine[], results: Results) =>
  outcomes.flatMap(({ agentId, outcome: said }, index) => {
    const recorded = results.get(agentId)?.result;
    if (recorded === undefined || recorded === said || (recorded === 'paid' && said === 'returned')) return [];
    return [{ agentId, reference: lines[index]?.reference ?? '', said, recorded, text: ignoredText(said, recorded) }];
  });

/**
 * Recorded in parts; lines are settled in the background (O12). `read` parses it once the run is known. The same
 * response again changes nothing; a different one under its id is refused. Returns the number of lines, the ignored
 * ones (O18) and the event's position. Throws 404, 409 and 422.
 */
export async function acceptBankResponse(
  { log, db }: Stores,
  {
    runId,
    answerId,
    rest,
    on,
  }: Readonly<Pick<BankResponse, 'rest' | 'on'>> & { readonly runId: string; readonly answerId: string },
  read: () => Promise<readonly ResponseLine[]>,
  { adminId }: AdminCaller,
  context: CommandContext,
): Promise<{
  readonly lines: number;
  readonly ignored: ReturnType<typeof ignoredLines>;
  readonly position: Position | undefined;
}> {
  const session = await RunSession.open(log, runId);
  const lines = await read();
  if (lines.length === 0 && rest === 'open')
    throw new DomainError('invalid', 'payout-run.answer', 'The response has no lines.');
  const outcomes = await outcomesOf(db, session, lines);
  await assertSameResponse(session, answerId, outcomes);
  const wasAccepted = session.state.responses.get(answerId)?.isAccepted === true;
  const { results, changes: resultChanges } = await session.resultsOf(new Set(outcomes.map(({ agentId }) => agentId)));
  const paidOn = lastReturnedPayment(outcomes, results);
  const parts = Math.ceil(outcomes.length / LINES_PER_RESPONSE_PART);
  for (let part = 1; part <= parts; part++) {
    const own = outcomes.slice((part - 1) * LINES_PER_RESPONSE_PART, part * LINES_PER_RESPONSE_PART);
    await session.execute({ type: 'RecordBankResponse', answerId, part, outcomes: own, on, paidOn }, context);
  }
  // Another call with this id may have recorded parts in between.
  await assertSameResponse(session, answerId, outcomes);
  const by = String(adminId);
  await session.execute({ type: 'AcceptBankResponse', answerId, parts, rest, on, paidOn, resultChanges, by }, context);
  const ignored = wasAccepted ? [] : ignoredLines(outcomes, lines, results);
  return { lines: outcomes.length, ignored, position: session.position };
}
