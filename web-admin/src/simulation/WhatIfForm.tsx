import type { PromotionRecord } from '@fynbos/api/promotions/answers.ts';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { ActionButton } from '../components/ActionButton.tsx';
import { Remark } from '../components/texts.tsx';
import { Field, percentCheck } from '../form/inputs.tsx';
import { PageForm } from '../form/PageForm.tsx';
import { today } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { usePromotions } from './use-promotions.ts';
import { definitionOf, type PromotionTyped, type Typed } from './what-if-typed.ts';

const KEPT = 'Leave blank to keep the actual value.';

/** Assumed terms of one promotion. Empty fields keep the actual terms. */
function PromotionInputs({
  at,
  choices,
  onRemove,
}: {
  at: number;
  choices: readonly (readonly [id: string, code: string])[];
  onRemove: () => void;
}) {
  const of = (field: keyof PromotionTyped) => ({ isOptional: true, source: `promotions.${at}.${field}` });
  return (
    <fieldset className="what-if-part">
      <T as="legend" values={{ at: at + 1 }}>
        {'Promotion %{at}'}
      </T>
      <Field {...of('promotionId')} choices={choices} label="Promotion" />
      <Field {...of('ratePercent')} check={percentCheck} hint={KEPT} label="Rate %" />
      <Field
        {...of('active')}
        choices={[
          ['', 'No change'],
          ['yes', 'On'],
          ['no', 'Off'],
        ]}
        label="Switch"
      />
      <Field
        {...of('effectiveFrom')}
        hint="For rate and switch. Leave blank for the first day of the period."
        label="From (day of reservation)"
        type="date"
      />
      <Field {...of('startDate')} hint={KEPT} label="Start date" type="date" />
      <Field {...of('endDate')} hint={KEPT} label="End date" type="date" />
      <ActionButton label={['Remove promotion %{at}', { at: at + 1 }]} onClick={onRemove} />
    </fieldset>
  );
}

const NEW_PROMOTION: PromotionTyped = {
  promotionId: '',
  effectiveFrom: '',
  ratePercent: '',
  active: '',
  startDate: '',
  endDate: '',
};

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

/** The server's names of fields, where they differ. */
const FIELD_OF = {
  'policy.minimumRewardCents': 'minimum',
  'policy.payeRate': 'payePercent',
  'policy.expiryMonths': 'expiryMonths',
  'policy.effectiveFrom': 'policyFrom',
  'reassess.promotionId': 'reassess',
  isActive: 'active',
  promoRate: 'ratePercent',
};

/** The assumed policy and promotion terms. */
function AssumedTerms({ choices }: { choices: readonly (readonly [id: string, code: string])[] }) {
  const expiry: string = useWatch({ name: 'expiry' });
  const { fields, append, remove } = useFieldArray({ name: 'promotions' });
  return (
    <>
      <fieldset className="what-if-part">
        <T as="legend">Reward policy</T>
        <Field
          hint="Before tax. Leave blank to keep the actual value."
          isOptional
          label="Minimum reward (R)"
          source="minimum"
        />
        <Field check={percentCheck} hint={KEPT} isOptional label="PAYE %" source="payePercent" />
        <Field
          choices={[
            ['', 'No change'],
            ['months', 'After months'],
            ['never', 'Never'],
          ]}
          isOptional
          label="Unpaid rewards expire"
          source="expiry"
        />
        {expiry === 'months' && (
          <Field hint="From the decision that earned it." isOptional label="Months" source="expiryMonths" />
        )}
        <Field
          hint="Leave blank for the first day of the period. Overrides later changes."
          isOptional
          label="From (invoice date)"
          source="policyFrom"
          type="date"
        />
      </fieldset>
      {fields.map(({ id }, at) => (
        <PromotionInputs at={at} choices={choices} key={id} onRemove={() => remove(at)} />
      ))}
      {choices.length > 0 && (
        <ActionButton
          label="Add a promotion change"
          onClick={() => append(NEW_PROMOTION, { shouldFocus: false })}
          variant="outlined"
        />
      )}
    </>
  );
}

/** The question, the period, and what the question needs. */
function WhatIfInputs({ names }: { names: readonly Pick<PromotionRecord, 'id' | 'promoCode'>[] }) {
  const { setValue } = useFormContext<Typed>();
  const kind: Typed['kind'] = useWatch({ name: 'kind' });
  const choices = names.map(({ id, promoCode }) => [id, promoCode] as const);
  return (
    <>
      <Field
        choices={[
          ['assume', 'What if other terms had applied'],
          ['as-of', 'What if the terms of a past day still applied'],
          ['reassess', 'What if a changed promotion were recalculated'],
        ]}
        label="Question"
        source="kind"
      />
      {kind === 'as-of' && (
        <Field
          hint="The rates, dates, switches and policy of this day apply from that day on."
          isOptional
          label="Terms of"
          // Rentals before the day have the same terms in both cases.
          onChange={(day) => day && setValue('from', day)}
          slotProps={{ inputLabel: { shrink: true }, htmlInput: { max: today() } }}
          source="termsAsOf"
          type="date"
        />
      )}
      <fieldset className="what-if-part">
        <T as="legend">Which rentals</T>
        <Field hint="First day, inclusive." isOptional label="Invoiced from" source="from" type="date" />
        <Field hint="Last day, inclusive." isOptional label="Invoiced to" source="to" type="date" />
      </fieldset>
      {kind === 'assume' && <AssumedTerms choices={choices} />}
      {kind === 'reassess' && (
        <Field
          choices={choices}
          hint="Recalculates the reservations of this promotion under its current rate, switch and dates."
          isOptional
          label="Promotion"
          source="reassess"
        />
      )}
    </>
  );
}

/** Form for a simulation: the period, and the assumed policy and promotion terms. */
export function WhatIfForm() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { promotions } = usePromotions();
  return (
    <PageForm<Typed>
      action="Run analysis"
      className="page-form what-if-form"
      fieldOf={FIELD_OF}
      send={async (typed, { command }) => {
        const { id } = await command('POST', 'what-ifs', definitionOf(typed));
        navigate(`/what-ifs/${id}`);
      }}
      values={begin(search.get('termsAsOf') ?? '')}
    >
      <WhatIfInputs names={promotions} />
      <Remark>Nothing is booked until two people approve a correction. The result is stored for a week.</Remark>
    </PageForm>
  );
}
