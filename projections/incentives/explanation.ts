import { type Basis, explain, explainSettled } from '@fynbos/domain/wording/explain-reward.ts';
import { displayedSettlement, displayedTreatment, type IncentiveRow, newestDecision } from './incentives.ts';

/** The figures behind the amount that a row shows; for a payment, those of the paid decision. */
export const displayedBasis = (row: IncentiveRow): Basis => displayedSettlement(row)?.decision ?? row;

/** Explains a row in plain words: the figures behind its amount, and what happened after it was paid or expired. */
export function explanationOf(row: IncentiveRow): string {
  const treatment = displayedTreatment(row);
  const decision = newestDecision(row);
  const settled = displayedSettlement(row);
  if (settled && settled.as !== 'Covered') {
    const { as, decision: basis } = settled;
    const { grossCents, payeCents, nettCents } = row;
    const newest = { ...row, grossCents: decision.grossCents, isOnHold: decision.status === 'Pending' };
    return explainSettled({ as, basis, grossCents, payeCents, nettCents, treatment }, newest);
  }
  return explain({ ...row, status: decision.status, treatment });
}
