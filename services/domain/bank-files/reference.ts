import type { PaymentLine } from './format.ts';
import { bankText } from './text.ts';

/** Characters that the narrowest of the file formats has for the product's reference. */
const MAX_AGENT_REFERENCE_LENGTH = 20;

/**
 * The agent in the files and in the bank's response: the tracking number where every format can hold it unchanged.
 * Otherwise cut, followed by a slash and the agent's id, since two numbers may differ by case alone.
 */
export function agentReference({
  loyaltyTrackingNo,
  agentId,
}: Pick<PaymentLine, 'loyaltyTrackingNo' | 'agentId'>): string {
  if (bankText(loyaltyTrackingNo, MAX_AGENT_REFERENCE_LENGTH) === loyaltyTrackingNo) return loyaltyTrackingNo;
  const end = `/${agentId}`;
  return (bankText(loyaltyTrackingNo, MAX_AGENT_REFERENCE_LENGTH - end.length) || 'AGENT') + end;
}

/** The run's reference and the agent's; only the agent's, which the bank's response repeats, where both do not fit. */
export function paymentReference(runReference: string, line: PaymentLine, length: number): string {
  const own = agentReference(line);
  const both = `${runReference} ${own}`;
  return both.length <= length ? both : own;
}
