import { useState } from 'react';
import { messageOr } from '../../api/client.ts';
import type { Referral } from '../../api/types.ts';
import { Amounts } from '../../components/Amounts.tsx';
import { Button } from '../../components/Button.tsx';
import { Page } from '../../components/Page.tsx';
import { dayName } from '../../format/date.ts';
import { serverText, t } from '../../i18n/t.tsx';
import { MESSAGES } from '../../messages/messages.ts';
import { ID_WORDS, storedId } from '../../session/stored-id.tsx';
import { referralsOf } from '../refer/ReferredAgents.tsx';

export default function ReferralStatusPage() {
  const [referrals, setReferrals] = useState<readonly Referral[]>([]);
  const [message, setMessage] = useState<string | null>(null);

  async function fetchStatus(): Promise<void> {
    const stored = storedId(ID_WORDS.referralStatus);
    setReferrals([]);
    setMessage(null);
    if ('problem' in stored) return setMessage(stored.problem);
    try {
      const found = await referralsOf(stored.id);
      setReferrals(found);
      if (found.length === 0) setMessage(t('No referrals found for the given agent.'));
    } catch (error) {
      setMessage(messageOr(error, MESSAGES.referralsFailed));
    }
  }

  return (
    <Page title={t('Referral status')} intro={t('Track the agents you’ve referred.')}>
      <div className="stack">
        <div>
          <Button label={t('Fetch Referral Status')} onPress={fetchStatus} />
        </div>
        <div role="status">{message && <p className="note note-warning">{message}</p>}</div>
        <ReferralList referrals={referrals} />
      </div>
    </Page>
  );
}

function ReferralList({ referrals }: { readonly referrals: readonly Referral[] }) {
  if (referrals.length === 0) return null;
  return (
    <ul className="stack">
      {referrals.map(({ id, firstName, surname, emailAddress, registrationStatus, referredOn, lastUpdated }) => (
        <li key={id} className="card stack-tight">
          <h2>{`${firstName} ${surname}`.trim() || t('Details erased')}</h2>
          {emailAddress && <p>{emailAddress}</p>}
          <Amounts
            className="sums"
            of={[
              { name: t('Status'), text: serverText(registrationStatus) },
              { name: t('Referred on'), text: dayName(referredOn) },
              { name: t('Last updated'), text: dayName(lastUpdated) },
            ]}
          />
        </li>
      ))}
    </ul>
  );
}
