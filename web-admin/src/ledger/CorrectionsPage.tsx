import type { Approval } from '@fynbos/api/approvals/answers.ts';
import { useRefresh } from 'react-admin';
import { call } from '../api/http.ts';
import { APPROVAL_COLUMNS } from '../approvals/columns.tsx';
import { FinanceForm, useTyped } from '../form/FinanceForm.tsx';
import { InputField } from '../form/InputField.tsx';
import { AgentPicker } from '../form/RecordPicker.tsx';
import { fractionTyped } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { ListPage } from '../list/ListPage.tsx';
import { useAsOf } from '../past/as-of.tsx';
import { useAction } from '../record/ActionButton.tsx';
import { PageHead } from '../record/PageHead.tsx';
import { Panel } from '../record/Panel.tsx';
import { Heading } from '../record/texts.tsx';
import { CorrectionForm } from './CorrectionForm.tsx';

const TREATMENTS = [
  ['paye', 'PAYE 25 %', 25],
  ['directive', 'Directive of SARS', 25],
  ['independent-contractor', 'Independent contractor: no PAYE, IT3(a)', 0],
  ['company-payee', 'Company: no PAYE', 0],
  ['non-resident', 'Non-resident', 0],
] as const;
const EMPTY = {
  agentId: '',
  kind: 'paye',
  percent: '25',
  directiveNumber: '',
  evidence: '',
  effectiveFrom: '',
  reason: '',
};

/** Changes how an agent is taxed from a given day, with its evidence. */
function TreatmentForm() {
  const { act, busy, fields } = useAction(useRefresh());
  const { typed, of, setTyped, clear } = useTyped(EMPTY, fields, { directiveNumber: 'treatment' });
  const choose = (kind: string) =>
    setTyped({ ...typed, kind, percent: String(TREATMENTS.find(([each]) => each === kind)?.[2] ?? 25) });
  const hasRate = typed.kind === 'directive' || typed.kind === 'non-resident';
  const submit = async () => {
    const { agentId, kind, percent, directiveNumber, evidence, effectiveFrom, reason } = typed;
    const treatment = {
      kind,
      rate: fractionTyped(percent),
      ...(kind === 'directive' ? { directiveNumber } : {}),
      ...(evidence ? { evidence } : {}),
    };
    const path = `travel-agents/${encodeURIComponent(agentId || '0')}/tax-treatment`;
    if (await act(() => call('POST', path, { effectiveFrom, treatment, reason }), 'Request sent.')) clear();
  };
  return (
    <FinanceForm action="Request tax treatment" busy={busy} onSubmit={submit}>
      <AgentPicker
        error={fields.agentId}
        onChange={(agentId) => setTyped({ ...typed, agentId: String(agentId) })}
        value={typed.agentId}
      />
      <InputField
        choices={TREATMENTS.map(([kind, label]) => [kind, label] as const)}
        label="Treatment"
        onChange={choose}
        value={typed.kind}
      />
      {hasRate && <InputField {...of('percent')} label="Rate %" />}
      {typed.kind === 'directive' && <InputField {...of('directiveNumber')} label="Directive number" />}
      <InputField {...of('evidence')} hint="Supporting document" label="Evidence" />
      <InputField {...of('effectiveFrom')} hint="It counts for payments from this day on." label="From" type="date" />
      <InputField {...of('reason')} label="Reason" minRows={2} multiline />
    </FinanceForm>
  );
}

/** Kinds of requests that these forms make. */
const KINDS = { kind: ['account.correction', 'agent.tax-treatment'] };

/** Finance changes to one agent's money, all subject to approval: adjustments and the tax treatment. */
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
      <ListPage<Approval>
        columns={APPROVAL_COLUMNS}
        embedded
        empty="No corrections yet."
        fixed={KINDS}
        resource="approvals"
        sort={{ field: 'requestedAt', order: 'DESC' }}
        title="Requests"
      />
    </>
  );
}
