import { Link } from 'react-router-dom';
import { money } from '../../api/money-calls.ts';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { useLoaded } from '../../components/use-loaded.ts';
import { t } from '../../i18n/t.tsx';
import { CertificateList } from './CertificateList.tsx';
import { TaxSoFar } from './TaxSoFar.tsx';
import './tax.css';

/** How tax is withheld, what is missing in the tax profile, and the certificates with their history. */
export default function TaxPage() {
  const profile = useLoaded(money.taxProfile, 'tax-profile');
  const certificates = useLoaded(money.certificates, 'certificates');
  return (
    <div className="page page-narrow">
      <div className="page-head">
        <p>
          <Link to="/agent/payouts">{t('Payouts')}</Link>
        </p>
        <h1>{t('Tax and certificates')}</h1>
        <p>{t('Tax deducted from your rewards, and the certificates for your tax return.')}</p>
      </div>
      <div className="stack-wide">
        {profile.failed && !profile.data && (
          <LoadFailed text={t('Your tax profile could not be loaded.')} onRetry={profile.reload} />
        )}
        {!profile.failed && !profile.data && <Loading />}
        {profile.data && <TaxSoFar profile={profile.data} />}
        <section className="stack" aria-labelledby="certificates">
          <h2 id="certificates">{t('Tax certificates')}</h2>
          {certificates.failed && !certificates.data && (
            <LoadFailed text={t('Your certificates could not be loaded.')} onRetry={certificates.reload} />
          )}
          {!certificates.failed && !certificates.data && <Loading />}
          {certificates.data && <CertificateList certificates={certificates.data} />}
        </section>
      </div>
    </div>
  );
}

const Loading = () => (
  <div className="skeleton" aria-hidden="true">
    <i className="tall" />
  </div>
);
