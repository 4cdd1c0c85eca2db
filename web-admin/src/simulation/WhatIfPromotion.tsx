import { MenuItem, TextField } from '@mui/material';
import { T } from '../i18n/T.tsx';
import { useSay } from '../i18n/use-say.ts';
import { ActionButton } from '../record/ActionButton.tsx';
import type { FieldMessages } from '../record/use-action.ts';
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
  const say = useSay();
  const error = (field: string): string | undefined => fields[`promotions.${at}.${field}`];
  const set = (field: keyof PromotionTyped) => (event: { target: { value: string } }) =>
    onChange({ ...value, [field]: event.target.value });
  const day = (field: 'effectiveFrom' | 'startDate' | 'endDate', label: string, hint: string) => (
    <TextField
      error={Boolean(error(field))}
      helperText={say(error(field) ?? hint)}
      label={say(label)}
      onChange={set(field)}
      slotProps={{ inputLabel: { shrink: true } }}
      type="date"
      value={value[field]}
    />
  );
  return (
    <fieldset className="what-if-part">
      <T as="legend" values={{ at: at + 1 }}>
        {'Promotion %{at}'}
      </T>
      <TextField
        error={Boolean(error('promotionId') ?? fields[`promotions.${at}`])}
        helperText={say(error('promotionId') ?? fields[`promotions.${at}`] ?? '')}
        label={say('Promotion')}
        onChange={set('promotionId')}
        select
        value={value.promotionId}
      >
        {names.map(({ id, promoCode }) => (
          <MenuItem key={id} value={id}>
            {promoCode}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        error={Boolean(error('promoRate'))}
        helperText={error('promoRate') ?? say('Leave blank to keep the actual value.')}
        label={say('Rate %')}
        onChange={set('ratePercent')}
        value={value.ratePercent}
      />
      <TextField
        label={say('Switch')}
        onChange={set('active')}
        select
        slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
        value={value.active}
      >
        <MenuItem value="">
          <T>No change</T>
        </MenuItem>
        <MenuItem value="yes">
          <T>On</T>
        </MenuItem>
        <MenuItem value="no">
          <T>Off</T>
        </MenuItem>
      </TextField>
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
