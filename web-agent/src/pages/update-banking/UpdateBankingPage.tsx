import { api } from '../../api/calls.ts';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { useLoaded } from '../../components/use-loaded.ts';
import { t } from '../../i18n/t.tsx';
import { ID_WORDS, storedId } from '../../session/stored-id.ts';
import { SignInFirst } from '../../shell/SignInFirst.tsx';
import { Skeleton } from '../../shell/Skeleton.tsx';
import { MESSAGES } from '../../text/messages.ts';
import { BankingForm } from './BankingForm.tsx';
import '../../styles/forms.css';

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
