import { InputField } from '../form/InputField.tsx';
import { T } from '../i18n/T.tsx';
import { ActionButton, type FieldMessages } from '../record/ActionButton.tsx';
import type { PromotionName } from './use-promotions.ts';
import type { PromotionTyped } from './what-if-typed.ts';

/** Assumed terms of one promotion. Empty fields keep the actual terms. */
export function WhatIfPromotion({
  at,
  value,
  names,
  fields,
  onChange,
  onRemove,
}: {
  at: number;
  value: PromotionTyped;
  names: readonly PromotionName[];
  fields: FieldMessages;
  onChange: (value: PromotionTyped) => void;
  onRemove: () => void;
}) {
  const of = (field: keyof PromotionTyped & string, server: string = field) => ({
    onChange: (text: string) => onChange({ ...value, [field]: text }),
    problem: fields[`promotions.${at}.${server}`],
    value: value[field],
  });
  return (
    <fieldset className="what-if-part">
      <T as="legend" values={{ at: at + 1 }}>
        {'Promotion %{at}'}
      </T>
      <InputField
        {...of('promotionId')}
        choices={names.map(({ id, promoCode }) => [id, promoCode] as const)}
        label="Promotion"
        problem={fields[`promotions.${at}.promotionId`] ?? fields[`promotions.${at}`]}
      />
      <InputField {...of('ratePercent', 'promoRate')} hint="Leave blank to keep the actual value." label="Rate %" />
      <InputField
        {...of('active')}
        choices={[
          ['', 'No change'],
          ['yes', 'On'],
          ['no', 'Off'],
        ]}
        label="Switch"
        slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
      />
      <InputField
        {...of('effectiveFrom')}
        hint="For rate and switch. Leave blank for the first day of the period."
        label="From (day of reservation)"
        type="date"
      />
      <InputField {...of('startDate')} hint="Leave blank to keep the actual value." label="Start date" type="date" />
      <InputField {...of('endDate')} hint="Leave blank to keep the actual value." label="End date" type="date" />
      <ActionButton label={['Remove promotion %{at}', { at: at + 1 }]} onClick={onRemove} />
    </fieldset>
  );
}
