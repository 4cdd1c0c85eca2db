import type { PaymentLine } from './format.ts';
import { bankText } from './text.ts';

/** The room that the narrowest of the files has for a reference of ours. */
const NARROWEST = 20;

/**
 * What stands for an agent in the files, and in the bank's answer: the tracking number where every file can carry it as it
 * is. Of one with small letters, or too long, as much as fits, a slash and the agent's id: files have capitals only, and two
 * agents' numbers may differ by case alone.
 */
export function agentReference({
  loyaltyTrackingNo,
  agentId,
}: Pick<PaymentLine, 'loyaltyTrackingNo' | 'agentId'>): string {
  if (bankText(loyaltyTrackingNo, NARROWEST) === loyaltyTrackingNo) return loyaltyTrackingNo;
  const end = `/${agentId}`;
  return (bankText(loyaltyTrackingNo, NARROWEST - end.length) || 'AGENT') + end;
}

/**
 * The run's reference and the agent's, in `length` characters; the latter alone where both do not fit, since the bank's
 * answer is matched by it.
 */
export function paymentReference(runReference: string, line: PaymentLine, length: number): string {
  const own = agentReference(line);
  const both = `${runReference} ${own}`;
  return both.length <= length ? both : own;
}
