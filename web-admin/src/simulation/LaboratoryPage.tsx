import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { FinanceForm } from '../form/FinanceForm.tsx';
import { T, useSay } from '../i18n/T.tsx';
import { PageHead } from '../record/PageHead.tsx';
import './what-if.css';
import type { StartedScenarios } from '@fynbos/api/simulation/answers.ts';
import { call } from '../api/http.ts';
import { InputField } from '../form/InputField.tsx';
import { today } from '../format/format.ts';
import { ActionButton, useAction } from '../record/ActionButton.tsx';
import { LaboratoryResult } from './LaboratoryResult.tsx';
import { type Compared, comparedOf, newScenario, type ScenarioTyped, scenarioOf } from './laboratory.ts';
import { usePromotions } from './use-promotions.ts';

/** Scenarios at most: as many as the server accepts. */
const MOST = 5;
type Field = Exclude<keyof ScenarioTyped, 'key' | 'name' | 'promotionId'>;
const FIELDS: readonly (readonly [field: Field, label: string, server: string])[] = [
  ['minimum', 'Minimum reward (R)', 'policy.minimumRewardCents'],
  ['payoutMinimum', 'Minimum payout (R)', 'payoutMinimumCents'],
  ['payePercent', 'PAYE %', 'policy.payeRate'],
  ['expiryMonths', 'Expiry in months', 'policy.expiryMonths'],
  ['coolingHours', 'Waiting period in hours', 'coolingHours'],
  ['nonResidentPercent', 'Tax % for agents abroad, no treatment', 'nonResidentRate'],
];
const PROMOTION_FIELDS: readonly (readonly [field: Field, label: string, server: string])[] = [
  ['ratePercent', 'Promotion rate %', 'promotions.0.promoRate'],
];

/** Form of up to five scenarios over one period. Empty fields keep the present terms. */
function LaboratoryForm({
  onStarted,
}: {
  onStarted: (scenarios: readonly Compared[], warnings: readonly (readonly string[])[]) => void;
}) {
  const say = useSay();
  const { promotions } = usePromotions();
  const [from, setFrom] = useState(`${Number(today().slice(0, 4)) - 1}${today().slice(4, 8)}01`);
  const [to, setTo] = useState(today());
  const [scenarios, setScenarios] = useState([
    newScenario(1, say('Present terms')),
    newScenario(2, say('Scenario A')),
    newScenario(3, say('Scenario B')),
  ]);
  const { act, busy, fields } = useAction();
  const change = (key: number, field: keyof ScenarioTyped, value: string) =>
    setScenarios(scenarios.map((one) => (one.key === key ? { ...one, [field]: value } : one)));
  const submit = () =>
    act(async () => {
      const asked = scenarios.map((typed) => scenarioOf(typed, from));
      const started = await call<StartedScenarios>('POST', 'policy-scenarios', { from, to, scenarios: asked });
      onStarted(
        started.map(({ id }, at) => ({
          id,
          name: scenarios[at]?.name ?? '',
          payoutMinimumCents: asked[at]?.payoutMinimumCents ?? null,
          coolingHours: asked[at]?.coolingHours ?? null,
          nonResidentRate: asked[at]?.nonResidentRate ?? null,
        })),
        started.map(({ warnings }) => warnings),
      );
    });
  const day = (name: 'from' | 'to', label: string, value: string, set: (day: string) => void) => (
    <InputField problem={fields[name]} label={label} onChange={set} type="date" value={value} />
  );
  const text = (scenario: ScenarioTyped, at: number) =>
    function TextOf([field, label, server]: readonly [Field, string, string]) {
      const problem = fields[`scenarios.${at}.${server}`];
      return (
        <InputField
          problem={problem}
          key={field}
          label={label}
          onChange={(value) => change(scenario.key, field, value)}
          slotProps={{ htmlInput: { inputMode: 'decimal' } }}
          value={scenario[field]}
        />
      );
    };
  return (
    <FinanceForm
      action="Compare scenarios"
      busy={busy}
      className="finance-form laboratory-form"
      extra={
        scenarios.length < MOST && (
          <ActionButton
            label="Add scenario"
            onClick={() => {
              const key = Math.max(0, ...scenarios.map((one) => one.key)) + 1;
              setScenarios([
                ...scenarios,
                newScenario(key, say('Scenario %{number}', { number: scenarios.length + 1 })),
              ]);
            }}
          />
        )
      }
      label="Scenarios"
      onSubmit={submit}
    >
      <fieldset className="what-if-part">
        <T as="legend">Rentals</T>
        {day('from', 'Invoiced from', from, setFrom)}
        {day('to', 'Invoiced to', to, setTo)}
      </fieldset>
      <div className="laboratory-scenarios">
        {scenarios.map((scenario, at) => (
          <fieldset className="laboratory-scenario" key={scenario.key}>
            <T as="legend" values={{ number: at + 1 }}>
              {'Scenario %{number}'}
            </T>
            <InputField label="Name" onChange={(value) => change(scenario.key, 'name', value)} value={scenario.name} />
            {FIELDS.map(text(scenario, at))}
            <InputField
              label="Promotion"
              onChange={(value) => change(scenario.key, 'promotionId', value)}
              value={scenario.promotionId}
              choices={[['', 'No change'], ...promotions.map(({ id, promoCode }) => [String(id), promoCode] as const)]}
            />
            {scenario.promotionId !== '' && (
              <>
                {PROMOTION_FIELDS.map(text(scenario, at))}
                <InputField
                  label="Promotion ends on"
                  onChange={(value) => change(scenario.key, 'endDate', value)}
                  type="date"
                  value={scenario.endDate}
                />
              </>
            )}
            {scenarios.length > 1 && (
              <ActionButton
                label="Remove"
                onClick={() => setScenarios(scenarios.filter(({ key }) => key !== scenario.key))}
                size="small"
              />
            )}
          </fieldset>
        ))}
      </div>
    </FinanceForm>
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
