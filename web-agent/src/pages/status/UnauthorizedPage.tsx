import { Link } from 'react-router-dom';
import { T, t } from '../../i18n/t.tsx';

/** Target of the redirect for a role mismatch (specification, section 2, Access rule). */
export default function UnauthorizedPage() {
  return (
    <div className="page">
      <div className="page-head">
        <h1>{t('You don’t have access to this page')}</h1>
        <p>{t('Sign in with a different account, or go to your own start page.')}</p>
        <p>
          <T
            text="%{start} or %{contact}."
            start={<Link to="/">{t('Go to the start page')}</Link>}
            contact={<Link to="/contact-us">{t('contact us')}</Link>}
          />
        </p>
      </div>
    </div>
  );
}
