import { Navigate, Outlet } from 'react-router-dom';
import { useSession } from '../session/use-session.ts';

/** Redirects to / without a token and to /unauthorized with another role (specification, section 2, Access rule). */
export function Guard({ to }: { readonly to: 'agent' | 'admin' }) {
  const session = useSession();
  if (!session) return <Navigate to="/" replace />;
  if (session.role !== to) return <Navigate to="/unauthorized" replace />;
  // Remount if another person signs in in another tab: no data of the previous person stays on the page.
  return <Outlet key={session.claims.email} />;
}
