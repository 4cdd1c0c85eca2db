import { Navigate, Outlet } from 'react-router-dom';
import { useSession } from '../session/use-session.ts';

/** No token leads to /, another role to /unauthorized (specification, section 2, Access rule). */
export function Guard({ to }: { readonly to: 'agent' | 'admin' }) {
  const session = useSession();
  if (!session) return <Navigate to="/" replace />;
  if (session.role !== to) return <Navigate to="/unauthorized" replace />;
  // Somebody else signed in in another tab: nothing of whoever was here before stays on the page.
  return <Outlet key={session.claims.email} />;
}
