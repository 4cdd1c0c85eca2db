import { useState } from 'react';
import { useFieldArray, useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import { useCommand } from '../api/use-command.ts';
import { PageHead } from '../components/PageHead.tsx';
import { T, useSay } from '../i18n/T.tsx';
import './what-if.css';
import { ActionButton } from '../components/ActionButton.tsx';
import { Field, percentCheck } from '../form/inputs.tsx';
import { PageForm } from '../form/PageForm.tsx';
import { today } from '../format/format.ts';
import { LaboratoryResult } from './LaboratoryResult.tsx';
import { type Compared, comparedOf, newScenario, type ScenarioTyped, scenarioOf } from './laboratory.ts';
import { usePromotions } from './use-promotions.ts';

/** Scenarios at most: as many as the server accepts. */
const MOST = 5;
type Term = Exclude<keyof ScenarioTyped, 'name' | 'promotionId'>;
const FIELDS: readonly (readonly [field: Term, label: string, server: string])[] = [
  ['minimum', 'Minimum reward (R)', 'policy.minimumRewardCents'],
  ['payoutMinimum', 'Minimum payout (R)', 'payoutMinimumCents'],
  ['payePercent', 'PAYE %', 'policy.payeRate'],
  ['expiryMonths', 'Expiry in months', 'policy.expiryMonths'],
  ['coolingHours', 'Waiting period in hours', 'coolingHours'],
  ['nonResidentPercent', 'Non-resident tax %', 'nonResidentRate'],
];
const PROMOTION_FIELDS: readonly (readonly [field: Term, label: string, server: string])[] = [
  ['ratePercent', 'Promotion rate %', 'promotions.0.promoRate'],
];

interface Typed {
  readonly from: string;
  readonly to: string;
  readonly scenarios: readonly ScenarioTyped[];
}

/** The server's names of fields, where they differ. */
const FIELD_OF = Object.fromEntries([...FIELDS, ...PROMOTION_FIELDS].map(([field, , server]) => [server, field]));

/** One scenario. Empty fields keep the present terms. */
function ScenarioInputs({ at, onRemove }: { at: number; onRemove: (() => void) | null }) {
  const { promotions } = usePromotions();
  const path = `scenarios.${at}`;
  const hasPromotion = useWatch({ name: `${path}.promotionId` }) !== '';
  const inputs = (fields: typeof FIELDS) =>
    fields.map(([field, label]) => (
      <Field
        check={label.endsWith('%') ? percentCheck : undefined}
        isOptional
        key={field}
        label={label}
        mode="decimal"
        source={`${path}.${field}`}
      />
    ));
  return (
    <fieldset className="laboratory-scenario">
      <T as="legend" values={{ number: at + 1 }}>
        {'Scenario %{number}'}
      </T>
      <Field isOptional label="Name" source={`${path}.name`} />
      {inputs(FIELDS)}
      <Field
        choices={[['', 'No change'], ...promotions.map(({ id, promoCode }) => [id, promoCode] as const)]}
        isOptional
        label="Promotion"
        source={`${path}.promotionId`}
      />
      {hasPromotion && (
        <>
          {inputs(PROMOTION_FIELDS)}
          <Field isOptional label="Promotion ends on" source={`${path}.endDate`} type="date" />
        </>
      )}
      {onRemove && <ActionButton label="Remove" onClick={onRemove} size="small" />}
    </fieldset>
  );
}

function ScenariosInput() {
  const say = useSay();
  const { fields, append, remove } = useFieldArray({ name: 'scenarios' });
  const add = () =>
    append(newScenario(say('Scenario %{number}', { number: fields.length + 1 })), { shouldFocus: false });
  return (
    <>
      <div className="laboratory-scenarios">
        {fields.map(({ id }, at) => (
          <ScenarioInputs at={at} key={id} onRemove={fields.length > 1 ? () => remove(at) : null} />
        ))}
      </div>
      {fields.length < MOST && <ActionButton label="Add scenario" onClick={add} variant="outlined" />}
    </>
  );
}

/** Form of up to five scenarios over one period. */
function LaboratoryForm({
  onStarted,
}: {
  onStarted: (scenarios: readonly Compared[], warnings: readonly (readonly string[])[]) => void;
}) {
  const { command } = useCommand();
  const say = useSay();
  const send = async ({ from, to, scenarios }: Typed) => {
    const requested = scenarios.map((typed) => scenarioOf(typed, from));
    const started = await command('POST', 'policy-scenarios', { from, to, scenarios: requested });
    onStarted(
      started.map(({ id }, at) => ({
        id,
        name: scenarios[at]?.name ?? '',
        payoutMinimumCents: requested[at]?.payoutMinimumCents ?? null,
        coolingHours: requested[at]?.coolingHours ?? null,
        nonResidentRate: requested[at]?.nonResidentRate ?? null,
      })),
      started.map(({ warnings }) => warnings),
    );
  };
  return (
    <PageForm<Typed>
      action="Compare scenarios"
      className="page-form laboratory-form"
      fieldOf={FIELD_OF}
      keepsValues
      send={send}
      values={{
        from: `${Number(today().slice(0, 4)) - 1}${today().slice(4, 8)}01`,
        to: today(),
        scenarios: ['Present terms', 'Scenario A', 'Scenario B'].map((name) => newScenario(say(name))),
      }}
    >
      <fieldset className="what-if-part">
        <T as="legend">Rentals</T>
        <Field isOptional label="Invoiced from" source="from" type="date" />
        <Field isOptional label="Invoiced to" source="to" type="date" />
      </fieldset>
      <ScenariosInput />
    </PageForm>
  );
}

/** Scenarios of other terms side by side (U1, U2). The comparison is in the address, so that it can be shared. */
export default function LaboratoryPage() {
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
        reward policy, each need a request and an approval.
      </T>
      <LaboratoryForm onStarted={show} />
      {compared.length > 0 && <LaboratoryResult scenarios={compared} warnings={warnings} />}
    </>
  );
}
