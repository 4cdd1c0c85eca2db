import { timesRate } from '@fynbos/domain/money.ts';
import { useRefresh } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { call } from '../api/http.ts';
import { FinanceForm, useTyped } from '../form/FinanceForm.tsx';
import { InputField } from '../form/InputField.tsx';
import { AgentPicker } from '../form/RecordPicker.tsx';
import { centsTyped, fractionTyped, rand } from '../format/format.ts';
import { useAction } from '../record/ActionButton.tsx';

/** The rate of a typed percentage: null for empty text, and -1 for invalid text, which the server refuses. */
function rateOf(text: string): number | null {
  if (text.trim() === '') return null;
  const rate = fractionTyped(text);
  return Number.isNaN(rate) ? -1 : rate;
}

const EMPTY = { agentId: '', reservationNo: '', reason: 'Error', text: '', amount: '', payePercent: '' };

/**
 * Requests an adjustment for or against an agent, gross, with its PAYE. The URL can prefill the agent and reservation.
 */
export function CorrectionForm() {
  const { act, busy, fields } = useAction(useRefresh());
  const [asked] = useSearchParams();
  const { typed, of, setTyped, clear } = useTyped(
    { ...EMPTY, agentId: asked.get('agent') ?? '', reservationNo: asked.get('reservationNo') ?? '' },
    fields,
    { amount: 'grossCents', payePercent: 'payeRate' },
  );
  const cents = centsTyped(typed.amount);
  const rate = rateOf(typed.payePercent);
  const paye = cents === null || rate === null || rate < 0 ? null : timesRate(cents, rate);
  const submit = async () => {
    const { agentId, reason, text, reservationNo } = typed;
    const body = {
      agentId: Number(agentId),
      reason,
      text,
      grossCents: cents ?? 0,
      payeRate: rate,
      reservationNo: reservationNo.trim() || null,
    };
    if (await act(() => call('POST', 'corrections', body), 'Request sent.')) clear();
  };
  return (
    <FinanceForm action="Request correction" busy={busy} onSubmit={submit}>
      <AgentPicker
        error={fields.agentId}
        onChange={(agentId) => setTyped({ ...typed, agentId: String(agentId) })}
        value={typed.agentId}
      />
      <InputField
        {...of('reservationNo')}
        hint="Optional. Links the correction to this reservation."
        label="Reservation"
      />
      <InputField
        {...of('reason')}
        choices={['Error', 'Fraud', 'Other'].map((reason) => [reason, reason] as const)}
        label="Reason"
      />
      <InputField
        {...of('amount')}
        hint={
          cents === null || paye === null
            ? 'Rand. Use a minus sign to deduct.'
            : [
                '%{gross} gross is %{paye} PAYE and %{nett} nett.',
                { gross: rand(cents), paye: rand(paye), nett: rand(cents - paye) },
              ]
        }
        label="Gross amount"
      />
      <InputField
        {...of('payePercent')}
        hint="Leave blank to use the rate of the corrected payment or of the agent’s tax treatment."
        label="PAYE %"
      />
      <InputField
        {...of('text')}
        hint="Shown in the account and its history."
        label="Reason and supporting document"
        minRows={2}
        multiline
      />
    </FinanceForm>
  );
}
