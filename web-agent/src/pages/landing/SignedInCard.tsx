import { Link } from 'react-router-dom';
import type { Session } from '../../session/session.ts';

/** In place of the login card for somebody who is signed in already. */
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
