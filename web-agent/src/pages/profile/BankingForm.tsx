import { useCallback, useState } from 'react';
import { api } from '../../api/calls.ts';
import { messageOr } from '../../api/client.ts';
import { BankFields } from '../../fields/BankFields.tsx';
import { type BankValues, bankRules } from '../../fields/bank-rules.ts';
import { DraftNote } from '../../forms/DraftNote.tsx';
import { ErrorSummary } from '../../forms/ErrorSummary.tsx';
import { FormMessage, type Outcome } from '../../forms/FormMessage.tsx';
import { useReferenceLists } from '../../forms/reference-lists.ts';
import { check } from '../../forms/rules.ts';
import { SubmitButton } from '../../forms/SubmitButton.tsx';
import { useForm } from '../../forms/use-form.ts';
import { t } from '../../i18n/t.tsx';
import type { WithProof } from '../../otp/use-step-up.tsx';
import { MESSAGES, NOTHING_CHANGED } from '../../text/messages.ts';

interface Props {
  readonly agentId: number;
  readonly taxCountry: string;
  /** Hours during which a new account receives no payout. */
  readonly coolingHours: number;
  readonly initial: BankValues;
  readonly withProof: WithProof;
}

export function BankingForm({ agentId, taxCountry, coolingHours, initial, withProof }: Props) {
  const { banks } = useReferenceLists();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [stored, setStored] = useState(initial.bankAccountNumber);
  const gone = useCallback(() => setOutcome(null), []);
  const validate = useCallback((values: BankValues) => check<BankValues>(bankRules(values, taxCountry)), [taxCountry]);
  const form = useForm<BankValues>({ name: 'bank', initial, validate, draft: `bank.${agentId}` });

  const send = form.submit(
    async (values) => {
      if (!form.changed) return setOutcome({ kind: 'success', text: NOTHING_CHANGED });
      setOutcome(null);
      try {
        if (!(await withProof('banking', () => api.updateBanking(agentId, values)))) return;
        form.sent(values);
        setStored(values.bankAccountNumber);
        setOutcome({ kind: 'success', text: t('Bank details updated successfully') });
      } catch (error) {
        setOutcome({ kind: 'danger', text: messageOr(error, MESSAGES.profileUpdateFailed) });
        throw error;
      }
    },
    () => setOutcome({ kind: 'danger', text: MESSAGES.profileFillIn }),
  );

  return (
    <form method="post" className="form" noValidate onSubmit={send}>
      <ErrorSummary {...form.summary} />
      <DraftNote {...form.draftNote} />
      <p className="quiet">
        {t(
          'For your security, we wait %{coolingHours} hours before paying into a new account, notify you by SMS and email, and sign you out on other devices.',
          { coolingHours },
        )}
      </p>
      <BankFields form={form} banks={banks} taxCountry={taxCountry} storedAccount={stored} />
      <div>
        <SubmitButton label={t('Update')} busyLabel={t('Updating...')} busy={form.busy} />
      </div>
      <FormMessage outcome={outcome} onGone={gone} />
    </form>
  );
}
