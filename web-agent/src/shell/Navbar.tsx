import { useEffect, useState } from 'react';
import { Link, NavLink, useLocation, useNavigate } from 'react-router-dom';
import { auth } from '../api/auth-calls.ts';
import { forgetSession } from '../session/session.ts';
import { useSession } from '../session/use-session.ts';
import { Icon } from './Icon.tsx';
import { Logo } from './Logo.tsx';
import { linksFor } from './nav-links.ts';

/** Navigation by role, collapsed behind a button on a phone (specification, section 2, Shared chrome). */
export function Navbar() {
  const session = useSession();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const home = session && (session.role === 'admin' ? '/admin/home' : '/agent/incentives');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes whenever the page changes
  useEffect(() => setOpen(false), [pathname]);

  /** Removes the session at once; the request to the server runs in the background. */
  function logOut(): void {
    auth.logout().catch(() => undefined);
    forgetSession();
    navigate('/');
  }

  return (
    <header className="top">
      <a className="sr-only skip" href="#main">
        Skip to the content
      </a>
      <div className="top-inner">
        {home ? (
          <HomeLink to={home} />
        ) : (
          <span className="home">
            <Logo />
          </span>
        )}
        <button
          type="button"
          className="menu-button"
          aria-expanded={open}
          aria-controls="menu"
          onClick={() => setOpen(!open)}
        >
          <Icon name={open ? 'close' : 'menu'} /> Menu
        </button>
        <nav id="menu" className={open ? 'menu menu-open' : 'menu'} aria-label="Main">
          <ul>
            {linksFor(session?.role ?? null, pathname).map(({ to, label, outside }) => (
              <li key={to}>{outside ? <a href={to}>{label}</a> : <NavLink to={to}>{label}</NavLink>}</li>
            ))}
            {session && (
              <li>
                <button type="button" onClick={logOut}>
                  Logout
                </button>
              </li>
            )}
          </ul>
        </nav>
      </div>
    </header>
  );
}

/** The dashboard is another application, so an admin's logo is a plain link. */
function HomeLink({ to }: { readonly to: string }) {
  return to.startsWith('/admin') ? (
    <a className="home" href={to}>
      <Logo />
    </a>
  ) : (
    <Link className="home" to={to}>
      <Logo />
    </Link>
  );
}
