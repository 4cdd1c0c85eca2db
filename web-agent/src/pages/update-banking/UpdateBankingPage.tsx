import { call, read } from '../../api/client.ts';
import { LoadState, useLoaded } from '../../components/load-state.tsx';
import { Page } from '../../components/Page.tsx';
import { SavedForm, useSavedForm } from '../../forms/saved-form.tsx';
import { t } from '../../i18n/t.tsx';
import { MESSAGES, NOTHING_CHANGED, requiredPlain } from '../../messages/messages.ts';
import { ID_WORDS, SignInFirst, storedId } from '../../session/stored-id.tsx';
import '../../styles/forms.css';
import { useState } from 'react';
import type { AgentDetails, StoredBanking } from '../../api/types.ts';
import { ConcealedField } from '../../forms/ConcealedField.tsx';
import { TextField } from '../../forms/fields.tsx';
import { blank, check } from '../../forms/rules.ts';
import { useStepUp } from '../../one-time-password/use-step-up.tsx';

export default function UpdateBankingPage() {
  const stored = storedId(ID_WORDS.banking);
  return (
    <Page
      title={t('Update banking details')}
      intro={t('We’ll ask for a one-time password before saving, to keep your account safe.')}
    >
      {'id' in stored ? <Loading id={stored.id} /> : <SignInFirst problem={stored.problem} />}
    </Page>
  );
}

function Loading({ id }: { readonly id: number }) {
  const loaded = useLoaded(
    async () => ({
      banking: await read(`TravelAgency/BankingDetails/${id}`),
      details: await read(`travel-agency/personalDetails/${id}`),
    }),
    String(id),
  );
  return loaded.data ? <BankingForm {...loaded.data} /> : <LoadState of={loaded} text={MESSAGES.bankingFetchFailed} />;
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

function BankingForm({ banking, details }: { readonly banking: StoredBanking; readonly details: AgentDetails }) {
  const [stored, setStored] = useState(banking.bankAccountNumber);
  const { bankAccountHolderName, bankName, bankAccountNumber, branchCode } = banking;
  const form = useSavedForm<Values>({
    name: 'banking',
    initial: { bankAccountHolderName, bankName, bankAccountNumber, branchCode },
    validate,
  });
  const { withProof, dialog } = useStepUp(details);

  const send = form.save(
    async (values) => {
      if (!form.changed) return NOTHING_CHANGED;
      const change = () => call('PUT', `TravelAgency/banking-details/${details.id}`, { body: values });
      if (!(await withProof('banking', change))) return undefined;
      setStored(values.bankAccountNumber);
      form.sent(values);
      return t('Banking details updated successfully!');
    },
    { failed: () => t('Failed to update banking details.') },
  );

  return (
    <>
      <SavedForm form={form} onSubmit={send} label={t('Update')} busyLabel={t('Updating...')}>
        <p className="quiet">
          {t(
            'For your security, we wait %{coolingHours} hours before paying into a new account, notify you by SMS and email, and sign you out on other devices.',
            { coolingHours: banking.coolingHours },
          )}
        </p>
        <TextField {...form.field('bankAccountHolderName')} label={t('Account Holder Name')} autoComplete="off" />
        <TextField {...form.field('bankName')} label={t('Bank Name')} autoComplete="off" />
        <ConcealedField {...form.field('bankAccountNumber')} label={t('Account Number')} stored={stored} />
        <TextField {...form.field('branchCode')} label={t('Branch Code')} inputMode="numeric" autoComplete="off" />
      </SavedForm>
      {dialog}
    </>
  );
}
