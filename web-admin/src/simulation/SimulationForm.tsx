import { useFormContext, useWatch } from 'react-hook-form';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useMay } from '../api/use-may.ts';
import { HelpText } from '../components/texts.tsx';
import { Field } from '../form/inputs.tsx';
import { PageForm } from '../form/PageForm.tsx';
import { today } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { FIELD_OF_TERMS, TermsInputs } from './TermsInputs.tsx';
import { ACTUAL_TERMS, termsOf } from './terms.ts';
import { usePromotions } from './use-promotions.ts';

/** The first values; `termsAsOf` is the day of which the terms are to be kept, or empty. */
const begin = (termsAsOf: string) => ({
  kind: termsAsOf ? 'as-of' : 'assume',
  termsAsOf,
  from: termsAsOf || `${Number(today().slice(0, 4)) - 1}${today().slice(4, 8)}01`,
  to: today(),
  reassess: '',
  ...ACTUAL_TERMS,
});

type SimulationFormValues = ReturnType<typeof begin>;

/** The definition that the server accepts. */
const definitionOf = ({ kind, from, to, termsAsOf, reassess, ...terms }: SimulationFormValues) => ({
  from,
  to,
  ...(kind === 'as-of'
    ? { termsAsOf }
    : kind === 'reassess'
      ? { reassess: { promotionId: reassess } }
      : termsOf(terms, from)),
});

function SimulationInputs() {
  const { promotions } = usePromotions();
  const may = useMay();
  const { setValue } = useFormContext<SimulationFormValues>();
  const kind: string = useWatch({ name: 'kind' });
  return (
    <>
      <Field
        choices={[
          ['assume', 'What if other terms had applied'],
          ['as-of', 'What if the terms of a past day still applied'],
          // The promotion is chosen from a list that not everyone sees.
          ...(may('promotions:see') ? [['reassess', 'What if a changed promotion were recalculated'] as const] : []),
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
      <fieldset className="form-part">
        <T as="legend">Which rentals</T>
        <Field hint="First day, inclusive." isOptional label="Invoiced from" source="from" type="date" />
        <Field hint="Last day, inclusive." isOptional label="Invoiced to" source="to" type="date" />
      </fieldset>
      {kind === 'assume' && (
        <>
          <HelpText>Fields that are left blank keep the actual terms.</HelpText>
          <TermsInputs />
        </>
      )}
      {kind === 'reassess' && (
        <Field
          choices={promotions.map(({ id, promoCode }) => [id, promoCode] as const)}
          hint="Recalculates the reservations of this promotion under its current rate, switch and dates."
          isOptional
          label="Promotion"
          source="reassess"
        />
      )}
    </>
  );
}

export function SimulationForm() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  return (
    <PageForm<SimulationFormValues>
      action="Run analysis"
      className="page-form simulation-form"
      fieldOf={{ ...FIELD_OF_TERMS, 'reassess.promotionId': 'reassess' }}
      send={async (typed, { command }) => {
        const { id } = await command('POST', 'what-ifs', definitionOf(typed));
        navigate(`/what-ifs/${id}`);
      }}
      values={begin(search.get('termsAsOf') ?? '')}
    >
      <SimulationInputs />
      <HelpText>Nothing is booked until two people approve a correction. The result is stored for a week.</HelpText>
    </PageForm>
  );
}
