import { Link } from 'react-router-dom';
import type { Session } from '../../session/session.ts';

/** Replaces the login card for a visitor who is already signed in. */
export function SignedInCard({ session }: { readonly session: Session }) {
  return (
    <div className="login-card stack">
      <h2>You are signed in</h2>
      {session.role === 'admin' ? (
        <a className="button" href="/admin/home">
          Go to the dashboard
        </a>
      ) : (
        <Link className="button" to="/agent/incentives">
          Go to My Incentives
        </Link>
      )}
    </div>
  );
}
