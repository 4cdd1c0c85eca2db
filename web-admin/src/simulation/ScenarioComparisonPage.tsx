import { useState } from 'react';
import { useFieldArray } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import { useCommand } from '../api/use-command.ts';
import { ActionButton } from '../components/ActionButton.tsx';
import { PageHead } from '../components/PageHead.tsx';
import { Field, percentCheck } from '../form/inputs.tsx';
import { PageForm } from '../form/PageForm.tsx';
import { today } from '../format/format.ts';
import { T, useTranslation } from '../i18n/T.tsx';
import { ScenarioComparison } from './ScenarioComparison.tsx';
import { type Compared, comparedOf, newScenario, payoutTermsOf, type ScenarioValues, scenarioOf } from './scenarios.ts';
import { FIELD_OF_TERMS, TermsInputs } from './TermsInputs.tsx';

/** Scenarios at most: as many as the server accepts. */
const MAX_SCENARIOS = 5;
interface ScenariosFormValues {
  readonly from: string;
  readonly to: string;
  readonly scenarios: readonly ScenarioValues[];
}

const FIELD_OF = {
  ...FIELD_OF_TERMS,
  payoutMinimumCents: 'payoutMinimum',
  nonResidentRate: 'nonResidentPercent',
};

function ScenarioInputs({ at, onRemove }: { at: number; onRemove: (() => void) | null }) {
  const path = `scenarios.${at}.` as const;
  return (
    <fieldset className="scenario">
      <T as="legend" values={{ number: at + 1 }}>
        {'Scenario %{number}'}
      </T>
      <Field isOptional label="Name" source={`${path}name`} />
      <TermsInputs path={path} />
      <fieldset className="form-part">
        <T as="legend">Payouts</T>
        <Field isOptional label="Minimum payout (R)" mode="decimal" source={`${path}payoutMinimum`} />
        <Field isOptional label="Waiting period in hours" mode="decimal" source={`${path}coolingHours`} />
        <Field
          check={percentCheck}
          isOptional
          label="Non-resident tax %"
          mode="decimal"
          source={`${path}nonResidentPercent`}
        />
      </fieldset>
      {onRemove && <ActionButton label="Remove" onClick={onRemove} size="small" />}
    </fieldset>
  );
}

function ScenariosInput() {
  const translate = useTranslation();
  const { fields, append, remove } = useFieldArray({ name: 'scenarios' });
  const add = () =>
    append(newScenario(translate('Scenario %{number}', { number: fields.length + 1 })), { shouldFocus: false });
  return (
    <>
      <div className="scenarios">
        {fields.map(({ id }, at) => (
          <ScenarioInputs at={at} key={id} onRemove={fields.length > 1 ? () => remove(at) : null} />
        ))}
      </div>
      {fields.length < MAX_SCENARIOS && <ActionButton label="Add scenario" onClick={add} variant="outlined" />}
    </>
  );
}

function ScenarioComparisonForm({
  onStarted,
}: {
  onStarted: (scenarios: readonly Compared[], warnings: readonly (readonly string[])[]) => void;
}) {
  const { command } = useCommand();
  const translate = useTranslation();
  const send = async ({ from, to, scenarios }: ScenariosFormValues) => {
    const requested = scenarios.map((typed) => scenarioOf(typed, from));
    const started = await command('POST', 'policy-scenarios', { from, to, scenarios: requested });
    onStarted(
      scenarios.map((typed, at) => ({ id: started[at]?.id ?? '', name: typed.name, ...payoutTermsOf(typed) })),
      started.map(({ warnings }) => warnings),
    );
  };
  return (
    <PageForm<ScenariosFormValues>
      action="Compare scenarios"
      className="page-form scenarios-form"
      fieldOf={FIELD_OF}
      keepsValues
      send={send}
      values={{
        from: `${Number(today().slice(0, 4)) - 1}${today().slice(4, 8)}01`,
        to: today(),
        scenarios: ['Current terms', 'Scenario A', 'Scenario B'].map((name) => newScenario(translate(name))),
      }}
    >
      <fieldset className="form-part">
        <T as="legend">Rentals</T>
        <Field isOptional label="Invoiced from" source="from" type="date" />
        <Field isOptional label="Invoiced to" source="to" type="date" />
      </fieldset>
      <ScenariosInput />
    </PageForm>
  );
}

/** Scenarios of other terms side by side (U1, U2). The comparison is in the address, so that it can be shared. */
export default function ScenarioComparisonPage() {
  const [search, setSearch] = useSearchParams();
  const [warnings, setWarnings] = useState<readonly (readonly string[])[]>([]);
  const compared = comparedOf(search.get('scenarios'));
  const show = (scenarios: readonly Compared[], found: readonly (readonly string[])[]) => {
    setWarnings(found);
    setSearch({ scenarios: JSON.stringify(scenarios) });
  };
  return (
    <>
      <PageHead title="Policy laboratory" />
      <T as="p">
        Compare scenarios over past rentals. Nothing is changed or booked. A correction of past rewards, and another
        reward policy, each need a request and an approval. Fields that are left blank keep the actual terms.
      </T>
      <ScenarioComparisonForm onStarted={show} />
      {compared.length > 0 && <ScenarioComparison scenarios={compared} warnings={warnings} />}
    </>
  );
}
