import type { IncentiveLine } from '../../api/types.ts';
import { percent, randOf } from '../../format/money.ts';

/** The figures that a decision rests on, as far as the line carries them. */
export function ruleText({ rate, revenueAmount, policyVersion }: IncentiveLine): string {
  const parts = [
    rate !== null && rate !== undefined && `Rate ${percent(rate)}`,
    revenueAmount !== null && revenueAmount !== undefined && `time-and-kilometre revenue ${randOf(revenueAmount)}`,
    policyVersion !== null && policyVersion !== undefined && `reward policy version ${policyVersion}`,
  ];
  const text = parts.filter(Boolean).join(', ');
  return text && `${text[0]?.toUpperCase()}${text.slice(1)}.`;
}
