import Dark from '@mui/icons-material/DarkModeOutlined';
import Light from '@mui/icons-material/LightModeOutlined';
import PersonIcon from '@mui/icons-material/ManageAccountsOutlined';
import { IconButton, ListItemIcon, ListItemText, MenuItem, useMediaQuery } from '@mui/material';
import { AppBar, Logout, UserMenu, useTheme, useUserMenu } from 'react-admin';
import { Link } from 'react-router-dom';
import { T } from '../i18n/T.tsx';
import { useSay } from '../i18n/use-say.ts';
import { PastButton } from '../past/PastButton.tsx';
import { ApprovalsBell } from './ApprovalsBell.tsx';
import { CommandPalette } from './CommandPalette.tsx';

/** Link to the account of the signed-in administrator: roles, passkeys and sessions. */
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
          <OwnAccount />
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
