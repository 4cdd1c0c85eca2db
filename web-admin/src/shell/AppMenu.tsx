import ExpandIcon from '@mui/icons-material/ExpandMore';
import { Badge, Tooltip, useMediaQuery } from '@mui/material';
import { useEffect, useRef } from 'react';
import { useSidebarState, useStore } from 'react-admin';
import { Link, useLocation } from 'react-router-dom';
import { useMay } from '../api/use-may.ts';
import { useWaitingApprovals } from '../approvals/use-waiting-approvals.ts';
import { T, useTranslation } from '../i18n/T.tsx';
import { type Area, areas, GROUPS, type Group } from '../registry.ts';
import { useIsNarrow } from '../theme/use-is-narrow.ts';
import './AppMenu.css';

function Entry({
  area: { path, label, icon: Icon },
  isOpen,
  waiting,
}: {
  area: Area;
  isOpen: boolean;
  waiting: number;
}) {
  const translate = useTranslation();
  const { pathname } = useLocation();
  const [, setOpen] = useSidebarState();
  const isNarrow = useIsNarrow();
  const link = useRef<HTMLAnchorElement>(null);
  const isHere = pathname === `/${path}` || pathname.startsWith(`/${path}/`);
  useEffect(() => {
    if (isHere) link.current?.scrollIntoView({ block: 'nearest' });
  }, [isHere]);
  const entry = (
    <Link
      aria-current={isHere ? 'page' : undefined}
      className="menu-link"
      onClick={() => isNarrow && setOpen(false)}
      ref={link}
      to={`/${path}`}
    >
      <Badge color="primary" invisible={waiting === 0 || isOpen} variant="dot">
        <Icon />
      </Badge>
      <span className={isOpen ? undefined : 'sr-only'}>{translate(label)}</span>
      {waiting > 0 && (
        <>
          <span className="sr-only">
            {' '}
            <T values={{ waiting }}>{'(%{waiting} waiting)'}</T>
          </span>
          {isOpen && (
            <span aria-hidden className="menu-count">
              {waiting}
            </span>
          )}
        </>
      )}
    </Link>
  );
  return (
    <li>
      <Tooltip placement="right" title={!isOpen && translate(label)}>
        {entry}
      </Tooltip>
    </li>
  );
}

/** Entries of a menu that is short enough to show all of them. */
const MAX_UNGROUPED_ENTRIES = 12;

/** Open until the administrator closes them; others in a tall window or on one of their pages. */
const OPEN_GROUPS: readonly Group[] = ['Programme', 'Finance'];

function MenuGroup({ group, shown, isShort }: { group: Group; shown: readonly Area[]; isShort: boolean }) {
  const translate = useTranslation();
  const { pathname } = useLocation();
  const may = useMay();
  const [isMenuOpen] = useSidebarState();
  const waiting = useWaitingApprovals().length;
  const isTall = useMediaQuery('(min-height: 1180px)');
  const [chosen, choose] = useStore<boolean | null>(`menu.${group}`, null);
  // Auditors see the log and change nothing.
  const isAuditor = may('audit-log:see') && !may('duties:attest');
  const isHere = shown.some(({ path }) => path === pathname.split('/')[1]);
  const isOpen =
    !isMenuOpen ||
    (chosen ?? (isHere || isShort || isTall || OPEN_GROUPS.includes(group) || (group === 'Audit' && isAuditor)));
  const id = `menu-${group}`;
  return (
    <div className="menu-group">
      {isMenuOpen && (
        <button
          aria-controls={id}
          aria-expanded={isOpen}
          className="menu-heading"
          onClick={() => choose(!isOpen)}
          type="button"
        >
          {translate(group)}
          <ExpandIcon aria-hidden className={isOpen ? 'turned' : undefined} fontSize="inherit" />
        </button>
      )}
      <ul aria-label={translate(group)} hidden={!isOpen} id={id}>
        {shown.map((area) => (
          <Entry area={area} isOpen={isMenuOpen} key={area.path} waiting={area.path === 'approvals' ? waiting : 0} />
        ))}
      </ul>
    </div>
  );
}

/** The menu by groups, without pages that the signed-in administrator may not open. */
export function AppMenu() {
  const translate = useTranslation();
  const [isOpen] = useSidebarState();
  const may = useMay();
  const shown = areas.filter(({ permission }) => may(permission));
  return (
    <nav aria-label={translate('Main')} className={isOpen ? 'menu' : 'menu closed'}>
      {GROUPS.map((group) => {
        const own = shown.filter((area) => area.group === group);
        return (
          own.length > 0 && (
            <MenuGroup group={group} isShort={shown.length <= MAX_UNGROUPED_ENTRIES} key={group} shown={own} />
          )
        );
      })}
    </nav>
  );
}
