import { useRefresh } from 'react-admin';
import { call } from '../api/http.ts';
import { AgentPicker } from '../form/AgentPicker.tsx';
import { FinanceForm, useTexts } from '../form/FinanceForm.tsx';
import { InputField } from '../form/InputField.tsx';
import { useAction } from '../record/ActionButton.tsx';

const KINDS = [
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
export function TreatmentForm() {
  const { act, busy, fields } = useAction(useRefresh());
  const { texts: form, set, setTexts, clear } = useTexts(EMPTY);
  const choose = (kind: string) =>
    setTexts({ ...form, kind, percent: String(KINDS.find(([each]) => each === kind)?.[2] ?? 25) });
  const hasRate = form.kind === 'directive' || form.kind === 'non-resident';
  const submit = async () => {
    const { agentId, kind, percent, directiveNumber, evidence, effectiveFrom, reason } = form;
    const treatment = {
      kind,
      rate: Number(percent.replace(',', '.')) / 100,
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
        onChange={(agentId) => setTexts({ ...form, agentId: agentId === null ? '' : String(agentId) })}
        value={form.agentId === '' ? null : Number(form.agentId)}
      />
      <InputField
        label="Treatment"
        onChange={choose}
        value={form.kind}
        choices={KINDS.map(([kind, label]) => [kind, label] as const)}
      />
      {hasRate && <InputField label="Rate %" onChange={set('percent')} value={form.percent} />}
      {form.kind === 'directive' && (
        <InputField
          problem={fields.treatment}
          label="Directive number"
          onChange={set('directiveNumber')}
          value={form.directiveNumber}
        />
      )}
      <InputField hint="Supporting document" label="Evidence" onChange={set('evidence')} value={form.evidence} />
      <InputField
        problem={fields.effectiveFrom}
        hint="It counts for payments from this day on."
        label="From"
        onChange={set('effectiveFrom')}
        type="date"
        value={form.effectiveFrom}
      />
      <InputField
        problem={fields.reason}
        label="Reason"
        minRows={2}
        multiline
        onChange={set('reason')}
        value={form.reason}
      />
    </FinanceForm>
  );
}
