import { useRefresh } from 'react-admin';
import { call } from '../api/http.ts';
import { AgentPicker } from '../form/AgentPicker.tsx';
import { FinanceForm, useTyped } from '../form/FinanceForm.tsx';
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
  const { typed, of, setTyped, clear } = useTyped(EMPTY, fields, { directiveNumber: 'treatment' });
  const choose = (kind: string) =>
    setTyped({ ...typed, kind, percent: String(KINDS.find(([each]) => each === kind)?.[2] ?? 25) });
  const hasRate = typed.kind === 'directive' || typed.kind === 'non-resident';
  const submit = async () => {
    const { agentId, kind, percent, directiveNumber, evidence, effectiveFrom, reason } = typed;
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
        onChange={(agentId) => setTyped({ ...typed, agentId: agentId === null ? '' : String(agentId) })}
        value={typed.agentId === '' ? null : Number(typed.agentId)}
      />
      <InputField
        choices={KINDS.map(([kind, label]) => [kind, label] as const)}
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
