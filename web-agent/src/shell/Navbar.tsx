import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { signOut } from '../api/client.ts';
import { Icon } from '../components/Icon.tsx';
import { Link, NavLink } from '../components/Link.tsx';
import { Logo } from '../components/Logo.tsx';
import { t } from '../i18n/t.tsx';
import { useSession } from '../session/session.ts';
import { lazyPart } from './lazy-page.tsx';

const BottomBar = lazyPart(() => import('./BottomBar.tsx'));

/** The menu of a phone: whether it is open. Escape, a press or focus outside, and another page close it. */
function useMenu(pathname: string) {
  const [open, setOpen] = useState(false);
  const bar = useRef<HTMLElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes whenever the page changes
  useEffect(() => setOpen(false), [pathname]);
  useEffect(() => {
    if (!open) return;
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      setOpen(false);
      toggle.current?.focus();
    };
    const closeOutside = ({ target }: Event) => {
      if (!bar.current?.contains(target as Node)) setOpen(false);
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [open]);
  return { open, bar, toggle, onToggle: () => setOpen(!open) };
}

/** Navigation by role, collapsed behind a button on a phone (specification, section 2, Shared chrome). */
export function Navbar() {
  const session = useSession();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { open, bar, toggle, onToggle } = useMenu(pathname);
  /** The dashboard is another application, so its pages open with a page load. */
  const isAdmin = session?.role === 'admin';
  const home = session && (isAdmin ? '/admin/home' : '/agent/incentives');

  function logOut(): void {
    signOut();
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
            <Link className="home" to={home} reloadDocument={isAdmin}>
              <Logo />
            </Link>
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
            onClick={onToggle}
          >
            <Icon name={open ? 'close' : 'menu'} /> {t('Menu')}
          </button>
          <nav id="menu" className={open ? 'menu menu-open' : 'menu'} aria-label={t('Main')}>
            <ul>
              {linksFor(session?.role ?? null, pathname).map(({ to, label }) => (
                <li key={to}>
                  <NavLink to={to} reloadDocument={isAdmin}>
                    {label}
                  </NavLink>
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

interface NavEntry {
  readonly to: string;
  readonly label: string;
}

const ADMIN: readonly NavEntry[] = [
  { to: '/admin/home', label: t('Dashboard') },
  { to: '/admin/travel-agents', label: t('View Travel Agents') },
  { to: '/admin/promotions', label: t('Campaign Management') },
  { to: '/admin/contact-support', label: t('Contact Support') },
];

const AGENT: readonly NavEntry[] = [
  { to: '/agent/home', label: t('Home') },
  { to: '/agent/incentives', label: t('My Incentives') },
  { to: '/agent/payouts', label: t('Payouts & Tax') },
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
  if (role === 'agent') return [...AGENT, FAQ, CONTACT];
  // The landing page has the sign-in and the registration itself.
  return pathname === '/' || pathname === '/navbar' ? [FAQ, CONTACT] : [FAQ, CONTACT, REGISTER, LOG_IN];
}
