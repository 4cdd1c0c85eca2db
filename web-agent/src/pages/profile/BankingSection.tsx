import { OTHER_BANK } from '@fynbos/domain/identity/banks.ts';
import { api } from '../../api/calls.ts';
import type { StoredBanking } from '../../api/types.ts';
import { LoadState } from '../../components/LoadState.tsx';
import { useLoaded } from '../../components/use-loaded.ts';
import type { BankValues } from '../../fields/bank-rules.ts';
import type { WithProof } from '../../otp/use-step-up.tsx';
import { MESSAGES } from '../../text/messages.ts';
import { BankingForm } from './BankingForm.tsx';

interface Props {
  readonly agentId: number;
  readonly taxCountry: string;
  readonly withProof: WithProof;
}

export function BankingSection({ agentId, taxCountry, withProof }: Props) {
  const loaded = useLoaded(() => api.bankingDetails(agentId), String(agentId));
  const { data } = loaded;
  if (!data) return <LoadState of={loaded} text={MESSAGES.bankingFetchFailed} />;
  const { coolingHours } = data;
  return <BankingForm {...{ agentId, taxCountry, coolingHours, withProof }} initial={bankValues(data)} />;
}

/**
 * Maps the stored account to form values. A bank that is not in the server's current list becomes OTHER with its own
 * name.
 */
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
