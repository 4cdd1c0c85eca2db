import type { TaxTreatment } from '@fynbos/domain/agent/tax-treatment.ts';
import { useFormContext, useWatch } from 'react-hook-form';
import { APPROVAL_COLUMNS } from '../approvals/columns.tsx';
import { useAsOf } from '../as-of/as-of.tsx';
import { PageHead } from '../components/PageHead.tsx';
import { Panel } from '../components/Panel.tsx';
import { Heading } from '../components/texts.tsx';
import { Field, percentCheck } from '../form/inputs.tsx';
import { PageForm } from '../form/PageForm.tsx';
import { AgentInput } from '../form/RecordPicker.tsx';
import { parseFraction } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { ListPage } from '../list/ListPage.tsx';
import { CorrectionForm } from './CorrectionForm.tsx';

const TREATMENTS = [
  ['paye', 'PAYE at the rate of the policy'],
  ['directive', 'SARS directive'],
  ['independent-contractor', 'Independent contractor: no PAYE, IT3(a)'],
  ['company-payee', 'Company: no PAYE'],
  ['non-resident', 'Non-resident'],
] as const;
const NEW_TREATMENT = {
  agentId: '',
  kind: 'paye' as (typeof TREATMENTS)[number][0],
  percent: '25',
  directiveNumber: '',
  evidence: '',
  effectiveFrom: '',
  reason: '',
};

/** The treatment, which sets its usual rate, with the fields that it needs. */
function TreatmentInputs() {
  const { setValue } = useFormContext();
  const kind: string = useWatch({ name: 'kind' });
  return (
    <>
      <Field
        choices={TREATMENTS}
        label="Treatment"
        onChange={(chosen) => setValue('percent', chosen === 'non-resident' ? '0' : '25')}
        source="kind"
      />
      {(kind === 'directive' || kind === 'non-resident') && (
        <Field check={percentCheck} label="Rate %" source="percent" />
      )}
      {kind === 'directive' && <Field label="Directive number" source="directiveNumber" />}
    </>
  );
}

function treatmentOf({ kind, percent, directiveNumber, evidence }: typeof NEW_TREATMENT): TaxTreatment {
  const proof = evidence ? { evidence } : {};
  const rate = parseFraction(percent);
  if (kind === 'directive') return { kind, rate, directiveNumber, ...proof };
  return kind === 'non-resident' ? { kind, rate, ...proof } : { kind, ...proof };
}

const TreatmentForm = () => (
  <PageForm<typeof NEW_TREATMENT>
    action="Request tax treatment"
    doneMessage="Request sent."
    fieldOf={{ treatment: 'directiveNumber' }}
    send={(values, { command }) =>
      command('POST', `travel-agents/${encodeURIComponent(values.agentId || '0')}/tax-treatment`, {
        effectiveFrom: values.effectiveFrom,
        treatment: treatmentOf(values),
        reason: values.reason,
      })
    }
    values={NEW_TREATMENT}
  >
    <AgentInput />
    <TreatmentInputs />
    <Field hint="Supporting document" isOptional label="Evidence" source="evidence" />
    <Field
      hint="It counts for payments from this day on."
      label="From"
      missing="Choose a date."
      source="effectiveFrom"
      type="date"
    />
    <Field label="Reason" minRows={2} multiline source="reason" />
  </PageForm>
);

/** Kinds of requests that these forms make. */
const CORRECTION_KINDS = { kind: ['account.correction', 'agent.tax-treatment'] };

export default function CorrectionsPage() {
  const asOf = useAsOf();
  return (
    <>
      <PageHead title="Corrections" />
      <T as="p">
        Payments are never edited: a correction is a separate entry. Each change needs another administrator’s approval.
      </T>
      {!asOf && (
        <div className="form-panels">
          <Panel title="Correct an account">
            <CorrectionForm />
          </Panel>
          <Panel title="Tax treatment">
            <TreatmentForm />
          </Panel>
        </div>
      )}
      <Heading>Requests</Heading>
      <ListPage
        columns={APPROVAL_COLUMNS}
        embedded
        empty="No corrections yet."
        fixed={CORRECTION_KINDS}
        resource="approvals"
        sort={{ field: 'requestedAt', order: 'DESC' }}
        title="Requests"
      />
    </>
  );
}
