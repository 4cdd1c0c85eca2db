import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { call } from '../api/http.ts';
import { InputField } from '../form/InputField.tsx';
import { today } from '../format/format.ts';
import { T, useSay } from '../i18n/T.tsx';
import { ActionButton, useAction } from '../record/ActionButton.tsx';
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
  const set = (field: keyof Typed) => (value: string) => setTyped({ ...typed, [field]: value });
  const setPromotions = (promotions: readonly PromotionTyped[]) => setTyped({ ...typed, promotions });
  const submit = async () => {
    await act(async () => {
      const { id } = await call<{ id: string }>('POST', 'what-ifs', definitionOf(typed));
      navigate(`/what-ifs/${id}`);
    });
  };
  const text = (field: 'minimum' | 'payePercent' | 'expiryMonths', name: string, label: string, hint: string) => (
    <InputField problem={fields[name]} hint={hint} label={label} onChange={set(field)} value={typed[field]} />
  );
  const day = (field: 'from' | 'to' | 'policyFrom', name: string, label: string, hint: string) => (
    <InputField
      problem={fields[name]}
      hint={hint}
      label={label}
      onChange={set(field)}
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
      <InputField
        label="Question"
        onChange={set('kind')}
        value={typed.kind}
        choices={[
          ['assume', 'What if other terms had applied'],
          ['as-of', 'What if the terms of a past day still applied'],
          ['reassess', 'What if a changed promotion were recalculated'],
        ]}
      />
      {typed.kind === 'as-of' && (
        <InputField
          problem={fields.termsAsOf}
          hint="The rates, dates, switches and policy of this day apply from that day on."
          label="Terms of"
          // Rentals before the day have the same terms in both cases.
          onChange={(day) => setTyped({ ...typed, termsAsOf: day, from: day || typed.from })}
          slotProps={{ htmlInput: { max: today() } }}
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
        <InputField
          problem={fields.reassess ?? fields['reassess.promotionId']}
          hint="Recalculates the reservations of this promotion under its current rate, switch and dates."
          label="Promotion"
          onChange={set('reassess')}
          value={typed.reassess}
          choices={names.map(({ id, promoCode }) => [id, promoCode] as const)}
        />
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
            <InputField
              label="Unpaid rewards expire"
              onChange={set('expiry')}
              slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
              value={typed.expiry}
              choices={[
                ['', 'No change'],
                ['months', 'After months'],
                ['never', 'Never'],
              ]}
            />
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
