import { useFieldArray, useWatch } from 'react-hook-form';
import { ActionButton } from '../components/ActionButton.tsx';
import { Field, percentCheck } from '../form/inputs.tsx';
import { T } from '../i18n/T.tsx';
import { NEW_PROMOTION } from './terms.ts';
import { usePromotions } from './use-promotions.ts';
import './simulation.css';

/** The server's names of the fields, where they differ. */
export const FIELD_OF_TERMS = {
  'policy.minimumRewardCents': 'minimum',
  'policy.payeRate': 'payePercent',
  'policy.expiryMonths': 'expiryMonths',
  'policy.effectiveFrom': 'policyFrom',
  isActive: 'active',
  promoRate: 'ratePercent',
};

function PromotionInputs({
  path,
  at,
  choices,
  onRemove,
}: {
  path: string;
  at: number;
  choices: readonly (readonly [id: string, code: string])[];
  onRemove: () => void;
}) {
  const inputProps = (field: keyof typeof NEW_PROMOTION) => ({ isOptional: true, source: `${path}.${at}.${field}` });
  return (
    <fieldset className="form-part">
      <T as="legend" values={{ at: at + 1 }}>
        {'Promotion %{at}'}
      </T>
      <Field {...inputProps('promotionId')} choices={choices} label="Promotion" />
      <Field {...inputProps('ratePercent')} check={percentCheck} label="Rate %" mode="decimal" />
      <Field
        {...inputProps('active')}
        choices={[
          ['', 'No change'],
          ['yes', 'On'],
          ['no', 'Off'],
        ]}
        label="Switch"
      />
      <Field
        {...inputProps('effectiveFrom')}
        hint="For rate and switch. Leave blank for the first day of the period."
        label="From (day of reservation)"
        type="date"
      />
      <Field {...inputProps('startDate')} label="Start date" type="date" />
      <Field {...inputProps('endDate')} label="End date" type="date" />
      <ActionButton label={['Remove promotion %{at}', { at: at + 1 }]} onClick={onRemove} />
    </fieldset>
  );
}

/** Assumed terms of the policy and of promotions. `path`: their place in the form. */
export function TermsInputs({ path = '' }: { path?: `${string}.` | '' }) {
  const { promotions } = usePromotions();
  const choices = promotions.map(({ id, promoCode }) => [id, promoCode] as const);
  const expiry: string = useWatch({ name: `${path}expiry` });
  const { fields, append, remove } = useFieldArray({ name: `${path}promotions` });
  return (
    <>
      <fieldset className="form-part">
        <T as="legend">Reward policy</T>
        <Field hint="Before tax." isOptional label="Minimum reward (R)" mode="decimal" source={`${path}minimum`} />
        <Field check={percentCheck} isOptional label="PAYE %" mode="decimal" source={`${path}payePercent`} />
        <Field
          choices={[
            ['', 'No change'],
            ['months', 'After months'],
            ['never', 'Never'],
          ]}
          isOptional
          label="Unpaid rewards expire"
          source={`${path}expiry`}
        />
        {expiry === 'months' && (
          <Field
            hint="From the decision that earned it."
            isOptional
            label="Months"
            mode="decimal"
            source={`${path}expiryMonths`}
          />
        )}
        <Field
          hint="Leave blank for the first day of the period. Overrides later changes."
          isOptional
          label="From (invoice date)"
          source={`${path}policyFrom`}
          type="date"
        />
      </fieldset>
      {fields.map(({ id }, at) => (
        <PromotionInputs at={at} choices={choices} key={id} onRemove={() => remove(at)} path={`${path}promotions`} />
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
