import type { IncentiveLine } from '../../api/types.ts';
import { percent, randOf } from '../../format/money.ts';

/** Returns the figures behind a decision, as far as the line has them. */
export function ruleText({ rate, revenueAmount, policyVersion }: IncentiveLine): string {
  const parts = [
    rate !== null && rate !== undefined && `Rate ${percent(rate)}`,
    revenueAmount !== null && revenueAmount !== undefined && `time-and-kilometre revenue ${randOf(revenueAmount)}`,
    policyVersion !== null && policyVersion !== undefined && `reward policy version ${policyVersion}`,
  ];
  const text = parts.filter(Boolean).join(', ');
  return text && `${text[0]?.toUpperCase()}${text.slice(1)}.`;
}
