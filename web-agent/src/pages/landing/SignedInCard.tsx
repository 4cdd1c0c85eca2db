import { Link } from 'react-router-dom';
import type { Session } from '../../session/session.ts';

/** Replaces the login card for a visitor who is already signed in. */
export function SignedInCard({ session }: { readonly session: Session }) {
  return (
    <div className="login-card signed-in stack">
      <h2>Welcome back{session.agent && `, ${session.agent.firstName}`}</h2>
      {session.role === 'admin' ? (
        <a className="button" href="/admin/home">
          Go to the dashboard
        </a>
      ) : (
        <Link className="button" to="/agent/incentives">
          Go to my rewards
        </Link>
      )}
    </div>
  );
}
