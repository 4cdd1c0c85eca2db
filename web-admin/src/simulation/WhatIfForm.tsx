import { MenuItem, TextField } from '@mui/material';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { call } from '../api/http.ts';
import { today } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { useSay } from '../i18n/use-say.ts';
import { ActionButton } from '../record/ActionButton.tsx';
import { Remark } from '../record/texts.tsx';
import { usePromotions } from './use-promotions.ts';
import { WhatIfPromotion } from './WhatIfPromotion.tsx';
import { definitionOf, type PromotionTyped, type Typed } from './what-if-typed.ts';

const newPromotion = (key: number): PromotionTyped => ({
  key,
  promotionId: '',
  effectiveFrom: '',
  ratePercent: '',
  active: '',
  startDate: '',
  endDate: '',
});

/** The first values; `termsAsOf` is the day of which the terms are to be kept, or empty. */
const begin = (termsAsOf: string): Typed => ({
  kind: termsAsOf ? 'as-of' : 'assume',
  termsAsOf,
  from: termsAsOf || `${Number(today().slice(0, 4)) - 1}${today().slice(4, 8)}01`,
  to: today(),
  policyFrom: '',
  minimum: '',
  payePercent: '',
  expiry: '',
  expiryMonths: '24',
  promotions: [],
  reassess: '',
});

/** Form for a simulation: the period, and the assumed policy and promotion terms. */
export function WhatIfForm() {
  const say = useSay();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { promotions: names } = usePromotions();
  const [typed, setTyped] = useState(() => begin(search.get('termsAsOf') ?? ''));
  const [keys, setKeys] = useState(0);
  const { act, busy, fields } = useAction();
  const set = (field: keyof Typed) => (event: { target: { value: string } }) =>
    setTyped({ ...typed, [field]: event.target.value });
  const setPromotions = (promotions: readonly PromotionTyped[]) => setTyped({ ...typed, promotions });
  const submit = async () => {
    await act(async () => {
      const { id } = await call<{ id: string }>('POST', 'what-ifs', definitionOf(typed));
      navigate(`/what-ifs/${id}`);
    });
  };
  const text = (field: 'minimum' | 'payePercent' | 'expiryMonths', name: string, label: string, hint: string) => (
    <TextField
      error={Boolean(fields[name])}
      helperText={say(fields[name] ?? hint)}
      label={say(label)}
      onChange={set(field)}
      value={typed[field]}
    />
  );
  const day = (field: 'from' | 'to' | 'policyFrom', name: string, label: string, hint: string) => (
    <TextField
      error={Boolean(fields[name])}
      helperText={say(fields[name] ?? hint)}
      label={say(label)}
      onChange={set(field)}
      slotProps={{ inputLabel: { shrink: true } }}
      type="date"
      value={typed[field]}
    />
  );
  return (
    <form
      aria-label={say('What-if analysis')}
      className="what-if-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextField label={say('Question')} onChange={set('kind')} select value={typed.kind}>
        <MenuItem value="assume">
          <T>What if other terms had applied</T>
        </MenuItem>
        <MenuItem value="as-of">
          <T>What if the terms of a day had stayed</T>
        </MenuItem>
        <MenuItem value="reassess">
          <T>What if a changed promotion were recalculated</T>
        </MenuItem>
      </TextField>
      {typed.kind === 'as-of' && (
        <TextField
          error={Boolean(fields.termsAsOf)}
          helperText={say(
            fields.termsAsOf ?? 'The rates, dates, switches and policy of this day apply from that day on.',
          )}
          label={say('Terms of')}
          // Rentals before the day have the same terms in both cases.
          onChange={({ target }) => setTyped({ ...typed, termsAsOf: target.value, from: target.value || typed.from })}
          slotProps={{ htmlInput: { max: today() }, inputLabel: { shrink: true } }}
          type="date"
          value={typed.termsAsOf}
        />
      )}
      <fieldset className="what-if-part">
        <T as="legend">Which rentals</T>
        {day('from', 'from', 'Invoiced from', 'First day, inclusive.')}
        {day('to', 'to', 'Invoiced to', 'Last day, inclusive.')}
      </fieldset>
      {typed.kind === 'as-of' ? null : typed.kind === 'reassess' ? (
        <TextField
          error={Boolean(fields.reassess ?? fields['reassess.promotionId'])}
          helperText={say(
            fields.reassess ??
              fields['reassess.promotionId'] ??
              'Recalculates the reservations of this promotion under its current rate, switch and dates.',
          )}
          label={say('Promotion')}
          onChange={set('reassess')}
          select
          value={typed.reassess}
        >
          {names.map(({ id, promoCode }) => (
            <MenuItem key={id} value={id}>
              {promoCode}
            </MenuItem>
          ))}
        </TextField>
      ) : (
        <>
          <fieldset className="what-if-part">
            <T as="legend">Reward policy</T>
            {text(
              'minimum',
              'policy.minimumRewardCents',
              'Minimum reward (R)',
              'Before tax. Leave blank to keep the actual value.',
            )}
            {text('payePercent', 'policy.payeRate', 'PAYE %', 'Leave blank to keep the actual value.')}
            <TextField
              label={say('Unpaid rewards expire')}
              onChange={set('expiry')}
              select
              slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
              value={typed.expiry}
            >
              <MenuItem value="">
                <T>No change</T>
              </MenuItem>
              <MenuItem value="months">
                <T>After months</T>
              </MenuItem>
              <MenuItem value="never">
                <T>Never</T>
              </MenuItem>
            </TextField>
            {typed.expiry === 'months' &&
              text('expiryMonths', 'policy.expiryMonths', 'Months', 'From the decision that earned it.')}
            {day(
              'policyFrom',
              'policy.effectiveFrom',
              'From (invoice date)',
              'Leave blank for the first day of the period. Overrides later changes.',
            )}
          </fieldset>
          {typed.promotions.map((promotion, at) => (
            <WhatIfPromotion
              at={at}
              fields={fields}
              key={promotion.key}
              names={names}
              onChange={(next) => setPromotions(typed.promotions.map((one) => (one.key === next.key ? next : one)))}
              onRemove={() => setPromotions(typed.promotions.filter(({ key }) => key !== promotion.key))}
              value={promotion}
            />
          ))}
          {names.length > 0 && (
            <ActionButton
              label="Add a promotion change"
              onClick={() => {
                setPromotions([...typed.promotions, newPromotion(keys)]);
                setKeys(keys + 1);
              }}
              variant="outlined"
            />
          )}
          {fields.policy && <p role="alert">{fields.policy}</p>}
        </>
      )}
      <ActionButton label="Run analysis" disabled={busy} type="submit" variant="contained" />
      <Remark>Nothing is booked until two people approve a correction. The result is stored for a week.</Remark>
    </form>
  );
}
