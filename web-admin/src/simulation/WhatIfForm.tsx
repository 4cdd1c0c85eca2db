import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { call } from '../api/http.ts';
import { FinanceForm, useTyped } from '../form/FinanceForm.tsx';
import { InputField } from '../form/InputField.tsx';
import { today } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { ActionButton, type FieldMessages, useAction } from '../record/ActionButton.tsx';
import { Remark } from '../record/texts.tsx';
import { type PromotionName, usePromotions } from './use-promotions.ts';
import { definitionOf, type PromotionTyped, type Typed } from './what-if-typed.ts';

/** Assumed terms of one promotion. Empty fields keep the actual terms. */
function WhatIfPromotion({
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
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { promotions: names } = usePromotions();
  const [keys, setKeys] = useState(0);
  const { act, busy, fields } = useAction();
  const { typed, of, setTyped } = useTyped(() => begin(search.get('termsAsOf') ?? ''), fields, {
    minimum: 'policy.minimumRewardCents',
    payePercent: 'policy.payeRate',
    expiryMonths: 'policy.expiryMonths',
    policyFrom: 'policy.effectiveFrom',
    reassess: fields.reassess ? 'reassess' : 'reassess.promotionId',
  });
  const setPromotions = (promotions: readonly PromotionTyped[]) => setTyped({ ...typed, promotions });
  const submit = () =>
    act(async () => {
      const { id } = await call<{ id: string }>('POST', 'what-ifs', definitionOf(typed));
      navigate(`/what-ifs/${id}`);
    });
  return (
    <FinanceForm
      action="Run analysis"
      busy={busy}
      className="finance-form what-if-form"
      label="What-if analysis"
      onSubmit={submit}
    >
      <InputField
        {...of('kind')}
        choices={[
          ['assume', 'What if other terms had applied'],
          ['as-of', 'What if the terms of a past day still applied'],
          ['reassess', 'What if a changed promotion were recalculated'],
        ]}
        label="Question"
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
        <InputField {...of('from')} hint="First day, inclusive." label="Invoiced from" type="date" />
        <InputField {...of('to')} hint="Last day, inclusive." label="Invoiced to" type="date" />
      </fieldset>
      {typed.kind === 'as-of' ? null : typed.kind === 'reassess' ? (
        <InputField
          {...of('reassess')}
          hint="Recalculates the reservations of this promotion under its current rate, switch and dates."
          label="Promotion"
          choices={names.map(({ id, promoCode }) => [id, promoCode] as const)}
        />
      ) : (
        <>
          <fieldset className="what-if-part">
            <T as="legend">Reward policy</T>
            <InputField
              {...of('minimum')}
              hint="Before tax. Leave blank to keep the actual value."
              label="Minimum reward (R)"
            />
            <InputField {...of('payePercent')} hint="Leave blank to keep the actual value." label="PAYE %" />
            <InputField
              {...of('expiry')}
              label="Unpaid rewards expire"
              slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
              choices={[
                ['', 'No change'],
                ['months', 'After months'],
                ['never', 'Never'],
              ]}
            />
            {typed.expiry === 'months' && (
              <InputField {...of('expiryMonths')} hint="From the decision that earned it." label="Months" />
            )}
            <InputField
              {...of('policyFrom')}
              hint="Leave blank for the first day of the period. Overrides later changes."
              label="From (invoice date)"
              type="date"
            />
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
      <Remark>Nothing is booked until two people approve a correction. The result is stored for a week.</Remark>
    </FinanceForm>
  );
}
