import { OTHER_BANK } from '@fynbos/domain/bank-list/banks.ts';
import { useCallback, useState } from 'react';
import { BankFields } from '../../agent-fields/BankFields.tsx';
import { type BankValues, bankRules } from '../../agent-fields/bank-rules.ts';
import { useReferenceLists } from '../../agent-fields/reference-lists.ts';
import { call, messageOr } from '../../api/client.ts';
import type { StoredBanking } from '../../api/types.ts';
import { useRead } from '../../api/use-read.ts';
import { LoadState } from '../../components/load-state.tsx';
import { check } from '../../forms/rules.ts';
import { SavedForm, useSavedForm } from '../../forms/saved-form.tsx';
import { t } from '../../i18n/t.tsx';
import { MESSAGES, NOTHING_CHANGED } from '../../messages/messages.ts';
import type { WithProof } from '../../one-time-password/use-step-up.tsx';

interface Props {
  readonly agentId: number;
  readonly taxCountry: string;
  readonly withProof: WithProof;
}

export function BankingSection({ agentId, taxCountry, withProof }: Props) {
  const loaded = useRead(`TravelAgency/BankingDetails/${agentId}`);
  const { data } = loaded;
  if (!data) return <LoadState of={loaded} text={MESSAGES.bankingFetchFailed} />;
  const { coolingHours } = data;
  return <BankingForm {...{ agentId, taxCountry, coolingHours, withProof }} initial={bankValues(data)} />;
}

/** A bank that is no longer listed becomes OTHER with its own name. */
function bankValues(stored: StoredBanking): BankValues {
  const { bankName, bankAccountNumber, bankAccountHolderName, branchCode, branchName = '' } = stored;
  const otherBankName = stored.otherBankName ?? '';
  return {
    bankName: otherBankName === '' ? bankName : OTHER_BANK,
    otherBankName,
    bankAccountNumber,
    bankAccountHolderName,
    branchCode,
    branchName,
    accountType: stored.accountType ?? '',
    bic: stored.bic ?? '',
  };
}

interface BankingFormProps {
  readonly agentId: number;
  readonly taxCountry: string;
  /** Hours during which a new account receives no payout. */
  readonly coolingHours: number;
  readonly initial: BankValues;
  readonly withProof: WithProof;
}

function BankingForm({ agentId, taxCountry, coolingHours, initial, withProof }: BankingFormProps) {
  const { banks } = useReferenceLists();
  const [stored, setStored] = useState(initial.bankAccountNumber);
  const validate = useCallback((values: BankValues) => check<BankValues>(bankRules(values, taxCountry)), [taxCountry]);
  const form = useSavedForm<BankValues>({ name: 'bank', initial, validate, draft: `bank.${agentId}` });

  const send = form.save(
    async (values) => {
      if (!form.changed) return NOTHING_CHANGED;
      const change = () => call('PUT', `TravelAgency/banking-details/${agentId}`, { body: values });
      if (!(await withProof('banking', change))) return undefined;
      form.sent(values);
      setStored(values.bankAccountNumber);
      return t('Bank details updated successfully');
    },
    {
      failed: (error) => messageOr(error, MESSAGES.profileUpdateFailed),
      invalid: () => MESSAGES.profileFillIn,
    },
  );

  return (
    <SavedForm form={form} onSubmit={send} label={t('Update')} busyLabel={t('Updating...')}>
      <p className="quiet">
        {t(
          'For your security, we wait %{coolingHours} hours before paying into a new account, notify you by SMS and email, and sign you out on other devices.',
          { coolingHours },
        )}
      </p>
      <BankFields form={form} banks={banks} taxCountry={taxCountry} storedAccount={stored} />
    </SavedForm>
  );
}
