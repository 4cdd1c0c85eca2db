import { api } from '../../api/calls.ts';
import { ApiError } from '../../api/client.ts';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { useLoaded } from '../../components/use-loaded.ts';
import { t } from '../../i18n/t.tsx';
import { ID_WORDS, storedId } from '../../session/stored-id.ts';
import { SignInFirst } from '../../shell/SignInFirst.tsx';
import { Skeleton } from '../../shell/Skeleton.tsx';
import { AgencyForm } from './AgencyForm.tsx';
import '../../styles/forms.css';

/** The stand-alone page for the agent's and the agency's details (specification, sections 2 and 5). */
export default function UpdateAgencyPage() {
  const stored = storedId(ID_WORDS.agency);
  return (
    <div className="page page-narrow">
      <div className="page-head">
        <h1>{t('Update travel agency')}</h1>
        <p>{t('We’ll ask for a one-time password before saving.')}</p>
      </div>
      {'id' in stored ? <Loading id={stored.id} /> : <SignInFirst problem={stored.problem} />}
    </div>
  );
}

function Loading({ id }: { readonly id: number }) {
  const { data, failed, reload } = useLoaded(() => api.personalDetails(id), String(id));
  if (failed) {
    const unknown = failed instanceof ApiError && failed.status === 404;
    return (
      <LoadFailed
        text={unknown ? t('No data found for the specified user ID.') : t('Failed to fetch agency details.')}
        onRetry={reload}
      />
    );
  }
  return data ? <AgencyForm details={data} /> : <Skeleton />;
}
