import { useState } from 'react';
import { call } from '../../api/client.ts';
import { Button } from '../../components/Button.tsx';
import { Page } from '../../components/Page.tsx';
import { t } from '../../i18n/t.tsx';
import { ID_WORDS, SignInFirst, storedId } from '../../session/stored-id.tsx';
import { ReferForm } from './ReferForm.tsx';
import { ReferredAgents } from './ReferredAgents.tsx';
import '../../styles/forms.css';
import '../../styles/table.css';
import './refer.css';
import { useRead } from '../../api/use-read.ts';
import { Dialog } from '../../components/Dialog.tsx';
import { LoadState } from '../../components/load-state.tsx';
import { PROGRAMME } from '../../settings.ts';
import { ShareActions } from '../../share/ShareActions.tsx';
import { showAlert } from '../../state/alerts.ts';

/** Refer a travel agent and follow the agent's own referrals (specification, section 2). Also the stand-alone page. */
export default function ReferPage() {
  const stored = storedId(ID_WORDS.referral);
  const [sent, setSent] = useState(0);
  return (
    <Page
      title={t('Refer a travel agent')}
      intro={t('Invite colleagues with a link or by email, and see here when they register.')}
      isWide
    >
      {'id' in stored ? (
        <div className="stack-wide">
          <PersonalLink />
          <section className="stack" aria-labelledby="invite">
            <h2 id="invite">{t('Send an invitation')}</h2>
            <p>{t('We’ll email your colleague an invitation with these details filled in. Check with them first.')}</p>
            <ReferForm agentId={stored.id} onSent={() => setSent((count) => count + 1)} />
          </section>
          <ReferredAgents agentId={stored.id} sent={sent} />
        </div>
      ) : (
        <SignInFirst problem={stored.problem} />
      )}
    </Page>
  );
}

/** The agent's personal link, to share with any number of colleagues. */
function PersonalLink() {
  const loaded = useRead('agent/referral-link');
  const [isReplacing, setReplacing] = useState(false);
  if (!loaded.data) return <LoadState of={loaded} text={t('Your personal link could not be loaded.')} />;
  const { link } = loaded.data;
  const invitation = t('Earn rewards for every rental you book. Register for Fynbos Rewards with my link: %{link}', {
    link,
  });
  const replace = async () => {
    setReplacing(false);
    await call('POST', 'agent/referral-link');
    showAlert('success', t('Your new link is ready. The previous link no longer works.'));
    loaded.refetch();
  };
  return (
    <section className="card stack-tight personal-link" aria-labelledby="personal-link">
      <h2 id="personal-link">{t('Your personal link')}</h2>
      <p>{t('Share it with colleagues. Those who register with it appear below as your referrals.')}</p>
      <p className="personal-link-text">{link}</p>
      <ShareActions
        text={link}
        copyLabel={t('Copy link')}
        qrTitle={t('QR code of your link')}
        message={invitation}
        subject={PROGRAMME}
      >
        <button type="button" className="copy" onClick={() => setReplacing(true)}>
          {t('Replace link')}
        </button>
      </ShareActions>
      {isReplacing && (
        <Dialog title={t('Replace your link?')} onClose={() => setReplacing(false)} alert>
          <p>
            {t(
              'The current link stops working immediately, including where you have already shared it. Your referrals are kept.',
            )}
          </p>
          <div className="actions">
            <Button label={t('Keep link')} variant="plain" onPress={() => setReplacing(false)} hasFocus />
            <Button label={t('Replace link')} onPress={replace} />
          </div>
        </Dialog>
      )}
    </section>
  );
}
