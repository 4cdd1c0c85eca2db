import { Link } from 'react-router-dom';
import { t } from '../i18n/t.tsx';

/** Replaces a public page that shows only the agent's own data: the problem, and a link to sign in. */
export function SignInFirst({ problem }: { readonly problem: string }) {
  return (
    <div className="note note-danger" role="alert">
      <p>{problem}</p>
      <p>
        <Link to="/">{t('Go to Login')}</Link>
      </p>
    </div>
  );
}
