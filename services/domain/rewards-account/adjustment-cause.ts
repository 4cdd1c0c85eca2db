import type { AccountEventOf, AdjustmentCause } from './events.ts';

type Entry = AccountEventOf<'AccountAdjusted'>['data'];
type FirstEntry = Omit<Entry, 'cause'>;

/** The id of a reissued reversal: of the correction, the run and the rate. */
const REISSUED_ID = /^(?<adjustmentId>.*)@(?<runId>[^@~]+)~/s;

function causeOf({ adjustmentId, reason, reservationNo, decisionNo, text }: FirstEntry): AdjustmentCause {
  if (reason === 'TaxTreatment') return { kind: 'tax-difference' };
  if (reservationNo === null) return { kind: 'correction' };
  const prefix = `${reservationNo}#`;
  if (adjustmentId.startsWith(prefix)) {
    const rest = adjustmentId.slice(prefix.length);
    // A reversal is named after the decision (`R1#3~0.25`) but belongs to corrections, which have no decision.
    if (decisionNo === null) return { kind: 'reversal', decisionNo: Number.parseInt(rest, 10) };
    return rest === 'opening' ? { kind: 'opening-balance' } : { kind: 'decision', decisionNo };
  }
  if (decisionNo !== null) return { kind: 'payment-returned' };
  const reissued = text === 'PaidMeanwhile' ? REISSUED_ID.exec(adjustmentId)?.groups : undefined;
  return reissued
    ? { kind: 'reissued-reversal', adjustmentId: reissued.adjustmentId ?? '', runId: reissued.runId ?? '' }
    : { kind: 'correction' };
}

/** Version 1 as version 2: earlier releases stored no cause; it follows from the form of the id. */
export function withAdjustmentCause(data: object): object {
  const entry = data as FirstEntry & Partial<Entry>;
  return entry.cause ? entry : { ...entry, cause: causeOf(entry) };
}
