import { useEffect, useRef, useState } from 'react';
import { Link, NavLink, useLocation, useNavigate } from 'react-router-dom';
import { auth } from '../api/auth-calls.ts';
import { Icon } from '../components/Icon.tsx';
import { Logo } from '../components/Logo.tsx';
import { t } from '../i18n/t.tsx';
import { leaveSession, useSession } from '../session/session.ts';
import { lazyPart } from './lazy-page.tsx';

const BottomBar = lazyPart(() => import('./BottomBar.tsx'));

/** Navigation by role, collapsed behind a button on a phone (specification, section 2, Shared chrome). */
export function Navbar() {
  const session = useSession();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const home = session && (session.role === 'admin' ? '/admin/home' : '/agent/incentives');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes whenever the page changes
  useEffect(() => setOpen(false), [pathname]);
  const bar = useRef<HTMLElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);

  // Escape and a press outside close the open menu.
  useEffect(() => {
    if (!open) return;
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      setOpen(false);
      toggle.current?.focus();
    };
    const onPress = ({ target }: PointerEvent) => {
      if (!bar.current?.contains(target as Node)) setOpen(false);
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onPress);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onPress);
    };
  }, [open]);

  /** Removes the session at once; the request to the server runs in the background. */
  function logOut(): void {
    auth.logout().catch(() => undefined);
    leaveSession();
    navigate('/');
  }

  return (
    <>
      <header className="top" ref={bar}>
        <a className="sr-only skip" href="#main">
          {t('Skip to the content')}
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
            ref={toggle}
            className="menu-button"
            aria-expanded={open}
            aria-controls="menu"
            onClick={() => setOpen(!open)}
          >
            <Icon name={open ? 'close' : 'menu'} /> {t('Menu')}
          </button>
          <nav id="menu" className={open ? 'menu menu-open' : 'menu'} aria-label={t('Main')}>
            <ul>
              {linksFor(session?.role ?? null, pathname).map(({ to, label, outside, also }) => (
                <li key={to}>
                  {outside ? (
                    <a href={to}>{label}</a>
                  ) : (
                    <NavLink to={to} className={also === pathname ? 'current' : undefined}>
                      {label}
                    </NavLink>
                  )}
                </li>
              ))}
              {session && (
                <li>
                  <button type="button" onClick={logOut}>
                    {t('Logout')}
                  </button>
                </li>
              )}
            </ul>
          </nav>
        </div>
      </header>
      {session?.role === 'agent' && !open && <BottomBar />}
    </>
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

interface NavEntry {
  readonly to: string;
  readonly label: string;
  /** Another path for which this entry is the current one. */
  readonly also?: string;
  /** Belongs to the dashboard, which is another application. */
  readonly outside?: boolean;
}

const ADMIN: readonly NavEntry[] = [
  { to: '/admin/home', label: t('Dashboard'), outside: true },
  { to: '/admin/travel-agents', label: t('View Travel Agents'), outside: true },
  { to: '/admin/promotions', label: t('Campaign Management'), outside: true },
  { to: '/admin/contact-support', label: t('Contact Support'), outside: true },
];

const AGENT: readonly NavEntry[] = [
  { to: '/agent/home', label: t('Home') },
  { to: '/agent/incentives', label: t('My Incentives') },
  { to: '/agent/payouts', label: t('Payouts & Tax'), also: '/agent/tax' },
  { to: '/agent/refer-agent', label: t('Refer Agent') },
  { to: '/agent/profile', label: t('Profile') },
  { to: '/agent/terms-and-conditions', label: t('Terms & Conditions') },
];

const CONTACT: NavEntry = { to: '/contact-us', label: t('Contact Us') };
const FAQ: NavEntry = { to: '/frequently-asked', label: 'FAQ' };
const REGISTER: NavEntry = { to: '/registration', label: t('Register') };
const LOG_IN: NavEntry = { to: '/', label: t('Login') };

/** Navigation links of a role (specification, section 2, Shared chrome), and the link to the login card. */
function linksFor(role: 'admin' | 'agent' | null, pathname: string): readonly NavEntry[] {
  if (role === 'admin') return ADMIN;
  if (role === 'agent') return [...AGENT, CONTACT];
  // The landing page has the sign-in and the registration itself.
  return pathname === '/' || pathname === '/navbar' ? [FAQ, CONTACT] : [FAQ, CONTACT, REGISTER, LOG_IN];
}
