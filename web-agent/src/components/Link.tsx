import type { ReactNode } from 'react';
import { useHref, useLinkClickHandler, useLocation } from 'react-router-dom';
import { t } from '../i18n/t.tsx';

interface Props {
  readonly to: string;
  readonly className?: string | undefined;
  /** For the router: passed to the next page and not in its address. */
  readonly state?: unknown;
  /** The target is another application. */
  readonly reloadDocument?: boolean;
  readonly 'aria-current'?: 'page' | undefined;
  readonly children: ReactNode;
}

/** A link within the portal. The router's own link contains the prefetching of its framework. */
export function Link({ to, state, reloadDocument, ...anchor }: Props) {
  const onClick = useLinkClickHandler(to, { state });
  return <a {...anchor} href={useHref(to)} onClick={reloadDocument ? undefined : onClick} />;
}

/** A link to a page or document that opens in a new tab, so that the person keeps this one. */
export const NewTabLink = ({ href, children }: { readonly href: string; readonly children: string }) => (
  <a href={href} target="_blank" rel="noreferrer">
    {children}
    <span className="sr-only"> {t('(opens in a new tab)')}</span>
  </a>
);

/** Pages that belong to a menu entry without being below it. */
const EXTRA_PATHS: Readonly<Record<string, RegExp>> = {
  '/agent/incentives': /^\/agent\/(bookings|challenges|calculator)/,
  '/agent/payouts': /^\/agent\/tax/,
};

/** A link of a menu, marked on its page and on those that belong to it. */
export function NavLink({ to, ...link }: Props) {
  const { pathname } = useLocation();
  const isCurrent = pathname === to || pathname.startsWith(`${to}/`) || EXTRA_PATHS[to]?.test(pathname);
  return <Link {...link} to={to} aria-current={isCurrent ? 'page' : undefined} />;
}
