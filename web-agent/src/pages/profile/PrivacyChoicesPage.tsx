import { account } from '../../api/account-calls.ts';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { SubPage } from '../../components/SubPage.tsx';
import { useLoaded } from '../../components/use-loaded.ts';
import { t } from '../../i18n/t.tsx';
import { ChoicesForm } from './ChoicesForm.tsx';
import { CorrectionForm } from './CorrectionForm.tsx';
import { DeletionSection } from './DeletionSection.tsx';
import { ExportSection } from './ExportSection.tsx';
import { MessageChoices } from './MessageChoices.tsx';
import { PushDevices } from './PushDevices.tsx';
import '../../styles/forms.css';
import './profile.css';

/** Data export, consents, notices, and requests for correction or deletion. */
export default function PrivacyChoicesPage() {
  const { data, failed, reload } = useLoaded(account.choices, 'choices');
  return (
    <SubPage
      parent="profile"
      title={t('Your data and choices')}
      intro={t('See what we hold, choose how we may use it, or ask us to change it.')}
    >
      <div className="stack-wide">
        {failed && !data && <LoadFailed text={t('Your choices could not be loaded.')} onRetry={reload} />}
        {data && <ChoicesForm choices={data} />}
        <MessageChoices />
        <PushDevices />
        <ExportSection />
        <CorrectionForm />
        <DeletionSection />
      </div>
    </SubPage>
  );
}
