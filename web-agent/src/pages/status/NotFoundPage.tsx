import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { T, t } from '../../i18n/t.tsx';
import { sessionStore } from '../../session/session.ts';

/**
 * Page for unknown paths. Redirects visitors to the start page (specification, section 6) and shows a message to
 * signed-in users.
 */
export default function NotFoundPage() {
  const navigate = useNavigate();
  useEffect(() => {
    if (!sessionStore.read()) navigate('/', { replace: true });
  }, [navigate]);
  return (
    <div className="page">
      <div className="page-head">
        <h1>{t('This page does not exist')}</h1>
        <p>{t('The address may be mistyped, or the page has moved.')}</p>
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
