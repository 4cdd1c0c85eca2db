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
  const error = (field: string): string | undefined => fields[`promotions.${at}.${field}`];
  const set = (field: keyof PromotionTyped) => (text: string) => onChange({ ...value, [field]: text });
  const day = (field: 'effectiveFrom' | 'startDate' | 'endDate', label: string, hint: string) => (
    <InputField
      problem={error(field)}
      hint={hint}
      label={label}
      onChange={set(field)}
      type="date"
      value={value[field]}
    />
  );
  return (
    <fieldset className="what-if-part">
      <T as="legend" values={{ at: at + 1 }}>
        {'Promotion %{at}'}
      </T>
      <InputField
        problem={error('promotionId') ?? fields[`promotions.${at}`]}
        label="Promotion"
        onChange={set('promotionId')}
        value={value.promotionId}
        choices={names.map(({ id, promoCode }) => [id, promoCode] as const)}
      />
      <InputField
        problem={error('promoRate')}
        hint="Leave blank to keep the actual value."
        label="Rate %"
        onChange={set('ratePercent')}
        value={value.ratePercent}
      />
      <InputField
        label="Switch"
        onChange={set('active')}
        slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
        value={value.active}
        choices={[
          ['', 'No change'],
          ['yes', 'On'],
          ['no', 'Off'],
        ]}
      />
      {day(
        'effectiveFrom',
        'From (day of reservation)',
        'For rate and switch. Leave blank for the first day of the period.',
      )}
      {day('startDate', 'Start date', 'Leave blank to keep the actual value.')}
      {day('endDate', 'End date', 'Leave blank to keep the actual value.')}
      <ActionButton label={['Remove promotion %{at}', { at: at + 1 }]} onClick={onRemove} />
    </fieldset>
  );
}
