import { Fragment, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { returnTo, useSession, wasSignedOutByUser } from '../session/session.ts';

/**
 * Redirects to / without a token, to /unauthorized with another role (specification, section 2, Access rule). The page
 * that was asked for opens after the sign-in.
 */
export function Guard({ children }: { readonly children: ReactNode }) {
  const session = useSession();
  const location = useLocation();
  if (!session) return <Navigate to="/" replace state={wasSignedOutByUser() ? null : returnTo(location)} />;
  if (session.role !== 'agent') return <Navigate to="/unauthorized" replace />;
  // Remount if another person signs in in another tab: no data of the previous person stays on the page.
  return <Fragment key={session.claims.email}>{children}</Fragment>;
}
