import { ApiError } from '../../api/client.ts';
import { useRead } from '../../api/use-read.ts';
import { LoadState, Placeholder } from '../../components/load-state.tsx';
import { Page } from '../../components/Page.tsx';
import { t } from '../../i18n/t.tsx';
import { ID_WORDS, SignInFirst, storedId } from '../../session/stored-id.tsx';
import { lazyPart } from '../../shell/lazy-page.tsx';
import '../../styles/forms.css';

const AgencyForm = lazyPart(() => import('./AgencyForm.tsx'), <Placeholder />);

export default function UpdateAgencyPage() {
  const stored = storedId(ID_WORDS.agency);
  return (
    <Page
      title={t('Update travel agency')}
      intro={t('We’ll ask for a one-time password before saving, to keep your account safe.')}
    >
      {'id' in stored ? <Loading id={stored.id} /> : <SignInFirst problem={stored.problem} />}
    </Page>
  );
}

function Loading({ id }: { readonly id: number }) {
  const loaded = useRead(`travel-agency/personalDetails/${id}`);
  if (loaded.data) return <AgencyForm details={loaded.data} />;
  const isUnknown = loaded.error instanceof ApiError && loaded.error.status === 404;
  const text = isUnknown ? t('No data found for the specified user ID.') : t('Failed to fetch agency details.');
  return <LoadState of={loaded} text={text} />;
}
