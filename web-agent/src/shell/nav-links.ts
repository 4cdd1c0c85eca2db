export interface NavEntry {
  readonly to: string;
  readonly label: string;
  /** Belongs to the dashboard, which is another application. */
  readonly outside?: boolean;
}

const ADMIN: readonly NavEntry[] = [
  { to: '/admin/home', label: 'Dashboard', outside: true },
  { to: '/admin/travel-agents', label: 'View Travel Agents', outside: true },
  { to: '/admin/promotions', label: 'Campaign Management', outside: true },
  { to: '/admin/contact-support', label: 'Contact Support', outside: true },
];

const AGENT: readonly NavEntry[] = [
  { to: '/agent/incentives', label: 'My Incentives' },
  { to: '/agent/payouts', label: 'Payouts & Tax' },
  { to: '/agent/profile', label: 'Profile' },
  { to: '/agent/terms-and-conditions', label: 'Terms & Conditions' },
  { to: '/agent/refer-agent', label: 'Refer Agent' },
];

const CONTACT: NavEntry = { to: '/contact-us', label: 'Contact Us' };
const LOG_IN: NavEntry = { to: '/', label: 'Login' };

/** Navigation links of a role (specification, section 2, Shared chrome), and the link to the login card. */
export function linksFor(role: 'admin' | 'agent' | null, pathname: string): readonly NavEntry[] {
  if (role === 'admin') return ADMIN;
  if (role === 'agent') return [...AGENT, CONTACT];
  return pathname === '/' || pathname === '/navbar' ? [CONTACT] : [CONTACT, LOG_IN];
}
