import { t } from '../i18n/t.tsx';
export interface NavEntry {
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
export function linksFor(role: 'admin' | 'agent' | null, pathname: string): readonly NavEntry[] {
  if (role === 'admin') return ADMIN;
  if (role === 'agent') return [...AGENT, CONTACT];
  // The landing page has the sign-in and the registration itself.
  return pathname === '/' || pathname === '/navbar' ? [FAQ, CONTACT] : [FAQ, CONTACT, REGISTER, LOG_IN];
}
