import { agentReference } from '@fynbos/domain/bank-files/reference.ts';
import { bankText } from '@fynbos/domain/bank-files/text.ts';
import { findReferencedAgents, type ReferencedAgent } from '@fynbos/projections/payout-lines/queries.ts';
import type { Pool } from 'pg';
import type { RunSession } from '../run-session.ts';

/** Maximum number of characters of a reference that are compared. */
const LONGEST = 100;
const capitals = (text: string): string => bankText(text, LONGEST);

/**
 * The agents of a run that a reference in the bank's response may mean. It matches the tracking number, or its
 * form in the file, with or without the run's own reference in front. If neither matches, it compares the upper-case
 * number, which several agents may share. Returns none if the reference matches no line of the run.
 */
export async function agentsByReference(
  db: Pool,
  { runId, state }: Pick<RunSession, 'runId' | 'state'>,
  references: readonly string[],
): Promise<(reference: string) => readonly ReferencedAgent[]> {
  const inFile = (reference: string): string => {
    const text = capitals(reference);
    return text.startsWith(`${state.reference} `) ? text.slice(state.reference.length + 1) : text;
  };
  const own = references.map(inFile);
  const ids = own.flatMap((reference) => /\/(\d{1,9})$/.exec(reference)?.[1] ?? []);
  const rows = await findReferencedAgents(db, runId, { references, own, ids });
  const byNumber = new Map(rows.map((row) => [row.loyaltyTrackingNo, row]));
  const byFile = new Map(rows.map((row) => [agentReference(row), row]));
  const byCapitals = new Map<string, ReferencedAgent[]>();
  for (const row of rows) {
    const key = capitals(row.loyaltyTrackingNo);
    byCapitals.set(key, [...(byCapitals.get(key) ?? []), row]);
  }
  return (reference) => {
    const text = inFile(reference);
    const one = byNumber.get(reference) ?? byFile.get(text);
    return one ? [one] : (byCapitals.get(text) ?? []);
  };
}
