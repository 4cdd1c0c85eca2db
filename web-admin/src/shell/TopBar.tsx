import PersonIcon from '@mui/icons-material/ManageAccountsOutlined';
import { ListItemIcon, ListItemText, MenuItem } from '@mui/material';
import { AppBar, Logout, UserMenu, usePermissions, useUserMenu } from 'react-admin';
import { Link } from 'react-router-dom';
import { whoAmI } from '../api/session.ts';
import { T } from '../i18n/T.tsx';
import { ApprovalsBell } from './ApprovalsBell.tsx';
import { CommandPalette } from './CommandPalette.tsx';
import { ModeButton } from './ModeButton.tsx';
import { PastButton } from './PastButton.tsx';

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
