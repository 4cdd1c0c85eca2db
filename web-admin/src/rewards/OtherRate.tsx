import { rewardOf } from '@fynbos/domain/rental/reward-amount.ts';
import { useState } from 'react';
import { InputField } from '../form/InputField.tsx';
import { percent, rand } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import type { Decision } from './rental.ts';

/** Parses a percentage between 0 and 100 to a fraction; null for anything else. */
export function rateTyped(typed: string): number | null {
  const value = Number(typed.trim().replace(',', '.').replace(/\s*%$/, ''));
  return typed.trim() === '' || Number.isNaN(value) || value < 0 || value > 100 ? null : value / 100;
}

/** Calculates the reward of a rental at another rate (rule R9). Nothing is changed. */
export function OtherRate({ decision }: { decision: Decision }) {
  const [typed, setTyped] = useState('');
  const rate = rateTyped(typed);
  const reward =
    rate === null
      ? null
      : rewardOf(decision.tkRevenueCents, rate, decision.minimumRewardCents, decision.treatment.rate);
  return (
    <div className="other-rate">
      <InputField
        label="What if the rate were … %"
        onChange={setTyped}
        slotProps={{ htmlInput: { inputMode: 'decimal' } }}
        value={typed}
      />
      <p aria-live="polite">
        {reward && (
          <T
            values={{
              rate: percent(rate ?? 0),
              gross: rand(reward.grossCents),
              nett: <strong>{rand(reward.nettCents)}</strong>,
              change: rand(reward.nettCents - decision.nettCents),
            }}
          >
            {'At %{rate}: gross %{gross}, nett %{nett} (%{change} compared with the decision)'}
          </T>
        )}
      </p>
    </div>
  );
}
