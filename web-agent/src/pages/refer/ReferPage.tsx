import { useState } from 'react';
import { t } from '../../i18n/t.tsx';
import { ID_WORDS, storedId } from '../../session/stored-id.ts';
import { SignInFirst } from '../../shell/SignInFirst.tsx';
import { PersonalLink } from './PersonalLink.tsx';
import { ReferForm } from './ReferForm.tsx';
import { ReferredAgents } from './ReferredAgents.tsx';
import '../../styles/forms.css';
import '../../styles/table.css';
import './refer.css';

/** Refer a travel agent and follow the agent's own referrals (specification, section 2). Also the stand-alone page. */
export default function ReferPage() {
  const stored = storedId(ID_WORDS.referral);
  const [sent, setSent] = useState(0);
  return (
    <div className="page">
      <div className="page-head">
        <h1>{t('Refer a travel agent')}</h1>
        <p>{t('Invite colleagues with a link or by email, and see here when they register.')}</p>
      </div>
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
    </div>
  );
}
