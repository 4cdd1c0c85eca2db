import type { Referral } from '../../api/types.ts';
import { dayName } from '../../format/date.ts';
import { EmailText } from '../../format/EmailText.tsx';
import { serverText, t } from '../../i18n/t.tsx';
import '../../styles/facts.css';
import './referral-status.css';

export function ReferralList({ referrals }: { readonly referrals: readonly Referral[] }) {
  if (referrals.length === 0) return null;
  return (
    <ul className="referrals">
      {referrals.map(({ firstName, surname, emailAddress, registrationStatus, referredOn, lastUpdated }) => (
        <li key={emailAddress} className="card stack-tight">
          <h2>
            {firstName} {surname}
          </h2>
          <p>
            <EmailText email={emailAddress} />
          </p>
          <dl className="facts">
            <dt>{t('Status')}</dt>
            <dd>{serverText(registrationStatus)}</dd>
            <dt>{t('Referred on')}</dt>
            <dd>{dayName(referredOn)}</dd>
            <dt>{t('Last updated')}</dt>
            <dd>{dayName(lastUpdated)}</dd>
          </dl>
        </li>
      ))}
    </ul>
  );
}
