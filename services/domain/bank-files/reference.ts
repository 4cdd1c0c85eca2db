import type { PaymentLine } from './format.ts';
import { bankText } from './text.ts';

/** Characters that the narrowest of the file formats has for the product's reference. */
const NARROWEST = 20;

/**
 * The reference of an agent in the files and in the bank's answer: the tracking number, where every file format can
 * hold it unchanged. A number that is too long or has small letters is cut to fit, followed by a slash and the agent's
 * id: files have capitals only, and two agents' numbers may differ by case alone.
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
 * The run's reference and the agent's, in `length` characters. Only the agent's where both do not fit, since the bank's
 * answer is matched by it.
 */
export function paymentReference(runReference: string, line: PaymentLine, length: number): string {
  const own = agentReference(line);
  const both = `${runReference} ${own}`;
  return both.length <= length ? both : own;
}
