import { Link } from 'react-router-dom';
import { t } from '../../i18n/t.tsx';
import type { Session } from '../../session/session.ts';

/** Replaces the login card for a visitor who is already signed in. */
export function SignedInCard({ session }: { readonly session: Session }) {
  return (
    <div className="login-card signed-in stack">
      <h2>
        {session.agent ? t('Welcome back, %{firstName}', { firstName: session.agent.firstName }) : t('Welcome back')}
      </h2>
      {session.role === 'admin' ? (
        <a className="button" href="/admin/home">
          {t('Go to the dashboard')}
        </a>
      ) : (
        <Link className="button" to="/agent/incentives">
          {t('Go to my rewards')}
        </Link>
      )}
    </div>
  );
}
