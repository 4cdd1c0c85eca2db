import { api } from '../../api/calls.ts';
import { LoadFailed, Skeleton } from '../../components/LoadFailed.tsx';
import { useLoaded } from '../../components/use-loaded.tsx';
import { t } from '../../i18n/t.tsx';
import { ID_WORDS, SignInFirst, storedId } from '../../session/stored-id.tsx';
import { MESSAGES, NOTHING_CHANGED, requiredPlain } from '../../text/messages.ts';
import '../../styles/forms.css';
import { useCallback, useState } from 'react';
import type { AgentDetails, StoredBanking } from '../../api/types.ts';
import { ConcealedField } from '../../fields/ConcealedField.tsx';
import { TextField } from '../../fields/TextField.tsx';
import { ErrorSummary } from '../../forms/ErrorSummary.tsx';
import { FormMessage, type Outcome } from '../../forms/FormMessage.tsx';
import { blank, check } from '../../forms/rules.ts';
import { SubmitButton } from '../../forms/SubmitButton.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useStepUp } from '../../otp/use-step-up.tsx';

/** The stand-alone page for banking details (specification, sections 2 and 5). */
export default function UpdateBankingPage() {
  const stored = storedId(ID_WORDS.banking);
  return (
    <div className="page page-narrow">
      <div className="page-head">
        <h1>{t('Update banking details')}</h1>
        <p>{t('We’ll ask for a one-time password and confirm the change by SMS and email.')}</p>
      </div>
      {'id' in stored ? <Loading id={stored.id} /> : <SignInFirst problem={stored.problem} />}
    </div>
  );
}

function Loading({ id }: { readonly id: number }) {
  const { data, failed, reload } = useLoaded(
    async () => ({ banking: await api.bankingDetails(id), details: await api.personalDetails(id) }),
    String(id),
  );
  if (failed) return <LoadFailed text={MESSAGES.bankingFetchFailed} onRetry={reload} />;
  return data ? <BankingForm {...data} /> : <Skeleton />;
}

interface Values {
  bankAccountHolderName: string;
  bankName: string;
  bankAccountNumber: string;
  branchCode: string;
}

const validate = (values: Values) =>
  check<Values>({
    bankAccountHolderName: blank(values.bankAccountHolderName, requiredPlain(t('Account Holder Name'))),
    bankName: blank(values.bankName, requiredPlain(t('Bank Name'))),
    bankAccountNumber: !/^\d+$/.test(values.bankAccountNumber) && t('Valid Account Number is required.'),
    branchCode: blank(values.branchCode, requiredPlain(t('Branch Code'))),
  });

interface Props {
  readonly banking: StoredBanking;
  readonly details: AgentDetails;
}

function BankingForm({ banking, details }: Props) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [stored, setStored] = useState(banking.bankAccountNumber);
  const gone = useCallback(() => setOutcome(null), []);
  const { bankAccountHolderName, bankName, bankAccountNumber, branchCode } = banking;
  const form = useForm<Values>({
    name: 'banking',
    initial: { bankAccountHolderName, bankName, bankAccountNumber, branchCode },
    validate,
  });
  const { withProof, dialog } = useStepUp({
    id: details.id,
    email: details.emailAddress,
    cellNumber: details.cellNumber,
    communicationMethod: details.communicationMethod,
  });

  const send = form.submit(async (values) => {
    if (!form.changed) return setOutcome({ kind: 'success', text: NOTHING_CHANGED });
    setOutcome(null);
    try {
      if (!(await withProof('banking', () => api.updateBanking(details.id, values)))) return;
      setStored(values.bankAccountNumber);
      form.sent(values);
      setOutcome({ kind: 'success', text: t('Banking details updated successfully!') });
    } catch (error) {
      setOutcome({ kind: 'danger', text: t('Failed to update banking details.') });
      throw error;
    }
  });

  return (
    <>
      <form method="post" className="form" noValidate onSubmit={send}>
        <ErrorSummary {...form.summary} />
        <p className="quiet">
          {t('For your security, we wait %{coolingHours} hours before paying into a new account.', {
            coolingHours: banking.coolingHours,
          })}
        </p>
        <TextField {...form.field('bankAccountHolderName')} label={t('Account Holder Name')} autoComplete="off" />
        <TextField {...form.field('bankName')} label={t('Bank Name')} autoComplete="off" />
        <ConcealedField {...form.field('bankAccountNumber')} label={t('Account Number')} stored={stored} />
        <TextField {...form.field('branchCode')} label={t('Branch Code')} inputMode="numeric" autoComplete="off" />
        <div>
          <SubmitButton label={t('Update')} busyLabel={t('Updating...')} busy={form.busy} />
        </div>
        <FormMessage outcome={outcome} onGone={gone} />
      </form>
      {dialog}
    </>
  );
}
