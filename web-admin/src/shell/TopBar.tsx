import HistoryIcon from '@mui/icons-material/HistoryOutlined';
import KeyboardIcon from '@mui/icons-material/KeyboardOutlined';
import PersonIcon from '@mui/icons-material/ManageAccountsOutlined';
import BellIcon from '@mui/icons-material/NotificationsNoneOutlined';
import SearchIcon from '@mui/icons-material/Search';
import { Badge, ButtonBase, Dialog, IconButton, ListItemIcon, ListItemText, MenuItem, Tooltip } from '@mui/material';
import { useCallback, useEffect, useState } from 'react';
import { AppBar, Logout, ToggleThemeButton, UserMenu, useUserMenu } from 'react-admin';
import { Link, useLocation } from 'react-router-dom';
import { lazily } from '../api/load-page.ts';
import { useMay } from '../api/use-may.ts';
import { useWaitingApprovals } from '../approvals/use-waiting-approvals.ts';
import { supportsAsOf } from '../as-of/moment.ts';
import { listAt } from '../components/use-address.ts';
import { T, useTranslation, type Wording } from '../i18n/T.tsx';
import { useKeys } from './use-keys.ts';
import './TopBar.css';

const WAITING_APPROVALS_PATH = listAt('/approvals', { status: 'waiting' });

/** Number of requests that wait for the signed-in administrator, with a link to the only one or to the inbox. */
function ApprovalsBell() {
  const translate = useTranslation();
  const may = useMay();
  const waiting = useWaitingApprovals();
  if (!may('reports:see')) return null;
  const label: Wording = [
    '%{count} approval waits for you |||| %{count} approvals wait for you',
    { count: waiting.length },
  ];
  const [only] = waiting;
  return (
    <Tooltip title={translate(label)}>
      <IconButton
        aria-label={translate(label)}
        color="inherit"
        component={Link}
        to={only && waiting.length === 1 ? `/approvals/${only.id}` : WAITING_APPROVALS_PATH}
      >
        <Badge badgeContent={waiting.length} color="secondary" max={99}>
          <BellIcon />
        </Badge>
      </IconButton>
    </Tooltip>
  );
}

const loadPalette = () => import('./PaletteDialog.tsx');
/** Until it is loaded, an empty dialog keeps typed letters from being shortcuts of the page. */
const PaletteDialog = lazily(loadPalette, <Dialog open />);
/** Delay until the palette is loaded in advance: the page comes first. */
const PRELOAD_MS = 1_000;
const isMac = /mac/i.test(navigator.platform);

/** Search over people, reservations, promotions and pages: a field in the top bar, and Ctrl+K or ⌘K on every page. */
function CommandPalette() {
  const translate = useTranslation();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', press);
    const preload = setTimeout(() => loadPalette().catch(() => undefined), PRELOAD_MS);
    return () => {
      clearTimeout(preload);
      document.removeEventListener('keydown', press);
    };
  }, []);
  return (
    <>
      <ButtonBase
        aria-keyshortcuts="Control+K Meta+K"
        aria-label={translate('Search everything')}
        className="palette-button"
        onClick={() => setOpen(true)}
      >
        <SearchIcon fontSize="small" />
        <span className="palette-hint">
          <T>Search agents, reservations, pages</T>
        </span>
        <kbd aria-hidden>
          <T>{isMac ? '⌘K' : 'Ctrl K'}</T>
        </kbd>
      </ButtonBase>
      {isOpen && <PaletteDialog onClose={() => setOpen(false)} />}
    </>
  );
}

const AsOfDialog = lazily(() => import('../as-of/AsOfDialog.tsx'));
const LABEL = 'View as of…';

/** Opens the same page as of a chosen moment. Hidden on pages without history. */
function PastButton() {
  const translate = useTranslation();
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  if (!supportsAsOf(pathname)) return null;
  return (
    <>
      <Tooltip title={translate(LABEL)}>
        <IconButton aria-label={translate(LABEL)} color="inherit" onClick={() => setOpen(true)}>
          <HistoryIcon />
        </IconButton>
      </Tooltip>
      {isOpen && <AsOfDialog onClose={() => setOpen(false)} title={LABEL} />}
    </>
  );
}

function OwnAccount() {
  const menu = useUserMenu();
  return (
    <MenuItem component={Link} onClick={() => menu?.onClose()} to="/account">
      <ListItemIcon>
        <PersonIcon fontSize="small" />
      </ListItemIcon>
      <ListItemText>
        <T>My account</T>
      </ListItemText>
    </MenuItem>
  );
}

const ShortcutsDialog = lazily(() => import('./ShortcutsDialog.tsx'));

function ShortcutsItem({ onHelp }: { onHelp: () => void }) {
  const menu = useUserMenu();
  const open = () => {
    menu?.onClose();
    onHelp();
  };
  return (
    <MenuItem onClick={open}>
      <ListItemIcon>
        <KeyboardIcon fontSize="small" />
      </ListItemIcon>
      <ListItemText>
        <T>Keyboard shortcuts</T>
      </ListItemText>
    </MenuItem>
  );
}

export function TopBar() {
  const [isHelping, setHelping] = useState(false);
  const help = useCallback(() => setHelping(true), []);
  useKeys(help);
  return (
    <AppBar
      color="default"
      toolbar={
        <>
          <ApprovalsBell />
          <PastButton />
          <ToggleThemeButton />
        </>
      }
      userMenu={
        <UserMenu>
          <OwnAccount />
          <ShortcutsItem onHelp={help} />
          <Logout />
        </UserMenu>
      }
    >
      <Link className="logo" to="/home" translate="no">
        Fynbos Rewards
      </Link>
      <CommandPalette />
      {isHelping && <ShortcutsDialog onClose={() => setHelping(false)} />}
    </AppBar>
  );
}
