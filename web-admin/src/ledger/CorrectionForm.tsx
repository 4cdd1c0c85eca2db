import { timesRate } from '@fynbos/domain/money.ts';
import { useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import type { AdminBody } from '../api/http.ts';
import { amountCheck, Field, percentCheck } from '../form/inputs.tsx';
import { PageForm } from '../form/PageForm.tsx';
import { AgentInput } from '../form/RecordPicker.tsx';
import { parseCents, parseFraction, rand } from '../format/format.ts';

/** The rate of a typed percentage; null for empty text. */
const rateOf = (text: string): number | null => (text.trim() === '' ? null : parseFraction(text));

const NEW_CORRECTION = {
  agentId: '',
  reservationNo: '',
  reason: 'Error' as AdminBody<'POST', 'corrections'>['reason'],
  text: '',
  amount: '',
  payePercent: '',
};

/** The gross amount. Its hint shows the amounts that follow from it. */
function AmountInput() {
  const { amount, payePercent } = useWatch() as typeof NEW_CORRECTION;
  const cents = parseCents(amount);
  const rate = rateOf(payePercent);
  const paye = cents === null || rate === null || percentCheck(payePercent) ? null : timesRate(cents, rate);
  return (
    <Field
      check={amountCheck}
      hint={
        cents === null || paye === null
          ? 'Rand. Use a minus sign to deduct.'
          : [
              '%{gross} gross is %{paye} PAYE and %{nett} nett.',
              { gross: rand(cents), paye: rand(paye), nett: rand(cents - paye) },
            ]
      }
      label="Gross amount"
      source="amount"
    />
  );
}

/** Gross, with its PAYE. The URL can prefill the agent and reservation. */
export function CorrectionForm() {
  const [asked] = useSearchParams();
  return (
    <PageForm<typeof NEW_CORRECTION>
      action="Request correction"
      doneMessage="Request sent."
      fieldOf={{ grossCents: 'amount', payeRate: 'payePercent' }}
      send={({ agentId, amount, payePercent, reservationNo, ...fields }, { command }) =>
        command('POST', 'corrections', {
          ...fields,
          agentId: Number(agentId),
          grossCents: parseCents(amount) ?? 0,
          payeRate: rateOf(payePercent),
          reservationNo: reservationNo.trim() || null,
        })
      }
      values={{ ...NEW_CORRECTION, agentId: asked.get('agent') ?? '', reservationNo: asked.get('reservationNo') ?? '' }}
    >
      <AgentInput />
      <Field
        hint="Optional. Links the correction to this reservation."
        isOptional
        label="Reservation"
        source="reservationNo"
      />
      <Field
        choices={['Error', 'Fraud', 'Other'].map((reason) => [reason, reason] as const)}
        label="Reason"
        source="reason"
      />
      <AmountInput />
      <Field
        check={percentCheck}
        hint="Leave blank to use the rate of the corrected payment or of the agent’s tax treatment."
        isOptional
        label="PAYE %"
        source="payePercent"
      />
      <Field
        hint="Shown in the account and its history."
        label="Reason and supporting document"
        missing="Say what is corrected and why."
        minRows={2}
        multiline
        source="text"
      />
    </PageForm>
  );
}
