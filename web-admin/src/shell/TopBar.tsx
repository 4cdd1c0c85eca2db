import Dark from '@mui/icons-material/DarkModeOutlined';
import Light from '@mui/icons-material/LightModeOutlined';
import PersonIcon from '@mui/icons-material/ManageAccountsOutlined';
import { IconButton, ListItemIcon, ListItemText, MenuItem, useMediaQuery } from '@mui/material';
import { AppBar, Logout, UserMenu, usePermissions, useTheme, useUserMenu } from 'react-admin';
import { Link } from 'react-router-dom';
import { whoAmI } from '../api/session.ts';
import { T } from '../i18n/T.tsx';
import { useSay } from '../i18n/use-say.ts';
import { PastButton } from '../past/PastButton.tsx';
import { ApprovalsBell } from './ApprovalsBell.tsx';
import { CommandPalette } from './CommandPalette.tsx';

/** Link to the record of the signed-in administrator: roles, sign-ins and history. */
function OwnRecord() {
  const menu = useUserMenu();
  const { permissions } = usePermissions<Record<string, string>>();
  if (!permissions?.['audit-log:see']) return null;
  return (
    <MenuItem component={Link} onClick={() => menu?.onClose()} to={`/admins/${whoAmI().id}`}>
      <ListItemIcon>
        <PersonIcon fontSize="small" />
      </ListItemIcon>
      <ListItemText>
        <T>My roles and history</T>
      </ListItemText>
    </MenuItem>
  );
}

/** Top bar: home, search, past moments, colour mode and the signed-in administrator. */
export function TopBar() {
  return (
    <AppBar
      color="default"
      toolbar={
        <>
          <ApprovalsBell />
          <PastButton />
          <ModeButton />
        </>
      }
      userMenu={
        <UserMenu>
          <OwnRecord />
          <Logout />
        </UserMenu>
      }
    >
      <Link className="logo" to="/home" translate="no">
        Fynbos Rewards
      </Link>
      <CommandPalette />
    </AppBar>
  );
}

/** Switches between light and dark. Until the first press the system setting applies. */
function ModeButton() {
  const say = useSay();
  const system = useMediaQuery('(prefers-color-scheme: dark)') ? 'dark' : 'light';
  const [chosen, choose] = useTheme();
  const next = (chosen ?? system) === 'dark' ? 'light' : 'dark';
  return (
    <IconButton
      aria-label={say(next === 'dark' ? 'Use dark mode' : 'Use light mode')}
      color="inherit"
      onClick={() => choose(next)}
    >
      {next === 'dark' ? <Dark /> : <Light />}
    </IconButton>
  );
}
