import { Badge, Tooltip } from '@mui/material';
import { useEffect, useRef } from 'react';
import { usePermissions, useSidebarState } from 'react-admin';
import { Link, useLocation } from 'react-router-dom';
import { T } from '../i18n/T.tsx';
import { useSay } from '../i18n/use-say.ts';
import { type Area, areas, GROUPS } from '../registry.ts';
import { AREA_ICONS } from './area-icons.tsx';
import { useIsNarrow } from './use-is-narrow.ts';
import { useWaitingApprovals } from './use-waiting-approvals.ts';

function Entry({ area: { path, label }, isOpen, waiting }: { area: Area; isOpen: boolean; waiting: number }) {
  const say = useSay();
  const { pathname } = useLocation();
  const [, setOpen] = useSidebarState();
  const isNarrow = useIsNarrow();
  const link = useRef<HTMLAnchorElement>(null);
  const isHere = pathname === `/${path}` || pathname.startsWith(`/${path}/`);
  useEffect(() => {
    if (isHere) link.current?.scrollIntoView({ block: 'nearest' });
  }, [isHere]);
  const icon = (
    <Badge badgeContent={waiting} color="primary" max={99} variant={isOpen ? 'standard' : 'dot'}>
      {AREA_ICONS[path] ?? AREA_ICONS.other}
    </Badge>
  );
  const entry = (
    <Link
      aria-current={isHere ? 'page' : undefined}
      className="menu-link"
      onClick={() => isNarrow && setOpen(false)}
      ref={link}
      to={`/${path}`}
    >
      {icon}
      <span className={isOpen ? undefined : 'sr-only'}>{say(label)}</span>
      {waiting > 0 && (
        <span className="sr-only">
          {' '}
          <T values={{ waiting }}>{'(%{waiting} waiting)'}</T>
        </span>
      )}
    </Link>
  );
  return (
    <li>
      {isOpen ? (
        entry
      ) : (
        <Tooltip placement="right" title={say(label)}>
          {entry}
        </Tooltip>
      )}
    </li>
  );
}

/** The menu by groups, without pages that the signed-in administrator may not open. */
export function AppMenu() {
  const say = useSay();
  const [isOpen] = useSidebarState();
  const { permissions } = usePermissions<Record<string, string>>();
  const waiting = useWaitingApprovals().length;
  const shown = areas.filter(({ permission }) => !permission || permissions?.[permission]);
  return (
    <nav aria-label={say('Main')} className={isOpen ? 'menu' : 'menu closed'}>
      {GROUPS.map((group) => {
        const own = shown.filter((area) => area.group === group);
        return own.length === 0 ? null : (
          <div className="menu-group" key={group}>
            <div className="menu-heading" id={`menu-${group}`}>
              {say(group)}
            </div>
            <ul aria-labelledby={`menu-${group}`}>
              {own.map((area) => (
                <Entry area={area} isOpen={isOpen} key={area.path} waiting={area.path === 'approvals' ? waiting : 0} />
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}
