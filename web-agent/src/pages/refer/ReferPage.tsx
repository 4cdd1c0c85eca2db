import { useState } from 'react';
import { ID_WORDS, storedId } from '../../session/stored-id.ts';
import { SignInFirst } from '../../shell/SignInFirst.tsx';
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
        <h1>Refer a travel agent</h1>
        <p>We email your colleague a link with these details filled in. Ask first whether that is welcome.</p>
      </div>
      {'id' in stored ? (
        <div className="stack-wide">
          <ReferForm agentId={stored.id} onSent={() => setSent((count) => count + 1)} />
          <ReferredAgents agentId={stored.id} sent={sent} />
        </div>
      ) : (
        <SignInFirst problem={stored.problem} />
      )}
    </div>
  );
}
